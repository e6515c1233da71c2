"""The goals' table and a goal's own rules."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from sqlalchemy import CheckConstraint, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from server import clock
from server.database.base import Row, UtcTime
from server.errors import DomainError

Status = Literal["current", "completed"]


class AlreadyCompletedError(DomainError):
    """The goal has paid; it can't be changed, deleted or paid again."""

    code = "already_completed"
    sentence = "This goal is already completed."


class NotCompletedError(DomainError):
    """Only a completed goal can be reopened."""

    code = "not_completed"
    sentence = "This goal isn't completed."


@dataclass(frozen=True, slots=True)
class GoalFields:
    """The fields of a goal that a teacher edits."""

    name: str
    goalbucks: int
    due_date: date | None


class Goal(Row):
    """A goal of one student. `credit_id` is the ledger entry that paid it, standing while it is completed.

    `assignment_id` is shared by the goals of one bulk assignment; None for a goal that was assigned alone.
    """

    __tablename__ = "goals"
    __table_args__ = (
        Index("ix_goals_student_id_status_completed_at_id", "student_id", "status", "completed_at", "id"),
        Index("ix_goals_classroom_id_id", "classroom_id", "id"),
        Index("ix_goals_classroom_id_status_id", "classroom_id", "status", "id"),
        Index("ix_goals_assignment_id_status_id", "assignment_id", "status", "id"),
        CheckConstraint("(status = 'completed') = (credit_id IS NOT NULL)", name="completed_is_paid"),
        CheckConstraint("goalbucks BETWEEN 1 AND 1000000", name="goalbucks_in_range"),
    )

    student_id: Mapped[str] = mapped_column(ForeignKey("students.id", ondelete="CASCADE"))
    classroom_id: Mapped[str] = mapped_column(ForeignKey("classrooms.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(String(200))
    goalbucks: Mapped[int]
    due_date: Mapped[date | None]
    status: Mapped[Status] = mapped_column(String(10), default="current")
    completed_at: Mapped[datetime | None] = mapped_column(UtcTime)
    credit_id: Mapped[str | None] = mapped_column(String(36))
    assignment_id: Mapped[str | None] = mapped_column(String(36))

    @property
    def is_completed(self) -> bool:
        """Whether it has paid."""
        return self.status == "completed"

    @property
    def overdue(self) -> bool:
        """Still current though its due date has passed, by the server's local date (specification 6.5)."""
        return not self.is_completed and self.due_date is not None and self.due_date < clock.today()

    def require_current(self) -> None:
        """`AlreadyCompletedError` once it has paid."""
        if self.is_completed:
            raise AlreadyCompletedError

    def edit(self, fields: GoalFields) -> None:
        """Replace the editable fields; `AlreadyCompletedError` once the goal is completed."""
        self.require_current()
        self.name, self.goalbucks, self.due_date = fields.name, fields.goalbucks, fields.due_date

    def complete(self, at: datetime, credit_id: str) -> None:
        """Current becomes completed, paid by that ledger entry."""
        self.require_current()
        self.status = "completed"
        self.completed_at = at
        self.credit_id = credit_id

    def reopen(self) -> str:
        """Completed becomes current again; returns the ledger entry to reverse."""
        if self.credit_id is None:
            raise NotCompletedError
        credit_id, self.credit_id = self.credit_id, None
        self.status = "current"
        self.completed_at = None
        return credit_id
