"""Bodies and answers about submissions."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Annotated, Self

from pydantic import Field

from server.domain.submissions.models import Status, Submission, Verdict
from server.domain.submissions.service import Review
from server.schema import Answer, Body, Identifier, OptionalLongText, Time, Unbelieved

MAX_SUBMISSIONS = 500
"""The most that one call reviews: as many as one call lists."""


class ReviewBody(Body):
    """A verdict."""

    status: Verdict
    reviewed_by: Unbelieved = None
    comment: OptionalLongText = None
    allow_resubmission: Annotated[bool, Field(strict=True)] = False

    def to_review(self) -> Review:
        """What the service takes."""
        return Review(self.status, self.comment, self.allow_resubmission)


class BulkReviewBody(ReviewBody):
    """One verdict for several submissions; one named twice counts once."""

    submission_ids: Annotated[list[Identifier], Field(min_length=1, max_length=MAX_SUBMISSIONS)]


class ReviewCount(Answer):
    """How many submissions were reviewed."""

    count: int


class SubmissionAnswer(Answer):
    """A submission, with the fields of specification 13.5."""

    id: str
    goal_id: str
    student_id: str
    classroom_id: str
    image_url: str | None
    image_removed_at: Time | None
    """When the photo went for its age."""
    submission_text: str | None
    status: Status
    comment: str | None
    allow_resubmission: bool
    created_at: Time
    reviewed_at: Time | None
    reviewed_by: str | None


@dataclass(frozen=True, slots=True)
class RowNames:
    """What a row says of the student, the class and the goal."""

    student_name: str
    class_name: str
    goal_name: str
    goalbucks: int


class SubmissionRowAnswer(SubmissionAnswer):
    """A row of the teacher's list; a pending one with what was returned before it, newest first."""

    student_name: str
    class_name: str
    goal_name: str
    goalbucks: int
    earlier_tries: list[SubmissionAnswer]

    @classmethod
    def of(cls, submission: Submission, names: RowNames, earlier: Sequence[Submission]) -> Self:
        """The answer."""
        own = {name: getattr(submission, name) for name in SubmissionAnswer.model_fields}
        tries = [SubmissionAnswer.model_validate(each) for each in earlier]
        return cls(**own, **asdict(names), earlier_tries=tries)
