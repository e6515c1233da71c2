"""The goals table and the state transitions of a goal."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from sqlalchemy import CheckConstraint, ForeignKey, Index, String, text
from sqlalchemy.orm import Mapped, mapped_column

from server import clock
from server.database.base import Entity, UtcDateTime
from server.domain.goal_pictures import GoalPicture
from server.errors import DomainError

GoalStatus = Literal["current", "completed", "ended"]
EndReason = Literal["missed", "term"]
"""Why a goal ended without being completed: its day passed, or the term was over."""


class GoalCompletedError(DomainError):
    """A completed goal can't be edited, deleted or completed again."""

    code = "already_completed"
    sentence = "This goal is already completed."


class GoalEndedError(DomainError):
    """An ended goal takes no proof and can't be edited or completed, until it is reopened."""

    code = "goal_ended"
    sentence = "This goal is no longer open."


class TooMuchError(DomainError):
    """An approval pays at most what the goal is worth."""

    status = 422
    code = "too_much"
    sentence = "A goal can't pay more than it is worth."
    about = ("goalbucks",)


class NotCompletedError(DomainError):
    """A current goal can't be reopened."""

    code = "not_completed"
    sentence = "This goal isn't completed."


@dataclass(frozen=True, slots=True)
class GoalFields:
    """The fields of a goal that a teacher edits."""

    name: str
    goalbucks: int
    due_date: date | None
    details: str | None = None
    picture: GoalPicture | None = None


def is_overdue(status: GoalStatus, due_date: date | None, series_id: str | None = None) -> bool:
    """Whether a goal is current and its due date has passed in the server's time zone (specification 6.5).

    A goal of a series never is: it can still be sent on the next day, and then ends.
    """
    return status == "current" and series_id is None and due_date is not None and due_date < clock.local_date()


class Goal(Entity):
    """A goal of one student.

    `credit_id`: the ledger entry that credited it; None unless completed.
    `assignment_id`: shared by the goals of one bulk assignment; None for a goal that was assigned alone.
    `series_id`: of a recurring goal.
    `details`: what counts as proof, in the teacher's words; None for none.
    `picture`: the drawing on its card; None for none.
    `goalbucks`: the worth; of a completed goal what it paid. `offered_goalbucks`: the worth if it paid less, else None.
    `ended_at`, `ended_reason`: None unless ended.
    """

    __tablename__ = "goals"
    __table_args__ = (
        Index("ix_goals_student_id_status_completed_at_id", "student_id", "status", "completed_at", "id"),
        Index("ix_goals_classroom_id_id", "classroom_id", "id"),
        Index("ix_goals_classroom_id_status_id", "classroom_id", "status", "id"),
        Index("ix_goals_assignment_id_status_id", "assignment_id", "status", "id"),
        Index("ix_goals_series_id_status", "series_id", "status", sqlite_where=text("series_id IS NOT NULL")),
        CheckConstraint("(status = 'completed') = (credit_id IS NOT NULL)", name="completed_is_paid"),
        CheckConstraint("goalbucks BETWEEN 1 AND 1000000", name="goalbucks_in_range"),
    )

    student_id: Mapped[str] = mapped_column(ForeignKey("students.id", ondelete="CASCADE"))
    classroom_id: Mapped[str] = mapped_column(ForeignKey("classrooms.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(String(200))
    goalbucks: Mapped[int]
    due_date: Mapped[date | None]
    status: Mapped[GoalStatus] = mapped_column(String(10), default="current")
    completed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    credit_id: Mapped[str | None] = mapped_column(String(36))
    assignment_id: Mapped[str | None] = mapped_column(String(36))
    series_id: Mapped[str | None] = mapped_column(String(36))
    details: Mapped[str | None] = mapped_column(String(500))
    picture: Mapped[GoalPicture | None] = mapped_column(String(20))
    offered_goalbucks: Mapped[int | None]
    ended_reason: Mapped[EndReason | None] = mapped_column(String(10))
    ended_at: Mapped[datetime | None] = mapped_column(UtcDateTime)

    @property
    def is_current(self) -> bool:
        """Whether the goal may still be worked on and changed."""
        return self.status == "current"

    @property
    def overdue(self) -> bool:
        """Whether the goal is current and its due date has passed."""
        return is_overdue(self.status, self.due_date, self.series_id)

    def require_current(self, refusal: type[DomainError] = GoalCompletedError) -> None:
        """Raise `GoalEndedError` for an ended goal, `refusal` for a completed one."""
        if self.status == "ended":
            raise GoalEndedError
        self.require_unpaid(refusal)

    def require_unpaid(self, refusal: type[DomainError] = GoalCompletedError) -> None:
        """Raise `refusal` for a completed goal."""
        if self.status == "completed":
            raise refusal

    def edit(self, fields: GoalFields) -> None:
        """Replace the editable fields; `GoalCompletedError` or `GoalEndedError` unless the goal is current."""
        self.require_current()
        self.name, self.goalbucks = fields.name, fields.goalbucks
        self.due_date, self.details, self.picture = fields.due_date, fields.details, fields.picture

    def reduce_to(self, goalbucks: int) -> None:
        """Set what completing the goal pays, and remember its worth if that is less; `TooMuchError` if it is more."""
        if goalbucks > self.goalbucks:
            raise TooMuchError
        if goalbucks < self.goalbucks:
            self.offered_goalbucks, self.goalbucks = self.goalbucks, goalbucks

    def complete(self, at: datetime, credit_id: str) -> None:
        """Change the status from current to completed; `credit_id` is the ledger entry of the credit."""
        self.require_current()
        self.status = "completed"
        self.completed_at = at
        self.credit_id = credit_id

    def end(self, at: datetime, reason: EndReason) -> None:
        """Change the status from current to ended."""
        self.require_current()
        self.status = "ended"
        self.ended_at = at
        self.ended_reason = reason

    def reopen(self) -> str | None:
        """Change the status from completed or ended to current, and restore the worth.

        Returns the id of the ledger entry to reverse. An ended goal has none; it loses its due date, as a goal of a
        series does, and so never ends as missed.
        """
        if self.is_current:
            raise NotCompletedError
        if self.status == "ended" or self.series_id is not None:
            self.due_date = None
        if self.offered_goalbucks is not None:
            self.goalbucks, self.offered_goalbucks = self.offered_goalbucks, None
        credit_id, self.credit_id = self.credit_id, None
        self.status = "current"
        self.completed_at = self.ended_at = self.ended_reason = None
        return credit_id
