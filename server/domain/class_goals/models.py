"""The tables of class goals and gifts, and the state transitions of a class goal."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from sqlalchemy import ForeignKey, Index, String, text
from sqlalchemy.orm import Mapped, mapped_column

from server.database.base import Entity, UtcDateTime
from server.errors import DomainError, InvalidError
from server.texts.field_errors import field_sentence

MAX_NAME = 80
ClassGoalStatus = Literal["open", "reached", "done", "ended"]


class ClassGoalOpenError(DomainError):
    """A class has at most one open class goal."""

    code = "class_goal_open"
    sentence = "This class already has an open class goal. Please end it first."


class ClassGoalNotReachedError(DomainError):
    """Only a reached class goal can be marked as done."""

    code = "class_goal_open"
    key = "class_goal_not_reached"
    sentence = (
        "The class hasn't reached this goal yet. If it isn't to go on, end it: everybody gets back what they gave."
    )


class ClassGoalOverError(DomainError):
    """A class goal that isn't open can't be changed."""

    code = "class_goal_over"
    sentence = "This class goal is over, so it can't be changed any more."


@dataclass(frozen=True, slots=True)
class ClassGoalFields:
    """The fields of a class goal that a teacher edits."""

    name: str
    goalbucks: int
    until: date | None


class ClassGoal(Entity):
    """A goal of a class. Open until its gifts reach `goalbucks`, or until a teacher ends it; at most one is open."""

    __tablename__ = "class_goals"
    __table_args__ = (
        Index("ix_class_goals_classroom_id", "classroom_id"),
        Index(
            "uq_class_goals_classroom_id_open",
            "classroom_id",
            unique=True,
            # The migration gives PostgreSQL's index the same condition; here it would load that dialect, 26 ms.
            sqlite_where=text("status = 'open'"),
        ),
    )

    classroom_id: Mapped[str] = mapped_column(ForeignKey("classrooms.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(String(MAX_NAME))
    goalbucks: Mapped[int]
    until: Mapped[date | None]
    """A date that is only shown."""
    status: Mapped[ClassGoalStatus] = mapped_column(String(10), default="open")

    def edit(self, fields: ClassGoalFields, given: int) -> None:
        """Replace the fields of an open goal to which `given` was given so far.

        `InvalidError` unless the target stays above it: a goal is reached by a gift, never by an edit.
        """
        self.require_open()
        if fields.goalbucks <= given:
            raise InvalidError(fields={"goalbucks": field_sentence("more_than_given", given=given)})
        self.name, self.goalbucks, self.until = fields.name, fields.goalbucks, fields.until

    def reach(self) -> None:
        """Change the status from open to reached."""
        self.require_open()
        self.status = "reached"

    def end(self) -> None:
        """Change the status from open to ended."""
        self.require_open()
        self.status = "ended"

    def mark_done(self) -> None:
        """Change the status from reached to done; `ClassGoalNotReachedError` if it is open."""
        if self.status == "open":
            raise ClassGoalNotReachedError
        if self.status != "reached":
            raise ClassGoalOverError
        self.status = "done"

    def require_open(self) -> None:
        """Raise `ClassGoalOverError` unless the goal is open."""
        if self.status != "open":
            raise ClassGoalOverError


class ClassGoalGift(Entity):
    """What a student gave to a class goal, once; `entry_id` is its ledger entry."""

    __tablename__ = "class_goal_gifts"
    __table_args__ = (
        Index("ix_class_goal_gifts_class_goal_id", "class_goal_id"),
        Index("ix_class_goal_gifts_student_id", "student_id"),
    )

    class_goal_id: Mapped[str] = mapped_column(ForeignKey("class_goals.id", ondelete="CASCADE"))
    student_id: Mapped[str] = mapped_column(ForeignKey("students.id", ondelete="CASCADE"))
    amount: Mapped[int]
    entry_id: Mapped[str] = mapped_column(String(36))
    returned_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
