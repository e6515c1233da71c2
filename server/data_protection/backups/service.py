"""Backup service of one data folder: writes backups, applies the retention and records failures."""

import errno
import logging
import shutil
import sqlite3
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlalchemy.orm import Session

from server import clock
from server.data_protection.backups import retention
from server.data_protection.backups.backup_writer import BackupRequest, BackupWriter, PauseDeletes
from server.data_protection.backups.errors import (
    BackupCancelledError,
    BackupDiskFullError,
    BackupFailedError,
    BackupFileExistsError,
    BackupNotDeletedError,
    DatabaseDamagedError,
    FileTooLargeError,
    NothingToBackUpError,
    PreDeleteBackupFailedError,
    PreTermBackupFailedError,
    TargetDiskFullError,
    TargetFolderError,
    reason_of,
)
from server.data_protection.backups.incremental_images import referenced_digests
from server.data_protection.backups.missing_images import MissingImages, backups_with_lost_images
from server.data_protection.backups.operation_lock import OperationLock
from server.data_protection.backups.snapshot import is_damage
from server.data_protection.backups.workspace import BACKUP_FOLDER, WORK_FOLDER_PREFIX, Owner, Workspace
from server.database.damage_flag import mark_suspect
from server.domain.students.models import Student
from server.errors import DomainError
from server.settings import Settings
from server.system.durable_files import sync_folder
from server.system.storage_errors import is_disk_full
from server.texts.translatable import Sentence

__all__ = ["BACKUP_FOLDER", "WORK_FOLDER_PREFIX", "BackupFailure", "BackupRequest", "BackupService", "to_domain_error"]

log = logging.getLogger("goalbucks.backups")


@dataclass(frozen=True, slots=True)
class BackupFailure:
    """Failure of the last backup attempt."""

    at: datetime
    sentence: Sentence


class BackupService(Workspace):
    """The backups of one data folder. All methods block on disk I/O."""

    def __init__(
        self,
        settings: Settings,
        *,
        owner: Owner = "server",
        pause_deletes: PauseDeletes = nullcontext,
    ) -> None:
        super().__init__(settings, owner)
        self.failure: BackupFailure | None = None
        """Failure of the newest attempt; None when it succeeded."""
        self.missing_images = MissingImages(settings)
        self.operation_lock = OperationLock()
        self._pause_deletes = pause_deletes

    def write(self, request: BackupRequest) -> Path:
        """Write and verify a backup; return its path.

        Raises BackupFailedError or another DomainError and leaves no partial file. Marks a damaged database as suspect.
        """
        try:
            written = self._write(request)
        except (OSError, sqlite3.Error, DomainError) as error:
            failure = _failure_of(error, request)
            if not isinstance(failure, BackupCancelledError):
                log.exception("the %s backup was not written: %s", request.kind, failure.message)
                self.failure = BackupFailure(clock.now(), failure.translatable)
            if isinstance(failure, DatabaseDamagedError):
                mark_suspect(self.settings)
            raise failure from error
        self.failure = None
        log.info("backup %s: %d bytes", written.name, written.stat().st_size)
        return written

    def back_up_before_deleting(self, db: Session, table: str, row_id: str) -> None:
        """Back up the database and the class's images before a class or student is deleted; a hook for any table.

        Raises PreDeleteBackupFailedError when the backup fails.
        """
        match table:
            case "classrooms":
                request = BackupRequest("before-deleting-class", images="class", classroom_id=row_id)
            case "students":
                classroom_id = db.get_one(Student, row_id).classroom_id
                request = BackupRequest("before-deleting-student", images="class", classroom_id=classroom_id)
            case _:
                return
        # Reads by a separate connection, which doesn't see the uncommitted changes of this transaction.
        try:
            self.write(request)
        except DomainError as error:
            raise PreDeleteBackupFailedError(params={"cause": error.translatable}) from error

    def back_up_before_new_term(self, db: Session, classroom_id: str) -> None:  # noqa: ARG002 - a hook
        """Back up the database before a class begins a new term, which deletes no image.

        Raises PreTermBackupFailedError when the backup fails.
        """
        try:
            self.write(BackupRequest("before-new-term", images="none"))
        except DomainError as error:
            raise PreTermBackupFailedError(params={"cause": error.translatable}) from error

    def back_up_before_upgrade(self) -> None:
        """Back up the database before a migration; images aren't migrated, so they aren't included."""
        self.write(BackupRequest("before-upgrade", images="none"))

    def remove_unreferenced_images(self, *, keep_recent: bool) -> bool:
        """Remove the shared images that no backup references; return False when a backup can't be read."""
        removed = self.shared_images.remove_unreferenced(
            lambda: referenced_digests(self.folder), keep_recent=keep_recent
        )
        if removed:
            log.info("removed %d shared images that no backup references", removed)
        return removed is not None

    def delete(self, path: Path) -> None:
        """Delete a file of the backup folder with the shared images that it alone references, or a quarantine folder.

        Raises BackupNotDeletedError.
        """
        try:
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)
                self.remove_unreferenced_images(keep_recent=True)
        except OSError as error:
            raise BackupNotDeletedError from error

    def _write(self, request: BackupRequest) -> Path:
        if not self.settings.database_path.exists():
            raise NothingToBackUpError
        if request.target_folder is None:
            self.folder.mkdir(mode=0o700, exist_ok=True)
            sync_folder(self.folder.parent)
        else:
            self.remove_leftovers_in(request.target_folder)
        target = request.target or retention.new_backup_path(self.folder, request.kind)
        if target.exists():
            raise BackupFileExistsError
        writer = BackupWriter(self, request, self._pause_deletes)
        if request.target is not None:
            writer.write(target)
        else:
            with self.shared_images.removal_blocked():
                writer.write(target)
                # Renames backups, which `referenced_digests` could miss meanwhile.
                retention.prune(self.folder, target, backups_with_lost_images(self.folder))
        if request.images == "all":
            self.missing_images.replace(writer.missing_images)
        if request.kind == "daily":
            try:
                self.remove_unreferenced_images(keep_recent=True)
            except OSError:
                log.exception("unreferenced shared images were not removed; the next daily backup tries again")
        return target


def _failure_of(error: Exception, request: BackupRequest) -> DomainError:
    failure = to_domain_error(error, BackupFailedError)
    if request.target_folder is None:
        return failure
    if type(failure) is BackupDiskFullError and not isinstance(error, BackupDiskFullError):
        return TargetDiskFullError(params={"folder": str(request.target_folder)})
    if failure.code == BackupFailedError.code:
        return TargetFolderError(params={"folder": str(request.target_folder), "reason": reason_of(error)})
    return failure


def to_domain_error(error: Exception, otherwise: type[DomainError]) -> DomainError:
    """Translate an error of the disk or SQLite to a DomainError, by default to `otherwise`."""
    if isinstance(error, DomainError):
        return error
    if isinstance(error, sqlite3.Error) and is_damage(error):
        return DatabaseDamagedError()
    if isinstance(error, OSError) and error.errno == errno.EFBIG:
        return FileTooLargeError()
    return BackupDiskFullError() if is_disk_full(error) else otherwise()
