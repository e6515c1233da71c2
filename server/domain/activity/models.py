"""Model of the activity log."""

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from server.database.base import Entity
from server.security.actor import Role


class ActivityRecord(Entity):
    """A recorded event; names are copied, as the rows they come from may be deleted."""

    __tablename__ = "activity"
    __table_args__ = (Index("ix_activity_teacher_id_id", "teacher_id", "id"),)

    teacher_id: Mapped[str] = mapped_column(ForeignKey("teachers.id", ondelete="CASCADE"))
    """The teacher whose classes the event concerns, and who may read it."""
    kind: Mapped[str] = mapped_column(String(32))
    who_role: Mapped[Role | None] = mapped_column(String(10))
    who_id: Mapped[str | None] = mapped_column(String(36))
    who_name: Mapped[str | None] = mapped_column(String(401))
    """The actor's name at that time."""
    classroom_id: Mapped[str | None] = mapped_column(String(36))
    student_id: Mapped[str | None] = mapped_column(String(36), index=True)
    student_name: Mapped[str | None] = mapped_column(String(401))
    about: Mapped[str | None] = mapped_column(String(401))
    """The goal, item, class or reason."""
    goal_id: Mapped[str | None] = mapped_column(String(36))
    """The one goal that the event concerns; it may have been deleted since."""
    amount: Mapped[int | None]
    """Goalbucks."""
    address: Mapped[str | None] = mapped_column(String(64))
    device: Mapped[str | None] = mapped_column(String(100))
    count: Mapped[int] = mapped_column(default=1)
    """Number of merged events, or of affected students."""
