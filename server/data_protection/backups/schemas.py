"""Bodies and answers about backups."""

from typing import Annotated

from pydantic import StringConstraints

from server.data_protection.backups.operation_lock import Busy
from server.data_protection.backups.retention import Kind
from server.schema import Answer, Body, Name, OptionalName, Time

NewPassphrase = Annotated[Name, StringConstraints(min_length=8)]
"""Whoever finds the file may guess as often as they like."""


class BackupBody(Body):
    """How to make it."""

    passphrase: NewPassphrase | None = None


class RestoreBackupBody(Body):
    """How to open it."""

    passphrase: OptionalName = None
    without_photos: bool = False
    """Go on though none of the photos that it shares with others can be found."""


class BackupAnswer(Answer):
    """One backup in the folder."""

    name: str
    kind: Kind
    made_at: Time
    bytes: int
    locked: bool
    """It takes a passphrase."""
    shares_photos: bool
    """Its photos are in the folder of shared photos; `bytes` are without them."""


class FailureAnswer(Answer):
    """Why the newest try came to nothing."""

    at: Time
    sentence: str


class BackupsAnswer(Answer):
    """The backups of this class computer; which ones there are, it tells on itself alone."""

    elsewhere: bool
    """The data is in a school's database, and whoever runs that backs it up: there are none here."""
    backups: list[BackupAnswer]
    """The newest first."""
    newest_at: Time | None
    """Of the newest one that holds everything."""
    last_failure: FailureAnswer | None
    busy: Busy | None
    folder: str | None
    can_show_folder: bool
    changeable: bool
    """Whether this device may make and restore them: the computer itself."""


class RestoredAnswer(Answer):
    """The backup is the present state now."""

    kept_as: str | None
    """The name of the backup in which the state before it is kept; None when there was nothing whole to keep."""
