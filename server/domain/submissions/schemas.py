"""Request and response models for submissions."""

from dataclasses import dataclass, replace
from typing import Annotated

from pydantic import Field

from server.domain.submissions.models import Review, SubmissionStatus, Verdict
from server.schema import (
    GoalbucksAmount,
    IgnoredField,
    OptionalLongText,
    RequestModel,
    ResponseRow,
    RowIds,
    Timestamp,
)


class _VerdictRequest(RequestModel):
    """A teacher's verdict."""

    status: Verdict
    reviewed_by: IgnoredField = None
    comment: OptionalLongText = None
    allow_resubmission: Annotated[bool, Field(strict=True)] = False

    def to_review(self) -> Review:
        """Convert to the service's input."""
        return Review(self.status, self.comment, self.allow_resubmission)


class ReviewRequest(_VerdictRequest):
    """A teacher's verdict on a submission; an approval may pay less than the goal is worth."""

    goalbucks: GoalbucksAmount | None = None

    def to_review(self) -> Review:
        """Convert to the service's input."""
        return replace(super().to_review(), goalbucks=self.goalbucks)


class BulkReviewRequest(_VerdictRequest):
    """One verdict for several submissions, which pay the worth of their goals; duplicate ids count once."""

    submission_ids: RowIds


@dataclass(slots=True)
class SubmissionResponse(ResponseRow):
    """A submission, with the fields of specification 13.5."""

    id: str
    goal_id: str
    student_id: str
    classroom_id: str
    image_url: str | None
    image_removed_at: Timestamp | None
    """Time at which the retention period removed the photo."""
    submission_text: str | None
    status: SubmissionStatus
    comment: str | None
    allow_resubmission: bool
    created_at: Timestamp
    reviewed_at: Timestamp | None
    reviewed_by: str | None


@dataclass(slots=True)
class AttemptResponse(SubmissionResponse):
    """A submission in the record of its goal, with the name of the teacher or substitute who reviewed it."""

    reviewer_name: str | None
    reviewed_by_substitute: bool


@dataclass(slots=True)
class PortfolioItem(SubmissionResponse):
    """An approved submission in the student's portfolio."""

    goal_name: str
    goalbucks: int
    offered_goalbucks: int | None
    preview: str | None
    """A small JPEG of the photo, base64; None without a photo, or if its file is missing or damaged."""


@dataclass(slots=True)
class SubmissionListItem(SubmissionResponse):
    """A submission in the teacher's list; a pending one with the goal's denied submissions, newest first."""

    student_name: str
    class_name: str
    goal_name: str
    goal_details: str | None
    goalbucks: int
    offered_goalbucks: int | None
    earlier_tries: list[SubmissionResponse]
