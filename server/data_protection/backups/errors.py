"""What can be wrong with a backup, with the place for it, or with the database itself."""

import errno
from pathlib import Path
from typing import Self

from server.errors import DomainError

_THOUSAND = 1000


class BackupFailedError(DomainError):
    """It couldn't be written, or wasn't what it should be when it was read again; nothing of it is left."""

    status = 503
    code = "backup_failed"
    sentence = "The backup could not be written. Nothing was changed. Please check the disk and try again."

    @classmethod
    def writing_to(cls, folder: Path, error: Exception) -> Self:
        """With the folder that refused, and why."""
        return cls(f"The backup could not be written to {folder}{_reason(error)}. Nothing was changed.")

    @classmethod
    def reading(cls, what: str, error: Exception) -> Self:
        """With what could not be read, and why."""
        return cls(
            f"The backup could not be made, because {what} can't be read{_reason(error)}. "
            "Nothing was changed. Please check the disk and try again."
        )


class DiskTooFullError(BackupFailedError):
    """There is no room for it; unless a folder is named, on the disk of the data folder."""

    code = "disk_too_full"
    sentence = "The disk with GoalBucks' data is too full. Nothing was changed. Please make room and try again."

    @classmethod
    def on_disk_of(cls, folder: Path) -> Self:
        """Of another folder than the data folder."""
        return cls(f"The disk of {folder} is full. Nothing was changed. Please make room and try again.")

    @classmethod
    def needing(cls, needed: int, free: int, folder: Path | None = None) -> Self:
        """With the figures, in bytes."""
        disk = "with GoalBucks' data" if folder is None else f"of {folder}"
        return cls(
            f"The disk {disk} is too full: {spoken_size(needed)} are needed, and {spoken_size(free)} are free. "
            "Nothing was changed. Please make room and try again."
        )


class RestoreFailedError(DomainError):
    """The disk refused; the state before it is there still."""

    status = 503
    code = "restore_failed"
    sentence = "The backup could not be restored. Nothing was changed. Please check the disk and try again."


class NotBackedUpError(DomainError):
    """What can't be undone without a backup isn't done without one."""

    code = "not_backed_up"
    sentence = "Nothing was deleted, because the backup that is made before could not be written."


class AlreadyThereError(DomainError):
    """A file of that name is never written over."""

    code = "backup_already_there"
    sentence = "There is a file of this name already. Please choose another name."


class FileTooLargeError(BackupFailedError):
    """USB sticks are often formatted so that no file may be over 4 GB."""

    code = "backup_too_large_for_disk"
    sentence = (
        "This disk can't hold a file as large as the backup. Nothing was changed. "
        "Please choose another disk, or format this one with exFAT."
    )


class StoppedError(BackupFailedError):
    """The program ends."""

    code = "backup_stopped"
    sentence = "The backup was not finished, because GoalBucks was closed."


class BackupRunningError(DomainError):
    """One after the other."""

    code = "backup_running"
    sentence = "A backup is being made already. Please wait until it is done, then try again."


class RestoreRunningError(DomainError):
    """One after the other."""

    code = "restore_running"
    sentence = "A backup is being restored already. Please wait until that is done."


class ErasureRunningError(DomainError):
    """A restore in between would bring the student back."""

    code = "erasure_running"
    sentence = "A student is being erased from the backups. Please wait until that is done, then try again."


class BackupsElsewhereError(DomainError):
    """The data is in a school's database, which has backups of its own."""

    status = 409
    code = "backups_elsewhere"
    sentence = "Your school backs this server up. Please ask whoever runs it."


class NoScreenError(DomainError):
    """There is no desktop to show the folder on."""

    code = "no_screen"
    sentence = "This computer has no window to show the folder in. Settings say where it is."


class NotABackupError(DomainError):
    """Some other file, or none."""

    status = 422
    code = "not_a_backup"
    sentence = "This file is not a backup of GoalBucks. Nothing was changed. Please choose another file."


