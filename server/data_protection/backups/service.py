"""The backups of one data folder: when they are written, which are kept, and what is told of a failure."""

import errno
import logging
import sqlite3
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal

from sqlalchemy.orm import Session

from server import clock
from server.data_protection.backups import retention
from server.data_protection.backups.backup_writer import BackupWriter, Hold, Order
from server.data_protection.backups.errors import (
    AlreadyThereError,
    BackupFailedError,
    DatabaseDamagedError,
    DiskTooFullError,
    FileTooLargeError,
    NotBackedUpError,
    StoppedError,
)
from server.data_protection.backups.operation_lock import Turn
from server.data_protection.backups.photo_sharing import named_digests
from server.data_protection.backups.retention import Kind
from server.data_protection.backups.snapshot import is_damage
from server.data_protection.backups.workspace import FOLDER, WORK, Workspace
from server.database.damage_flag import mark_suspect
from server.disk import sync_folder
from server.errors import DomainError
from server.settings import Settings

__all__ = ["FOLDER", "WORK", "Backups", "Failure", "Order", "told"]

log = logging.getLogger("goalbucks.backups")


@dataclass(frozen=True, slots=True)
class Failure:
    """Why the last backup came to nothing."""

    at: datetime
    kind: Kind
    sentence: str


class Backups(Workspace):
    """The backups of one data folder. Every call waits for the disk."""

    def __init__(
        self, settings: Settings, *, owner: Literal["server", "command"] = "server", hold: Hold = nullcontext
    ) -> None:
        super().__init__(settings, owner)
        self.failure: Failure | None = None
        """Of the newest try, if it failed."""
        self.turn = Turn()
        self._hold = hold

    def write(self, order: Order) -> Path:
        """Write one and prove it; where it is. Raises BackupFailedError and leaves no file behind when it can't be."""
        try:
            written = self._write(order)
        except (OSError, sqlite3.Error, DomainError) as error:
            failure = _failure_of(error, order)
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

    def sweep_photos(self, *, keep_recent: bool) -> bool:
        """Remove the shared photos that no backup names; False when nobody can tell which these are."""
        swept = self.photos.sweep(lambda: named_digests(self.folder), keep_recent=keep_recent)
        if swept:
            log.info("%d shared photos were removed, since no backup needs them", swept)
        return swept is not None

    def _write(self, order: Order) -> Path:
        if not self.settings.database_path.exists():
            raise BackupFailedError("There is nothing to back up yet.")
        if order.place is None:
            self.folder.mkdir(mode=0o700, exist_ok=True)
            sync_folder(self.folder.parent)
        else:
            self.sweep_named_place(order.place)
        target = order.target or retention.new_path(self.folder, order.kind)
        if target.exists():
            raise AlreadyThereError
        if order.target is not None:
            BackupWriter(self, order, self._hold).write(target)
        else:
            with self.photos.in_use():
                BackupWriter(self, order, self._hold).write(target)
                retention.thin(self.folder, target)  # renames backups, which `named_digests` would miss meanwhile
        if order.kind == "daily":
            try:
                self.sweep_photos(keep_recent=True)
            except OSError:
                log.exception("shared photos that no backup needs were not removed; the next daily backup tries again")
        return target


def _failure_of(error: Exception, order: Order) -> DomainError:
    failure = told(error, BackupFailedError)
    if order.place is None:
        return failure
    if type(failure) is DiskTooFullError and not isinstance(error, DiskTooFullError):
        return DiskTooFullError.on_disk_of(order.place)
    return BackupFailedError.writing_to(order.place, error) if type(failure) is BackupFailedError else failure


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
