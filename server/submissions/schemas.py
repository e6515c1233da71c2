"""Bodies and answers about submissions."""

from typing import Annotated, Self

from pydantic import Field

from server.submissions.models import Status, Submission, Verdict
from server.submissions.service import Review
from server.wire import Answer, Body, Identifier, OptionalLongText, Time, Unbelieved

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
    """A submission, with the fields of product.md §3 and `allowResubmission`."""

    id: str
    goal_id: str
    student_id: str
    classroom_id: str
    image_url: str | None
    submission_text: str | None
    status: Status
    comment: str | None
    allow_resubmission: bool
    created_at: Time
    reviewed_at: Time | None
    reviewed_by: str | None


class SubmissionRowAnswer(SubmissionAnswer):
    """A row of the teacher's list."""

    student_name: str
    class_name: str
    goal_name: str
    goalbucks: int

    @classmethod
    def of(cls, submission: Submission, student_name: str, class_name: str, goal_name: str, goalbucks: int) -> Self:
        """The answer; the names are the student's, the class's and the goal's."""
        own = {name: getattr(submission, name) for name in SubmissionAnswer.model_fields}
        return cls(**own, student_name=student_name, class_name=class_name, goal_name=goal_name, goalbucks=goalbucks)
