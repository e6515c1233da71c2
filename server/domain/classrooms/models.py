"""Classroom model."""

from datetime import datetime

from sqlalchemy import ForeignKey, String, true
from sqlalchemy.orm import Mapped, mapped_column

from server.database.base import Entity, UtcDateTime


class Classroom(Entity):
    """A class of one teacher; its students sign in with the class code."""

    __tablename__ = "classrooms"

    teacher_id: Mapped[str] = mapped_column(ForeignKey("teachers.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(200))
    grade_level: Mapped[str | None] = mapped_column(String(200))
    class_code: Mapped[str] = mapped_column(String(6), unique=True)
    archived_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """Since when the class is read only and nobody can sign in to it; None: not archived (specification 4.12)."""

    store_open: Mapped[bool] = mapped_column(default=True, server_default=true())
    """Whether students can buy; the items of a closed store stay visible (specification 10.15)."""

    def edit(self, *, name: str, grade_level: str | None) -> None:
        """Change name and grade level."""
        self.name = name
        self.grade_level = grade_level
