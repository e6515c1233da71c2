"""Bodies and answers of the rescue."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import StringConstraints

from server.data_protection.backups.retention import BackupKind
from server.recovery.repair import Condition, RepairState, RestoreCandidate
from server.schema import RequestModel, ResponseModel

MAX_PASSPHRASE_LENGTH = 1000


class RestoreBody(RequestModel):
    """Which backup, and what opens it."""

    name: Annotated[str, StringConstraints(strict=True, min_length=1, max_length=200)]
    passphrase: Annotated[str, StringConstraints(strict=True, max_length=MAX_PASSPHRASE_LENGTH)] | None = None
    without_photos: bool = False
    """Go on though none of the photos that it shares with others can be found."""


class OfferAnswer(ResponseModel):
    """A backup that may be restored."""

    name: str
    kind: BackupKind
    made_at: datetime
    bytes: int
    condition: Condition
    """`proved` was read to its end; of `readable` only what it says of itself."""
    students: int | None
    classes: int | None

    @classmethod
    def of(cls, offer: RestoreCandidate) -> "OfferAnswer":
        """Without its path."""
        kept = offer.kept
        return cls(
            name=kept.path.name,
            kind=kept.kind,
            made_at=kept.made_at,
            bytes=offer.bytes,
            condition=offer.condition,
            students=offer.students,
            classes=offer.classes,
        )


class ProblemAnswer(ResponseModel):
    """Why the last try came to nothing."""

    error: str
    code: str


class RescueAnswer(ResponseModel):
    """How the repair stands."""

    doing: RepairState
    reason: Literal["damaged", "missing"]
    """Whether the database can't be read, or isn't there."""
    kept_in: str | None
    """The folder of what was set aside, on this computer; null when there was nothing."""
    backups: list[OfferAnswer]
    """The newest first."""
    problem: ProblemAnswer | None
