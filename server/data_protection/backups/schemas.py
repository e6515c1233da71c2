"""Request and response models of the backup routes."""

from typing import Annotated

from pydantic import StringConstraints

from server.data_protection.backups.operation_lock import Busy
from server.data_protection.backups.retention import Kind
from server.schema import Answer, Body, Name, OptionalName, Time

NewPassphrase = Annotated[Name, StringConstraints(min_length=8)]
"""At least 8 characters: a backup file allows unlimited guesses offline."""


class BackupBody(Body):
    """Options of a new backup."""

    passphrase: NewPassphrase | None = None


class RestoreBackupBody(Body):
    """Options of a restore."""

    passphrase: OptionalName = None
    without_photos: bool = False
    """Restore even when none of the backup's shared photos can be found."""


class BackupAnswer(Answer):
    """One backup in the folder."""

    name: str
    kind: Kind
    made_at: Time
    bytes: int
    locked: bool
    """Encrypted with a passphrase."""
    shares_photos: bool
    """The photos are in the shared photo folder; `bytes` excludes them."""


class FailureAnswer(Answer):
    """Failure of the newest attempt."""

    at: Time
    sentence: str


class BackupsAnswer(Answer):
    """State of the backups; the list itself is given to requests from the class computer only."""

    elsewhere: bool
    """The data is in a PostgreSQL database, which its administrator backs up; the list is empty."""
    backups: list[BackupAnswer]
    """Newest first."""
    newest_at: Time | None
    """Time of the newest full backup."""
    last_failure: FailureAnswer | None
    busy: Busy | None
    folder: str | None
    can_show_folder: bool
    changeable: bool
    """Whether this device may make and restore backups, i.e. is the class computer itself."""


class RestoredAnswer(Answer):
    """Result of a restore."""

    kept_as: str | None
    """File name of the backup of the replaced state; None when there was no intact database."""
