"""The table of co-teachers."""

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from server.database.base import Entity

MAX_MEMBERS = 5
"""Limit of co-teachers of a class."""


class ClassMember(Entity):
    """A co-teacher of a class. Its owner, `Classroom.teacher_id`, has no row."""

    __tablename__ = "class_members"
    __table_args__ = (
        Index("uq_class_members_teacher_id_classroom_id", "teacher_id", "classroom_id", unique=True),
        Index("ix_class_members_classroom_id", "classroom_id"),
    )

    classroom_id: Mapped[str] = mapped_column(ForeignKey("classrooms.id", ondelete="CASCADE"))
    teacher_id: Mapped[str] = mapped_column(ForeignKey("teachers.id", ondelete="CASCADE"))
