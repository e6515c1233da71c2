"""Answers about exports, erasures and how long photos are kept."""

from typing import Annotated

from pydantic import Field

from server.data_protection.privacy.backup_redaction import Why
from server.schema import Answer

RetentionDays = Annotated[int, Field(ge=30, le=3650)]
"""Less than a month would take what a teacher may still want to look at."""


class LeftAnswer(Answer):
    """A backup, or a folder with a damaged database, that may hold the student still."""

    name: str
    why: Why


class ErasureAnswer(Answer):
    """How far it is."""

    done: bool
    """Else ask again: the rows are gone or about to go, and the backups are being rewritten."""
    backups_rewritten: int
    backups_left: list[LeftAnswer]
    finishes_later: bool
    """The disk refused some of it; GoalBucks tries again at its next start."""


class RetentionAnswer(Answer):
    """What a limit would remove."""

    images: int
