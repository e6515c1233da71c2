"""Composition and verification of one backup file."""

import logging
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from pathlib import Path

from server import clock
from server.data_protection.backups.archive import Archive
from server.data_protection.backups.archive_writer import ArchiveWriter
from server.data_protection.backups.errors import (
    BackupNotVerifiedError,
    BackupUnreadableError,
    DamagedBackupError,
    DatabaseDamagedError,
    ImageUnreadableError,
    reason_of,
)
from server.data_protection.backups.incremental_images import (
    copy_images,
    newest_sharing_manifest,
    plan_sharing,
)
from server.data_protection.backups.manifest import (
    DATABASE_NAME,
    SELF_CONTAINED_FORMAT,
    SHARED_IMAGES_FORMAT,
    ImageFile,
    ImageScope,
    Manifest,
    ManifestEntry,
)
from server.data_protection.backups.retention import IMAGE_SHARING_KINDS, BackupKind
from server.data_protection.backups.snapshot import (
    InspectionResult,
    inspect_database,
    is_referenced,
    referenced_image_keys,
    snapshot,
    with_sidecars,
)
from server.data_protection.backups.workspace import Workspace
from server.media import IMAGE_SIZES, ImageMissingError, ImageStorageError
from server.settings import program_version
from server.system.durable_files import open_owner_only, sync_folder

PauseDeletes = Callable[[], AbstractContextManager[None]]
"""Context that is entered while images are copied; it defers the deletion of images."""

log = logging.getLogger("goalbucks.backups")


@dataclass(frozen=True, slots=True)
class BackupRequest:
    """Content, target and options of one backup."""

    kind: BackupKind
    images: ImageScope = "all"
    classroom_id: str | None = None
    """Set with `images="class"`."""
    passphrase: str | None = None
    target: Path | None = None
    """Path of the new file; None: a new name in the backup folder."""
    free_factor: int = 1
    """Multiple of the needed workspace that has to be free."""

    @property
    def shares_images(self) -> bool:
        """Whether images may be stored in the shared image folder in place of the file."""
        return self.kind in IMAGE_SHARING_KINDS and self.target is None and self.passphrase is None

    @property
    def blocks_writes(self) -> bool:
        """Whether all writes of the application wait for this backup."""
        return self.kind in {"before-deleting-class", "before-deleting-student", "before-new-term", "before-restore"}

    @property
    def target_folder(self) -> Path | None:
        """Folder of an explicit target, which then holds the temporary files too."""
        return None if self.target is None else self.target.parent


