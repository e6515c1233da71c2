"""Errors of making, reading and restoring backups, and of the database file."""

import errno
from pathlib import Path

from server.data_protection.backups.snapshot import has_data
from server.errors import DomainError, TerminalError

SHARED_IMAGES_ELSEWHERE = (
    "The photos of this backup are not with it: they are in the folder photos beside it, where it was made."
)
REASON = (
    "{reason, select, no_permission {: this account has no right to do so} read_only {: its disk is read-only} "
    "io_error {: the disk reports an error} other {}}"
)
"""End of a clause that says what couldn't be read or written; `reason` is from `reason_of`."""


class BackupFailedError(DomainError):
    """The backup couldn't be written or verified; no partial file remains."""

    status = 503
    code = "backup_failed"
    sentence = "The backup could not be written. Nothing was changed. Please check the disk and try again."


class NothingToBackUpError(BackupFailedError):
    """There is no database yet."""

    key = "nothing_to_back_up"
    sentence = "There is nothing to back up yet."


class BackupNotVerifiedError(BackupFailedError):
    """The written file isn't what was read again."""

    key = "backup_not_verified"
    sentence = "The backup was written, but what was read again was not the same. Please check the disk."


class ImageUnreadableError(BackupFailedError):
    """The photo `name` can't be read, because of `reason`."""

    key = "photo_unreadable"
    sentence = (
        f"The backup could not be made, because the photo {{name}} can't be read{REASON}. "
        "Nothing was changed. Please check the disk and try again."
    )


class TargetFolderError(TerminalError, BackupFailedError):
    """The backup couldn't be written to the `folder` that a command names, because of `reason`."""

    sentence = f"The backup could not be written to {{folder}}{REASON}. Nothing was changed."


class BackupDiskFullError(BackupFailedError):
    """The disk is full: that of the data folder unless another folder is named."""

    code = "disk_too_full"
    sentence = "The disk with GoalBucks' data is too full. Nothing was changed. Please make room and try again."


class MoreSpaceNeededError(BackupDiskFullError):
    """The disk is too full; `needed` and `free` are sizes."""

    key = "more_space_needed"
    sentence = (
        "The disk with GoalBucks' data is too full: {needed} are needed, and {free} are free. "
        "Nothing was changed. Please make room and try again."
    )


class TargetDiskFullError(TerminalError, BackupDiskFullError):
    """The disk of the `folder` that a command names is full."""

    sentence = "The disk of {folder} is full. Nothing was changed. Please make room and try again."


class TargetNeedsMoreSpaceError(TerminalError, BackupDiskFullError):
    """The disk of the `folder` that a command names is too full; `needed` and `free` are sizes."""

    sentence = (
        "The disk of {folder} is too full: {needed} are needed, and {free} are free. "
        "Nothing was changed. Please make room and try again."
    )


class RestoreFailedError(DomainError):
    """The disk failed during a restore; the previous state is unchanged."""

    status = 503
    code = "restore_failed"
    sentence = "The backup could not be restored. Nothing was changed. Please check the disk and try again."


class PreDeleteBackupFailedError(DomainError):
    """A deletion was refused because the backup before it failed."""

    code = "not_backed_up"
    sentence = "Nothing was deleted, because the backup that is made before could not be written. {cause}"


class PreTermBackupFailedError(DomainError):
    """A new term was refused because the backup before it failed."""

    code = "not_backed_up"
    key = "term_not_backed_up"
    sentence = "No new term began, because the backup that is made before could not be written. {cause}"


class BackupNotDeletedError(DomainError):
    """The file or folder couldn't be deleted."""

    status = 503
    code = "backup_not_deleted"
    sentence = "The backup could not be deleted. Another program may be using it. Please try again."


class BackupFileExistsError(DomainError):
    """The target file exists; backups never overwrite files."""

    code = "backup_already_there"
    sentence = "There is a file of this name already. Please choose another name."


class FileTooLargeError(BackupFailedError):
    """The file system doesn't allow a file of this size; FAT32 has a limit of 4 GB."""

    code = "backup_too_large_for_disk"
    sentence = (
        "This disk can't hold a file as large as the backup. Nothing was changed. "
        "Please choose another disk, or format this one with exFAT."
    )


class BackupCancelledError(BackupFailedError):
    """The backup was cancelled because the program is stopping."""

    code = "backup_stopped"
    sentence = "The backup was not finished, because GoalBucks was closed."


class BackupRunningError(DomainError):
    """Another backup holds the operation lock."""

    code = "backup_running"
    sentence = "A backup is being made already. Please wait until it is done, then try again."


class RestoreRunningError(DomainError):
    """A restore holds the operation lock."""

    code = "restore_running"
    sentence = "A backup is being restored already. Please wait until that is done."


class ErasureRunningError(DomainError):
    """An erasure holds the operation lock: a restore meanwhile would bring the student back."""

    code = "erasure_running"
    sentence = "A student is being erased from the backups. Please wait until that is done, then try again."


