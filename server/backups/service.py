"""Writing backups: what goes into one, where there is room for it, and the proof that it can be read again."""

import errno
import logging
import secrets
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from threading import Event
from typing import Literal

from sqlalchemy.orm import Session

from server import clock
from server.backups import encryption, keeping
from server.backups.archive import DATABASE, Archive, Image, Manifest, Which, Writing
from server.backups.errors import (
    AlreadyThereError,
    BackupFailedError,
    DamagedBackupError,
    DatabaseDamagedError,
    DiskTooFullError,
    FileTooLargeError,
    NotBackedUpError,
    StoppedError,
)
from server.backups.keeping import Kind
from server.backups.snapshot import (
    Findings,
    image_keys,
    is_damage,
    look_through,
    remove,
    snapshot,
    still_named,
    with_company,
)
from server.backups.turn import Turn
from server.database.damage_flag import mark_suspect
from server.disk import open_private, sync_folder
from server.errors import DomainError
from server.media import SIZES, FolderStore, ImageMissingError
from server.settings import Settings, program_version

FOLDER = "backups"
WORK = "temporary-"
"""Begins the name of each folder beside the database that somebody works in; what one shared would be gone with the
first who leaves."""
MARGIN_BYTES = 4 << 20
"""Left over on a disk that a backup just fits on."""
LONGEST_SECONDS = 86_400
"""No backup takes longer."""

Hold = Callable[[], AbstractContextManager[None]]
"""Entered while images are copied: what is deleted meanwhile stays until it is left."""

log = logging.getLogger("goalbucks.backups")


@dataclass(frozen=True, slots=True)
class Order:
    """What to back up, and where to."""

    kind: Kind
    images: Which = "all"
    classroom_id: str | None = None
    """With `images="class"`."""
    passphrase: str | None = None
    target: Path | None = None
    """A file that isn't there yet; None: in the folder of backups."""
    spare: int = 1
    """How many times the room that it needs has to be free."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Why the last backup came to nothing."""

    at: datetime
    kind: Kind
    sentence: str


