"""Request and response models of the recovery routes."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import StringConstraints

from server.data_protection.backups.retention import BackupKind
from server.data_protection.backups.schemas import Passphrase
from server.recovery.database_recovery import BackupCondition, RecoveryState, RestoreCandidate
from server.schema import RequestModel, ResponseModel, TranslatableResponse


class RecoveryRestoreRequest(RequestModel):
    """The backup to restore, and its passphrase."""

    name: Annotated[str, StringConstraints(strict=True, min_length=1, max_length=200)]
    passphrase: Passphrase | None = None
    without_photos: bool = False
    """Restore even when none of the backup's shared photos can be found."""


class RestoreCandidateResponse(ResponseModel):
    """A backup that may be restored."""

    name: str
    kind: BackupKind
    made_at: datetime
    bytes: int
    condition: BackupCondition
    """`proved`: read and verified completely; `readable`: only its manifest was read."""
    students: int | None
    classes: int | None

    @classmethod
    def of(cls, candidate: RestoreCandidate) -> "RestoreCandidateResponse":
        """Build from the candidate, without its path."""
        file = candidate.file
        return cls(
            name=file.path.name,
            kind=file.kind,
            made_at=file.made_at,
            bytes=candidate.bytes,
            condition=candidate.condition,
            students=candidate.students,
            classes=candidate.classes,
        )


class RecoveryProblemResponse(TranslatableResponse):
    """Reason of the last failure."""

    error: str
    code: str


class RecoveryResponse(ResponseModel):
    """The state of the recovery."""

    doing: RecoveryState
    reason: Literal["damaged", "missing"]
    """Condition of the database that requires recovery."""
    kept_in: str | None
    """Path of the quarantine folder; null if it holds no data."""
    backups: list[RestoreCandidateResponse]
    """Newest first."""
    problem: RecoveryProblemResponse | None
