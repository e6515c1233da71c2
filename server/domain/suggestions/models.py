"""The goal suggestions table and the state transitions of a suggestion."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from sqlalchemy import CheckConstraint, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from server.database.base import Entity, UtcDateTime
from server.domain.goals.models import GoalFields
from server.errors import DomainError

SuggestionStatus = Literal["pending", "approved", "denied"]


class SuggestionAlreadyReviewedError(DomainError):
    """Only a pending suggestion can be approved or denied."""

    code = "already_reviewed"
    key = "suggestion_already_reviewed"
    sentence = "This suggestion has already been reviewed."


class SuggestionNotReviewedError(DomainError):
    """Only an approval or a denial can be undone."""

    code = "not_reviewed"
    key = "suggestion_not_reviewed"
    sentence = "This suggestion hasn't been approved or denied yet."


@dataclass(frozen=True, slots=True)
class ApprovalOverrides:
    """Values that replace the suggested ones on approval; None keeps the suggested one."""

    name: str | None = None
    goalbucks: int | None = None
    due_date: date | None = None


class GoalSuggestion(Entity):
    """A goal that a student suggests.

    `approved_name` and `approved_goalbucks`: the values that the teacher approved.
    `goal_id`: the goal that was created, which may have been deleted since. These three are null while pending, when
    denied, and in suggestions that were approved before the columns existed.
    """

    __tablename__ = "goal_suggestions"
    __table_args__ = (
        Index("ix_goal_suggestions_classroom_id_status_id", "classroom_id", "status", "id"),
        Index("ix_goal_suggestions_student_id_status_id", "student_id", "status", "id"),
        CheckConstraint("suggested_goalbucks BETWEEN 1 AND 1000000", name="goalbucks_in_range"),
    )

    student_id: Mapped[str] = mapped_column(ForeignKey("students.id", ondelete="CASCADE"))
    classroom_id: Mapped[str] = mapped_column(ForeignKey("classrooms.id", ondelete="CASCADE"))
    suggested_name: Mapped[str] = mapped_column(String(200))
    suggested_goalbucks: Mapped[int]
    description: Mapped[str | None] = mapped_column(String(5000))
    status: Mapped[SuggestionStatus] = mapped_column(String(10), default="pending")
    reviewed_by: Mapped[str | None] = mapped_column("teacher_id", String(36))
    reviewed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    approved_name: Mapped[str | None] = mapped_column(String(200))
    approved_goalbucks: Mapped[int | None]
    goal_id: Mapped[str | None] = mapped_column(String(36))

    def approve(self, by: str, at: datetime, goal: GoalFields) -> None:
        """Approve a pending suggestion as a goal with these fields."""
        self._review("approved", by, at)
        self.approved_name, self.approved_goalbucks = goal.name, goal.goalbucks

    def deny(self, by: str, at: datetime) -> None:
        """Change the status from pending to denied."""
        self._review("denied", by, at)

    def undo_review(self) -> None:
        """Change the status from approved or denied to pending."""
        if self.status == "pending":
            raise SuggestionNotReviewedError
        self.status = "pending"
        self.reviewed_by = self.reviewed_at = self.approved_name = self.approved_goalbucks = self.goal_id = None

    def _review(self, verdict: SuggestionStatus, by: str, at: datetime) -> None:
        if self.status != "pending":
            raise SuggestionAlreadyReviewedError
        self.status = verdict
        self.reviewed_by = by
        self.reviewed_at = at
