"""Composition and verification of one backup file."""

import logging
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from pathlib import Path

from server import clock
from server.data_protection.backups import encryption
from server.data_protection.backups.archive import Archive
from server.data_protection.backups.archive_writer import Writing
from server.data_protection.backups.errors import (
    BackupFailedError,
    BackupUnreadableError,
    DamagedBackupError,
    DatabaseDamagedError,
)
from server.data_protection.backups.manifest import DATABASE, SHARED_FORMAT, WHOLE_FORMAT, Image, ImageScope, Manifest
from server.data_protection.backups.photo_sharing import (
    SharedSelection,
    copy_photos,
    newest_sharing_manifest,
    plan_sharing,
)
from server.data_protection.backups.retention import SHARING, Kind
from server.data_protection.backups.snapshot import (
    Findings,
    image_keys,
    look_through,
    remove,
    snapshot,
    still_named,
    with_company,
)
from server.data_protection.backups.workspace import Workspace
from server.disk import open_private, sync_folder
from server.media import SIZES, ImageMissingError, ImageStoreError
from server.settings import program_version

Hold = Callable[[], AbstractContextManager[None]]
"""Context that is entered while images are copied; it defers the deletion of images."""

log = logging.getLogger("goalbucks.backups")


@dataclass(frozen=True, slots=True)
class Order:
    """Content, target and options of one backup."""

    kind: Kind
    images: ImageScope = "all"
    classroom_id: str | None = None
    """Set with `images="class"`."""
    passphrase: str | None = None
    target: Path | None = None
    """Path of the new file; None: a new name in the backup folder."""
    spare: int = 1
    """Multiple of the needed workspace that has to be free."""

    @property
    def shares_photos(self) -> bool:
        """Whether photos may be stored in the shared photo folder in place of the file."""
        return self.kind in SHARING and self.target is None and self.passphrase is None

    @property
    def holds_up_writes(self) -> bool:
        """Whether all writes of the application wait for this backup."""
        return self.kind in {"before-deleting-class", "before-restore"}

    @property
    def place(self) -> Path | None:
        """Folder of an explicit target, which then holds the temporary files too."""
        return None if self.target is None else self.target.parent


class BackupWriter:
    """Writes one backup, as requested."""

    def __init__(self, workspace: Workspace, order: Order, hold: Hold) -> None:
        self._workspace = workspace
        self._order = order
        self._hold = hold
        self._database = workspace.settings.database_path
        self._selection = SharedSelection()

    def write(self, target: Path) -> None:
        """Write the backup to the new file `target`. A failed one leaves nothing but shared photos."""
        part = self._workspace.part_beside(target)
        try:
            # On the disk of the explicit target: the data folder may be read-only, or its disk full.
            with self._workspace.work_folder(self._order.place) as work:
                self._fill(work, part)
            if self._order.passphrase is not None:
                self._lock(part, self._order.passphrase)
            part.rename(target)
            sync_folder(target.parent)
        finally:
            part.unlink(missing_ok=True)

    def _fill(self, work: Path, part: Path) -> None:
        copy = work / DATABASE
        size = sum(path.stat().st_size for path in with_company(self._database))
        self._require_room({work: 2 * size, part.parent: 0})
        with self._hold():
            snapshot(self._database, copy)
            inspection = look_through(copy)
            if inspection.damage:
                raise DatabaseDamagedError
            self._write_archive(copy, inspection, part)
        remove(copy)
        self._verify(part, work / "check.db")

    def _lock(self, part: Path, passphrase: str) -> None:
        locked = self._workspace.part_beside(part)
        try:
            encryption.lock(part, locked, passphrase)
            locked.replace(part)
        finally:
            locked.unlink(missing_ok=True)

    def _write_archive(self, copy: Path, inspection: Findings, part: Path) -> None:
        manifest = self._manifest(inspection)
        before = newest_sharing_manifest(self._workspace.folder) if self._order.shares_photos else None
        # The first sharing syncs every photo to disk, which takes too long while writes are blocked.
        shares_photos = self._order.shares_photos and (before is not None or not self._order.holds_up_writes)
        if shares_photos:
            self._share_photos(copy, manifest, before)
        else:
            self._require_room_for_images(copy, part.parent)
        with open(part, "xb", opener=open_private) as file, Writing(file, self._workspace.pulse) as writer:
            writer.add_file(DATABASE, copy)
            if not shares_photos:
                manifest.missing_images = self._add_images(writer, copy)
            writer.finish(manifest)

    def _share_photos(self, copy: Path, manifest: Manifest, before: Manifest | None) -> None:
        workspace, selection = self._workspace, self._selection
        plan = plan_sharing(
            self._images(copy),
            workspace.images,
            workspace.photos,
            before,
            read_again=self._order.kind == "daily",
        )
        size = copy.stat().st_size
        self._require_room({copy.parent: size, workspace.folder: size + plan.copy_bytes})
        part = workspace.part_beside(workspace.folder / DATABASE)
        copy_photos(plan, self._read_image, workspace.photos, part, selection, workspace.pulse)
        manifest.format = SHARED_FORMAT if selection.entries else WHOLE_FORMAT
        manifest.shared, manifest.missing_images = selection.entries, selection.missing
        manifest.next_photo_check = plan.next_photo_check

    def _verify(self, part: Path, database: Path) -> None:
        """Verify the written file and the newly copied shared photos; of known shared photos, check the size only."""
        try:
            with Archive(part) as archive:
                archive.check(database, self._workspace.pulse, trusted=True)
                archive.require_photos(self._selection.copied, self._workspace.pulse)
        except (DamagedBackupError, BackupUnreadableError) as error:
            raise BackupFailedError(
                "The backup was written, but what was read again was not the same. Please check the disk."
            ) from error

    def _require_room_for_images(self, copy: Path, folder: Path) -> None:
        size = needed = copy.stat().st_size
        for image in self._images(copy):
            with suppress(ImageMissingError):
                needed += self._workspace.images.size(image.key, image.size)
        self._require_room({copy.parent: size, folder: needed * (2 if self._order.passphrase else 1)})

    def _require_room(self, needed: dict[Path, int]) -> None:
        self._workspace.require_room(needed, self._order.spare, self._order.place)

    def _add_images(self, writer: Writing, copy: Path) -> list[str]:
        missing = []
        for image in self._images(copy):
            self._workspace.pulse()
            data = self._read_image(image)
            if data is None:
                missing.append(image.name)
            else:
                writer.add(image.name, len(data), [data])
        return missing

    def _read_image(self, image: Image) -> bytes | None:
        """Return the file; None when it is missing, which doesn't fail the backup."""
        try:
            return self._workspace.images.read(image.key, image.size)
        except ImageMissingError:
            with suppress(sqlite3.OperationalError):  # raised in a read-only folder, where nothing is deleted anyway
                if still_named(self._database, image.key):
                    log.exception("%s is gone, though a submission names it", image.name)
            return None
        except ImageStoreError as error:
            cause = error.__cause__ if isinstance(error.__cause__, OSError) else error
            raise BackupFailedError.reading(f"the photo {image.name}", cause) from error

    def _images(self, copy: Path) -> Iterator[Image]:
        if self._order.images == "none":
            return
        for key in image_keys(copy, self._order.classroom_id):
            for size in SIZES:
                yield Image(key, size)

    def _manifest(self, inspection: Findings) -> Manifest:
        return Manifest(
            created_at=clock.now(),
            program=program_version(),
            revision=inspection.revision,
            kind=self._order.kind,
            images=self._order.images,
            classroom_id=self._order.classroom_id,
            counts=inspection.counts,
            dangling=inspection.dangling,
        )
