"""Response models of the data protection routes."""

from typing import Annotated

from pydantic import Field

from server.data_protection.privacy.redact_all_backups import UnprocessedReason
from server.schema import ResponseModel

RetentionDays = Annotated[int, Field(ge=30, le=3650)]
"""At least a month, so that teachers can still look at recent images."""


class UnprocessedBackupResponse(ResponseModel):
    """A backup or quarantine folder that may still contain the student."""

    name: str
    why: UnprocessedReason


class ErasureResponse(ResponseModel):
    """Progress or result of an erasure."""

    done: bool
    """False while rows are deleted and backups rewritten; repeat the call then."""
    backups_rewritten: int
    backups_left: list[UnprocessedBackupResponse]
    finishes_later: bool
    """Part of the erasure failed; the next start retries it."""


class RetentionEffectResponse(ResponseModel):
    """Effect of a retention setting."""

    images: int
