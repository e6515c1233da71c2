"""The submissions table and the state transitions of a review."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy import ForeignKey, Index, String, text
from sqlalchemy.orm import Mapped, mapped_column

from server.database.base import Entity, UtcDateTime, new_id
from server.errors import DomainError, NotFoundError

SubmissionStatus = Literal["pending", "approved", "denied"]
Verdict = Literal["approved", "denied"]


class SubmissionAlreadyReviewedError(DomainError):
    """Only a pending submission can be reviewed or withdrawn."""

    code = "already_reviewed"
    sentence = "This submission has already been reviewed."


class SubmissionNotReviewedError(DomainError):
    """A pending submission has no review to undo."""

    code = "not_reviewed"
    sentence = "This submission hasn't been reviewed yet."


class PaidDenialError(DomainError):
    """A denial pays nothing, so no amount can be given with it."""

    status = 422
    code = "denial_pays_nothing"
    sentence = "A denial can't pay GoalBucks."
    about = ("goalbucks",)


class CommentRequiredError(DomainError):
    """A denial requires a comment (specification 7.13)."""

    status = 422
    code = "comment_required"
    sentence = "Please provide a comment explaining why this submission was denied."
    about = ("comment",)


@dataclass(frozen=True, slots=True)
class Review:
    """A teacher's verdict, with comment. `goalbucks`: what an approval pays; None for the goal's worth."""

    verdict: Verdict
    comment: str | None
    allow_resubmission: bool = False
    goalbucks: int | None = None


def image_url_of(submission_id: str, image_key: str | None) -> str | None:
    """Return the path of a submission's image for its student and teacher; None without an image."""
    return f"/api/submissions/{submission_id}/image" if image_key else None


class Submission(Entity):
    """A student's proof for a goal: an image, a text, or both.

    `review_id`: the id of its present review, the source of the goal's credit; None while pending.
    """

    __tablename__ = "submissions"
    __table_args__ = (
        Index("ix_submissions_goal_id_id", "goal_id", "id"),
        Index("ix_submissions_student_id_id", "student_id", "id"),
        Index("ix_submissions_student_id_status_id", "student_id", "status", "id"),
        Index("ix_submissions_classroom_id_id", "classroom_id", "id"),
        Index("ix_submissions_classroom_id_status_id", "classroom_id", "status", "id"),
        Index(
            "uq_submissions_goal_id_pending",
            "goal_id",
            unique=True,
            # The migration gives PostgreSQL's index the same condition; here it would load that dialect, 26 ms.
            sqlite_where=text("status = 'pending'"),
        ),
    )

    goal_id: Mapped[str] = mapped_column(ForeignKey("goals.id", ondelete="CASCADE"))
    student_id: Mapped[str] = mapped_column(ForeignKey("students.id", ondelete="CASCADE"))
    classroom_id: Mapped[str] = mapped_column(ForeignKey("classrooms.id", ondelete="CASCADE"))
    image_key: Mapped[str | None] = mapped_column(String(64))
    image_removed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """Time at which the retention period removed the image; None if it has not."""
    submission_text: Mapped[str | None] = mapped_column(String(5000))
    status: Mapped[SubmissionStatus] = mapped_column(String(10), default="pending")
    comment: Mapped[str | None] = mapped_column(String(5000))
    allow_resubmission: Mapped[bool] = mapped_column(default=False)
    review_id: Mapped[str | None] = mapped_column(String(36))
    reviewed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    reviewed_by: Mapped[str | None] = mapped_column(String(36))

    @property
    def image_url(self) -> str | None:
        """The path of the image for its student and teacher; None without an image."""
        return image_url_of(self.id, self.image_key)

    def require_image(self) -> str:
        """Return the key of the stored image; `NotFoundError` if there is none."""
        if self.image_key is None:
            raise NotFoundError
        return self.image_key

    def remove_image(self, at: datetime) -> str | None:
        """Detach the image when its retention period ends, and return the key of the file to delete.

        Text and review stay.
        """
        key, self.image_key = self.image_key, None
        self.image_removed_at = at
        return key

    def require_pending(self) -> None:
        """Raise `SubmissionAlreadyReviewedError` unless the submission is pending."""
        if self.status != "pending":
            raise SubmissionAlreadyReviewedError

    def approve(self, by: str, at: datetime, comment: str | None) -> str:
        """Change the status from pending to approved and return the review's id, the source of the credit."""
        return self._review("approved", by, at, comment)

    def deny(self, by: str, at: datetime, comment: str | None, *, allow_resubmission: bool) -> None:
        """Change the status from pending to denied; `CommentRequiredError` without a comment.

        The student may submit again only with `allow_resubmission`.
        """
        if not comment:
            raise CommentRequiredError
        self._review("denied", by, at, comment)
        self.allow_resubmission = allow_resubmission

    def undo_review(self) -> None:
        """Change the status from approved or denied to pending."""
        if self.status == "pending":
            raise SubmissionNotReviewedError
        self.status = "pending"
        self.comment = self.review_id = self.reviewed_at = self.reviewed_by = None
        self.allow_resubmission = False

    def _review(self, verdict: Verdict, by: str, at: datetime, comment: str | None) -> str:
        self.require_pending()
        self.status = verdict
        self.comment = comment
        self.review_id = review_id = new_id()
        self.reviewed_by = by
        self.reviewed_at = at
        return review_id