class DamagedBackupError(NotABackupError):
    """What is in it isn't what was put into it."""

    code = "backup_damaged"
    sentence = "This backup is damaged. Nothing was changed. Please choose another one."


class BackupUnreadableError(DomainError):
    """The disk or the system refuses to read the file, whatever is in it."""

    status = 422
    code = "backup_unreadable"
    sentence = "This file can't be read. Nothing was changed. Please check the disk, or choose another file."

    @classmethod
    def of(cls, path: Path, error: OSError) -> Self:
        """With the file's name, and why."""
        if isinstance(error, FileNotFoundError):
            return cls(f"There is no file {path.name} in this place. Nothing was changed.")
        return cls(f"The file {path.name} can't be read{_reason(error)}. Nothing was changed.")


class PhotosMissingError(DomainError):
    """None of the photos that a backup shares with others can be found."""

    status = 409
    code = "photos_missing"
    sentence = (
        "The photos of this backup are not with it: they are in the folder photos beside it, where it was made. "
        "Nothing was changed. Please choose a backup that Save a copy has saved, or bring that folder along."
    )


class AlteredBackupError(NotABackupError):
    """The schema of its database isn't that of its revision: what was added would run with GoalBucks."""

    code = "backup_altered"
    sentence = (
        "This backup contains something that GoalBucks didn't put there, so it can't be restored. "
        "Nothing was changed. Please choose another one."
    )


class NewerBackupError(DomainError):
    """This program doesn't know what is in it."""

    code = "backup_newer"
    sentence = (
        "This backup was made by a newer GoalBucks. Nothing was changed. "
        "Please install the newest version on this computer, then restore it."
    )


class PassphraseNeededError(DomainError):
    """It is encrypted."""

    status = 422
    code = "passphrase_needed"
    sentence = "This backup is locked with a passphrase. Please enter it."


class WrongPassphraseError(DomainError):
    """It doesn't open it."""

    status = 422
    code = "wrong_passphrase"
    sentence = "This passphrase does not open the backup. Nothing was changed. Please try again."


class DatabaseInUseError(DomainError):
    """Another program has the file open, so it can't be replaced."""

    code = "database_in_use"
    sentence = (
        "Another program is using the class's database. Nothing was changed. Please close that program and try again."
    )


class DatabaseDamagedError(DomainError):
    """The file can't be read; it was set aside, and there is none in its place."""

    status = 503
    code = "database_damaged"
    sentence = "The class's database is damaged, so it can't be backed up. Please restore an earlier backup."


class SetAsideError(DatabaseDamagedError):
    """A start found it damaged, or found what an earlier start had set aside in the folder `aside`."""

    sentence = "The class's database is damaged. Nothing was deleted."

    def __init__(self, aside: Path) -> None:
        super().__init__()
        self.aside = aside

    @property
    def keeps_files(self) -> bool:
        """Whether anything with data was there to set aside; the index of a log (-shm) has none."""
        return any(path.stat().st_size > 0 and not path.name.endswith("-shm") for path in self.aside.iterdir())


class DatabaseMissingError(SetAsideError):
    """A start found photos or backups of a class, but no database; `aside` holds what SQLite kept beside it."""

    code = "database_missing"
    sentence = "The class's database is missing, though other data of the class is there. Nothing was deleted."


def _reason(error: Exception) -> str:
    reasons = {
        errno.EACCES: "this account has no right to do so",
        errno.EPERM: "this account has no right to do so",
        errno.EROFS: "its disk is read-only",
        errno.EIO: "the disk reports an error",
    }
    reason = reasons.get(getattr(error, "errno", None) or 0)
    return "" if reason is None else f": {reason}"


def spoken_size(count: int) -> str:
    """Such as 3.4 MB."""
    kilobytes = max(1, round(count / 1000))
    if kilobytes < _THOUSAND:
        return f"{kilobytes} KB"
    megabytes = kilobytes / _THOUSAND
    return f"{megabytes:.1f} MB" if megabytes < _THOUSAND else f"{megabytes / _THOUSAND:.1f} GB"