class BackupsElsewhereError(DomainError):
    """The data is in a PostgreSQL database, which its administrator backs up."""

    status = 409
    code = "backups_elsewhere"
    sentence = "Your school backs this server up. Please ask whoever runs it."


class NotABackupError(DomainError):
    """The file isn't a GoalBucks backup."""

    status = 422
    code = "not_a_backup"
    sentence = "This file is not a backup of GoalBucks. Nothing was changed. Please choose another file."


class DamagedBackupError(NotABackupError):
    """The content doesn't match the manifest, or can't be decoded."""

    code = "backup_damaged"
    sentence = "This backup is damaged. Nothing was changed. Please choose another one."


class BackupUnreadableError(DomainError):
    """The operating system failed to read the file."""

    status = 422
    code = "backup_unreadable"
    sentence = "This file can't be read. Nothing was changed. Please check the disk, or choose another file."

    @staticmethod
    def of(path: Path, error: OSError) -> "BackupUnreadableError":
        """Return the error that names the file and the reason."""
        if isinstance(error, FileNotFoundError):
            return BackupFileMissingError(params={"name": path.name})
        return BackupFileUnreadableError(params={"name": path.name, "reason": reason_of(error)})


class BackupFileMissingError(BackupUnreadableError):
    """There is no file `name`."""

    key = "backup_file_missing"
    sentence = "There is no file {name} in this place. Nothing was changed."


class BackupFileUnreadableError(BackupUnreadableError):
    """The file `name` can't be read, because of `reason`."""

    key = "backup_file_unreadable"
    sentence = f"The file {{name}} can't be read{REASON}. Nothing was changed."


class SharedImagesMissingError(DomainError):
    """None of the backup's shared images can be found."""

    status = 409
    code = "photos_missing"
    sentence = (
        f"{SHARED_IMAGES_ELSEWHERE} "
        "Nothing was changed. Please choose a backup that Save a copy has saved, or bring that folder along."
    )


class AlteredBackupError(NotABackupError):
    """The database's schema differs from that of its revision; added triggers or views would run within GoalBucks."""

    code = "backup_altered"
    sentence = (
        "This backup contains something that GoalBucks didn't put there, so it can't be restored. "
        "Nothing was changed. Please choose another one."
    )


class NewerBackupError(DomainError):
    """The backup has a newer format or schema than this version knows."""

    code = "backup_newer"
    sentence = (
        "This backup was made by a newer GoalBucks. Nothing was changed. "
        "Please install the newest version on this computer, then restore it."
    )


class PassphraseNeededError(DomainError):
    """The backup is encrypted and no passphrase was given."""

    status = 422
    code = "passphrase_needed"
    sentence = "This backup is locked with a passphrase. Please enter it."


class WrongPassphraseError(DomainError):
    """The passphrase doesn't decrypt the backup."""

    status = 422
    code = "wrong_passphrase"
    sentence = "This passphrase does not open the backup. Nothing was changed. Please try again."


class SlowDecryptionError(DomainError):
    """Deriving the key from the passphrase would take this computer many times longer than the one that encrypted."""

    status = 503
    code = "decryption_too_slow"
    sentence = (
        "This computer is too busy or too slow to open the locked backup now. Nothing was changed. "
        "Please close other programs and try again."
    )


class DatabaseInUseError(DomainError):
    """The database file can't be replaced because another program has it open."""

    code = "database_in_use"
    sentence = (
        "Another program is using the class's database. Nothing was changed. Please close that program and try again."
    )


class DatabaseDamagedError(DomainError):
    """A backup or the check at startup found that the database file is damaged.

    Any other request raises `DatabaseMalformedError` for it, with the same code and another sentence.
    """

    status = 503
    code = "database_damaged"
    key = "database_too_damaged_for_backup"
    sentence = "The class's database is damaged, so it can't be backed up. Please restore an earlier backup."


class DatabaseQuarantinedError(TerminalError, DatabaseDamagedError):
    """A damaged database was moved to the quarantine folder `folder`, at this start or an earlier one."""

    sentence = "The class's database is damaged. Nothing was deleted."

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder

    @property
    def has_data(self) -> bool:
        """Whether the quarantine folder holds data."""
        return has_data(self.folder)


class DatabaseMissingError(DatabaseQuarantinedError):
    """The data folder has images or backups but no database; `folder` holds the sidecar files that were left of it."""

    code = "database_missing"
    sentence = "The class's database is missing, though other data of the class is there. Nothing was deleted."


_REASONS = {
    errno.EACCES: "no_permission",
    errno.EPERM: "no_permission",
    errno.EROFS: "read_only",
    errno.EIO: "io_error",
}


def reason_of(error: Exception) -> str:
    """Return the parameter `reason` for an error of the operating system."""
    return _REASONS.get(getattr(error, "errno", None) or 0, "other")