class BackupWriter:
    """Writes one backup, as requested."""

    def __init__(self, workspace: Workspace, request: BackupRequest, pause_deletes: PauseDeletes) -> None:
        self._workspace = workspace
        self._request = request
        self._pause_deletes = pause_deletes
        self._database = workspace.settings.database_path
        self._copied: list[ManifestEntry] = []
        """Shared images that were copied for this backup."""
        self.missing_images: set[str] = set()
        """Keys of the images of which a file is missing from the data folder, after `write`."""

    def write(self, target: Path) -> None:
        """Write the backup to the new file `target`. A failed one leaves nothing but shared images."""
        part = self._workspace.temporary_path_for(target)
        try:
            # On the disk of the explicit target: the data folder may be read-only, or its disk full.
            with self._workspace.work_folder(self._request.target_folder) as work:
                self._fill(work, part)
            if self._request.passphrase is not None:
                self._encrypt(part, self._request.passphrase)
            part.rename(target)
            sync_folder(target.parent)
        finally:
            part.unlink(missing_ok=True)

    def _fill(self, work: Path, part: Path) -> None:
        copy = work / DATABASE_NAME
        size = sum(path.stat().st_size for path in with_sidecars(self._database))
        self._require_room({work: size, part.parent: 0})
        with self._pause_deletes():
            snapshot(self._database, copy)
            inspection = inspect_database(copy)
            if inspection.damage:
                raise DatabaseDamagedError
            self._write_archive(copy, inspection, part)
        self._verify(part, copy)

    def _encrypt(self, part: Path, passphrase: str) -> None:
        from server.data_protection.backups import encryption  # noqa: PLC0415 - 1.1 MB of pyrage

        encrypted = self._workspace.temporary_path_for(part)
        try:
            encryption.encrypt(part, encrypted, passphrase)
            encrypted.replace(part)
        finally:
            encrypted.unlink(missing_ok=True)

    def _write_archive(self, copy: Path, inspection: InspectionResult, part: Path) -> None:
        manifest = self._manifest(inspection)
        before = newest_sharing_manifest(self._workspace.folder) if self._request.shares_images else None
        # The first sharing syncs every image to disk, which takes too long while writes are blocked.
        shares_images = self._request.shares_images and (before is not None or not self._request.blocks_writes)
        if shares_images:
            self._share_images(copy, manifest, before)
        else:
            self._require_room_for_images(copy, part.parent)
        with (
            open(part, "xb", opener=open_owner_only) as file,
            ArchiveWriter(file, self._workspace.check_cancelled) as writer,
        ):
            writer.add_file(DATABASE_NAME, copy)
            if not shares_images:
                manifest.missing_images = self._add_images(writer, copy)
            writer.finish(manifest)

    def _share_images(self, copy: Path, manifest: Manifest, before: Manifest | None) -> None:
        workspace = self._workspace
        plan = plan_sharing(
            self._images(copy),
            workspace.images,
            workspace.shared_images,
            before,
            reverify=self._request.kind == "daily",
        )
        self.missing_images = plan.missing
        size = copy.stat().st_size
        self._require_room({workspace.folder: size + plan.copy_bytes})
        part = workspace.temporary_path_for(workspace.folder / DATABASE_NAME)
        self._copied, manifest.missing_images = copy_images(
            plan.to_copy, self._read_image, workspace.shared_images, part, workspace.check_cancelled
        )
        manifest.shared = plan.known + self._copied
        manifest.format = SHARED_IMAGES_FORMAT if manifest.shared else SELF_CONTAINED_FORMAT
        manifest.next_photo_check = plan.next_photo_check

    def _verify(self, part: Path, copy: Path) -> None:
        """Verify the written file and the newly copied shared images; of known shared images, check the size only."""
        try:
            with Archive(part) as archive:
                archive.verify_written(copy, self._workspace.check_cancelled)
                archive.verify_shared_images(self._copied, self._workspace.check_cancelled)
        except (DamagedBackupError, BackupUnreadableError) as error:
            raise BackupNotVerifiedError from error

    def _require_room_for_images(self, copy: Path, folder: Path) -> None:
        needed = copy.stat().st_size
        for image in self._images(copy):
            needed += self._workspace.images.file_size(image.key, image.size) or 0
        self._require_room({folder: needed * (2 if self._request.passphrase else 1)})

    def _require_room(self, needed: dict[Path, int]) -> None:
        self._workspace.require_free_space(needed, self._request.free_factor, self._request.target_folder)

    def _add_images(self, writer: ArchiveWriter, copy: Path) -> list[str]:
        missing = []
        for image in self._images(copy):
            self._workspace.check_cancelled()
            data = self._read_image(image)
            if data is None:
                missing.append(image.name)
                self.missing_images.add(image.key)
            else:
                writer.add(image.name, len(data), [data])
        return missing

    def _read_image(self, image: ImageFile) -> bytes | None:
        """Return the file; None when it is missing or empty, which doesn't fail the backup."""
        try:
            return self._workspace.images.read(image.key, image.size) or None
        except ImageMissingError:
            with suppress(sqlite3.OperationalError):  # raised in a read-only folder, where nothing is deleted anyway
                if is_referenced(self._database, image.key):
                    log.exception("%s is missing, although a submission references it", image.name)
            return None
        except ImageStorageError as error:
            cause = error.__cause__ if isinstance(error.__cause__, OSError) else error
            raise ImageUnreadableError(params={"name": image.name, "reason": reason_of(cause)}) from error

    def _images(self, copy: Path) -> Iterator[ImageFile]:
        if self._request.images == "none":
            return
        for key in referenced_image_keys(copy, self._request.classroom_id):
            for size in IMAGE_SIZES:
                yield ImageFile(key, size)

    def _manifest(self, inspection: InspectionResult) -> Manifest:
        return Manifest(
            created_at=clock.now(),
            program=program_version(),
            revision=inspection.revision,
            kind=self._request.kind,
            images=self._request.images,
            classroom_id=self._request.classroom_id,
            counts=inspection.counts,
            dangling=inspection.dangling,
        )
