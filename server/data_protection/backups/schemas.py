"""Request and response models of the backup routes."""

from typing import Annotated

from pydantic import StringConstraints

from server.data_protection.backups.operation_lock import Operation
from server.data_protection.backups.retention import BackupKind
from server.schema import Name, RequestModel, ResponseModel, Timestamp, TranslatableResponse

NewPassphrase = Annotated[Name, StringConstraints(min_length=8)]
"""At least 8 characters: a backup file allows unlimited guesses offline."""

Passphrase = Annotated[str, StringConstraints(strict=True, strip_whitespace=True, max_length=1000)]
"""The passphrase of an existing backup: one of the command line may be longer than a new one here, and have a tab."""


class CreateBackupRequest(RequestModel):
    """Options of a new backup."""

    passphrase: NewPassphrase | None = None


class RestoreBackupRequest(RequestModel):
    """Options of a restore."""

    passphrase: Passphrase | None = None
    without_photos: bool = False
    """Restore even when none of the backup's shared images can be found."""


class BackupResponse(ResponseModel):
    """One backup in the folder."""

    name: str
    kind: BackupKind
    made_at: Timestamp
    bytes: int
    locked: bool
    """Encrypted with a passphrase."""
    shares_photos: bool
    """The images are in the shared image folder; `bytes` excludes them."""


class BackupFailureResponse(TranslatableResponse):
    """Failure of the newest attempt."""

    at: Timestamp
    sentence: str


class BackupListResponse(ResponseModel):
    """State of the backups; the list itself is given to requests from the class computer only."""

    elsewhere: bool
    """The data is in a PostgreSQL database, which its administrator backs up; the list is empty."""
    backups: list[BackupResponse]
    """Newest first."""
    newest_at: Timestamp | None
    """Time of the newest full backup."""
    last_failure: BackupFailureResponse | None
    busy: Operation | None
    folder: str | None
    can_show_folder: bool
    changeable: bool
    """Whether this device may make and restore backups, i.e. is the class computer itself."""


class RestoreResponse(ResponseModel):
    """Result of a restore."""

    kept_as: str | None
    """File name of the backup of the replaced state; None when there was no intact database."""
    login_cards: int
    """Number of login cards that are valid again as when the backup was made, also those replaced or ended since."""
    login_cards_ended: int
    """Number of login cards of another computer, which the restore has ended."""