class Backups:
    """The backups of one data folder. Every call waits for the disk."""

    def __init__(
        self, settings: Settings, *, owner: Literal["server", "command"] = "server", hold: Hold = nullcontext
    ) -> None:
        self.settings = settings
        self.folder = settings.data_dir / FOLDER
        self.images = FolderStore(settings.image_dir)
        self.failure: Failure | None = None
        """Of the newest try, if it failed."""
        self.turn = Turn()
        self._owner = owner
        self._hold = hold
        self._stopping = Event()

    def write(self, order: Order) -> Path:
        """Write one and prove it; where it is. Raises BackupFailedError and leaves nothing behind when it can't be."""
        try:
            written = self._write(order)
        except (OSError, sqlite3.Error, DomainError) as error:
            failure = told(error, BackupFailedError)
            if not isinstance(failure, StoppedError):
                log.exception("the %s backup was not written: %s", order.kind, failure.message)
                self.failure = Failure(clock.now(), order.kind, failure.message)
            if isinstance(failure, DatabaseDamagedError):
                mark_suspect(self.settings)
            raise failure from error
        self.failure = None
        log.info("backup %s: %d bytes", written.name, written.stat().st_size)
        return written

    def before_deleting(self, _db: Session, table: str, row_id: str) -> None:
        """A class is about to go: everything as it is before, with its images. NotBackedUpError when that fails."""
        if table == "classrooms":
            # From a connection of its own, which doesn't see what this transaction has done so far.
            try:
                self.write(Order("before-deleting-class", images="class", classroom_id=row_id))
            except DomainError as error:
                raise NotBackedUpError(f"{NotBackedUpError.sentence} {error.message}") from error

    def before_upgrade(self) -> None:
        """A newer program is about to change the schema; it leaves the images alone."""
        self.write(Order("before-upgrade", images="none"))

    def stop(self) -> None:
        """What is being written isn't wanted any more: the program ends."""
        self._stopping.set()

    def pulse(self) -> None:
        """StoppedError once the program ends."""
        if self._stopping.is_set():
            raise StoppedError

    def sweep(self) -> None:
        """Remove what a crash left half done.

        No other server has this data folder, but a command may be busy in it: its own goes after a day.
        """
        for path in self.settings.data_dir.glob(f"{WORK}*"):
            with suppress(FileNotFoundError):  # the command has just ended
                if self._is_left(path):
                    shutil.rmtree(path, ignore_errors=True)
        for path in self.folder.glob(".*-*.part"):
            with suppress(OSError):
                if self._is_left(path):
                    path.unlink()

    def part_beside(self, target: Path) -> Path:
        """Where a file is written that then takes the place of `target`; what a crash leaves of it is swept."""
        return target.with_name(f".{self._owner}-{secrets.token_hex(8)}.part")

    @contextmanager
    def work_folder(self) -> Iterator[Path]:
        """A private folder beside the database, gone afterwards."""
        path = self.settings.data_dir / f"{WORK}{self._owner}-{secrets.token_hex(8)}"
        path.mkdir(mode=0o700)
        try:
            yield path
        finally:
            shutil.rmtree(path, ignore_errors=True)

    def _is_left(self, path: Path) -> bool:
        own = path.name.removeprefix(WORK).removeprefix(".").startswith(f"{self._owner}-")
        return own or clock.now().timestamp() - path.stat().st_mtime > LONGEST_SECONDS

    def require_room(self, needed: dict[Path, int], spare: int = 1) -> None:
        """DiskTooFullError unless each folder's disk has these bytes free, so many times over."""
        total: Counter[int] = Counter()
        for folder, count in needed.items():
            total[folder.stat().st_dev] += count * spare
        for folder in needed:
            free = shutil.disk_usage(folder).free
            if free < total[folder.stat().st_dev] + MARGIN_BYTES:
                raise DiskTooFullError.needing(total[folder.stat().st_dev] + MARGIN_BYTES, free)

    def _write(self, order: Order) -> Path:
        database = self.settings.database_path
        if not database.exists():
            raise BackupFailedError("There is nothing to back up yet.")
        self.folder.mkdir(mode=0o700, exist_ok=True)
        sync_folder(self.folder.parent)
        target = order.target or keeping.new_path(self.folder, order.kind)
        if target.exists():
            raise AlreadyThereError
        part = target.with_name(f".{self._owner}-{secrets.token_hex(8)}.part")
        try:
            with self.work_folder() as work:
                self._fill(order, work, part)
                if order.passphrase is not None:
                    locked = part.with_name(f".{self._owner}-{secrets.token_hex(8)}.part")
                    try:
                        encryption.lock(part, locked, order.passphrase)
                        locked.replace(part)
                    finally:
                        locked.unlink(missing_ok=True)
            part.rename(target)
            sync_folder(target.parent)
        finally:
            part.unlink(missing_ok=True)
        if order.target is None:
            keeping.thin(self.folder, target)
        return target

    def _fill(self, order: Order, work: Path, part: Path) -> None:
        copy = work / DATABASE
        database = sum(path.stat().st_size for path in with_company(self.settings.database_path))
        self.require_room({work: 2 * database, part.parent: 0}, order.spare)
        with self._hold():
            snapshot(self.settings.database_path, copy)
            found = look_through(copy)
            if found.damage:
                raise DatabaseDamagedError
            self._require_room_for_images(order, copy, part.parent)
            self._put_together(order, copy, found, part)
        remove(copy)
        try:
            with Archive(part) as archive:
                archive.check(work / "check.db", self.pulse, trusted=True)
        except DamagedBackupError as error:
            raise BackupFailedError(
                "The backup was written, but what was read again was not the same. Please check the disk."
            ) from error

    def _put_together(self, order: Order, copy: Path, found: Findings, part: Path) -> None:
        with open(part, "xb", opener=open_private) as file, Writing(file, self.pulse) as writing:
            writing.add_file(DATABASE, copy)
            missing = self._add_images(writing, order, copy)
            writing.finish(_manifest(order, found, missing))

    def _require_room_for_images(self, order: Order, copy: Path, folder: Path) -> None:
        needed = copy.stat().st_size
        for image in _images(order, copy):
            with suppress(ImageMissingError):
                needed += self.images.size(image.key, image.size)
        self.require_room(
            {copy.parent: copy.stat().st_size, folder: needed * (2 if order.passphrase else 1)}, order.spare
        )

    def _add_images(self, writing: Writing, order: Order, copy: Path) -> list[str]:
        missing = []
        for image in _images(order, copy):
            self.pulse()
            try:
                data = self.images.read(image.key, image.size)
            except ImageMissingError:
                missing.append(image.name)
                if still_named(self.settings.database_path, image.key):
                    # The others are worth keeping all the more.
                    log.exception("%s is gone, though a submission names it", image.name)
                continue
            writing.add(image.name, len(data), [data])
        return missing


def _images(order: Order, copy: Path) -> Iterator[Image]:
    if order.images == "none":
        return
    for key in image_keys(copy, order.classroom_id):
        for size in SIZES:
            yield Image(key, size)


def _manifest(order: Order, found: Findings, missing: list[str]) -> Manifest:
    return Manifest(
        created_at=clock.now(),
        program=program_version(),
        revision=found.revision,
        kind=order.kind,
        images=order.images,
        classroom_id=order.classroom_id,
        counts=found.counts,
        dangling=found.dangling,
        missing_images=missing,
    )


def told(error: Exception, otherwise: type[DomainError]) -> DomainError:
    """What a disk or SQLite refused, as a sentence."""
    if isinstance(error, DomainError):
        return error
    if isinstance(error, sqlite3.Error) and is_damage(error):
        return DatabaseDamagedError()
    if isinstance(error, OSError) and error.errno == errno.EFBIG:
        return FileTooLargeError()
    full = isinstance(error, OSError) and error.errno in {errno.ENOSPC, errno.EDQUOT}
    if isinstance(error, sqlite3.OperationalError):
        full = getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL
    return DiskTooFullError() if full else otherwise()
