"""What goes into one backup, and the proof that it can be read again."""

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
"""Entered while images are copied: what is deleted meanwhile stays until it is left."""

log = logging.getLogger("goalbucks.backups")


@dataclass(frozen=True, slots=True)
class Order:
    """What to back up, and where to."""

    kind: Kind
    images: ImageScope = "all"
    classroom_id: str | None = None
    """With `images="class"`."""
    passphrase: str | None = None
    target: Path | None = None
    """A file that isn't there yet; None: in the folder of backups."""
    spare: int = 1
    """How many times the room that it needs has to be free."""

    @property
    def shares_photos(self) -> bool:
        """Whether the photos may go into the folder of shared photos in place of the file."""
        return self.kind in SHARING and self.target is None and self.passphrase is None

    @property
    def holds_up_writes(self) -> bool:
        """Whether everybody's changes wait until it is written."""
        return self.kind in {"before-deleting-class", "before-restore"}

    @property
    def place(self) -> Path | None:
        """The folder of a named target, on whose disk everything is written."""
        return None if self.target is None else self.target.parent


class BackupWriter:
    """Writes one backup."""

    def __init__(self, workspace: Workspace, order: Order, hold: Hold) -> None:
        self._workspace = workspace
        self._order = order
        self._hold = hold
        self._database = workspace.settings.database_path
        self._selection = SharedSelection()

    def write(self, target: Path) -> None:
        """Write it to `target`, which isn't there yet; of one that fails only shared photos are left."""
        part = self._workspace.part_beside(target)
        try:
            # On the target's disk: the data folder may be read-only, or its disk full.
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
            found = look_through(copy)
            if found.damage:
                raise DatabaseDamagedError
            self._put_together(copy, found, part)
        remove(copy)
        self._prove(part, work / "check.db")

    def _lock(self, part: Path, passphrase: str) -> None:
        locked = self._workspace.part_beside(part)
        try:
            encryption.lock(part, locked, passphrase)
            locked.replace(part)
        finally:
            locked.unlink(missing_ok=True)

    def _put_together(self, copy: Path, found: Findings, part: Path) -> None:
        manifest = self._manifest(found)
        before = newest_sharing_manifest(self._workspace.folder) if self._order.shares_photos else None
        # Sharing all photos for the first time waits for the disk at each of them.
        shares_photos = self._order.shares_photos and (before is not None or not self._order.holds_up_writes)
        if shares_photos:
            self._share_photos(copy, manifest, before)
        else:
            self._require_room_for_images(copy, part.parent)
        with open(part, "xb", opener=open_private) as file, Writing(file, self._workspace.pulse) as writing:
            writing.add_file(DATABASE, copy)
            if not shares_photos:
                manifest.missing_images = self._add_images(writing, copy)
            writing.finish(manifest)

    def _share_photos(self, copy: Path, manifest: Manifest, before: Manifest | None) -> None:
        space, selection = self._workspace, self._selection
        plan = plan_sharing(
            self._images(copy),
            space.images,
            space.photos,
            before,
            read_again=self._order.kind == "daily",
        )
        size = copy.stat().st_size
        self._require_room({copy.parent: size, space.folder: size + plan.copy_bytes})
        part = space.part_beside(space.folder / DATABASE)
        copy_photos(plan, self._read_image, space.photos, part, selection, space.pulse)
        manifest.format = SHARED_FORMAT if selection.entries else WHOLE_FORMAT
        manifest.shared, manifest.missing_images = selection.entries, selection.missing
        manifest.next_photo_check = plan.next_photo_check

    def _prove(self, part: Path, database: Path) -> None:
        """Read again what was written; of the shared photos that were there before, only that they are there."""
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

    def _add_images(self, writing: Writing, copy: Path) -> list[str]:
        missing = []
        for image in self._images(copy):
            self._workspace.pulse()
            data = self._read_image(image)
            if data is None:
                missing.append(image.name)
            else:
                writing.add(image.name, len(data), [data])
        return missing

    def _read_image(self, image: Image) -> bytes | None:
        """None when it is missing: the others are worth keeping all the more."""
        try:
            return self._workspace.images.read(image.key, image.size)
        except ImageMissingError:
            with suppress(sqlite3.OperationalError):  # of a read-only folder, in which nothing is deleted meanwhile
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

    def _manifest(self, found: Findings) -> Manifest:
        return Manifest(
            created_at=clock.now(),
            program=program_version(),
            revision=found.revision,
            kind=self._order.kind,
            images=self._order.images,
            classroom_id=self._order.classroom_id,
            counts=found.counts,
            dangling=found.dangling,
        )
