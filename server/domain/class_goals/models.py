"""The tables of class goals and gifts."""

from datetime import date, datetime
from typing import Literal

from sqlalchemy import ForeignKey, Index, String, text
from sqlalchemy.orm import Mapped, mapped_column

from server.database.base import Entity, UtcDateTime

MAX_NAME = 80
ClassGoalStatus = Literal["open", "reached", "done", "ended"]


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
