"""The table of savings goals."""

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from server.database.base import Entity


class SavingsGoal(Entity):
    """The item that a student saves for; nothing is set aside. `item_id` None: the item was deleted."""

    __tablename__ = "savings_goals"
    __table_args__ = (
        Index("uq_savings_goals_student_id", "student_id", unique=True),
        Index("ix_savings_goals_item_id", "item_id"),
    )

    student_id: Mapped[str] = mapped_column(ForeignKey("students.id", ondelete="CASCADE"))
    item_id: Mapped[str | None] = mapped_column(ForeignKey("store_items.id", ondelete="SET NULL"))
    item_name: Mapped[str] = mapped_column(String(200))
    """The item's name when it was chosen, for the notice that it was deleted."""
