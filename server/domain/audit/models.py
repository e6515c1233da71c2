"""The table of what was done."""

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from server.database.base import Row
from server.security.actor import Role


class Activity(Row):
    """One thing that was done, in words that outlast the rows that it was done to."""

    __tablename__ = "activity"
    __table_args__ = (Index("ix_activity_teacher_id_id", "teacher_id", "id"),)

    teacher_id: Mapped[str] = mapped_column(ForeignKey("teachers.id", ondelete="CASCADE"))
    """Whose classes it concerns, and who may read it."""
    kind: Mapped[str] = mapped_column(String(32))
    who_role: Mapped[Role | None] = mapped_column(String(10))
    who_id: Mapped[str | None] = mapped_column(String(36))
    who_name: Mapped[str | None] = mapped_column(String(401))
    """As it was then."""
    classroom_id: Mapped[str | None] = mapped_column(String(36))
    student_id: Mapped[str | None] = mapped_column(String(36), index=True)
    student_name: Mapped[str | None] = mapped_column(String(401))
    about: Mapped[str | None] = mapped_column(String(401))
    """The goal, item or class it was done to."""
    amount: Mapped[int | None]
    """Goalbucks."""
    address: Mapped[str | None] = mapped_column(String(64))
    device: Mapped[str | None] = mapped_column(String(100))
    count: Mapped[int] = mapped_column(default=1)
    """How often in a row."""
