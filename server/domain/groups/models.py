"""The tables of groups and their students."""

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from server.database.base import Entity

MAX_GROUPS = 12
"""Limit of groups in a class (specification 4.11)."""
MAX_NAME = 40


class StudentGroup(Entity):
    """A named set of a class's students; `name_key` is the normalized name, unique within the class."""

    __tablename__ = "student_groups"
    __table_args__ = (Index("uq_student_groups_classroom_id_name_key", "classroom_id", "name_key", unique=True),)

    classroom_id: Mapped[str] = mapped_column(ForeignKey("classrooms.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(String(MAX_NAME))
    name_key: Mapped[str] = mapped_column(String(800))
    """Longer than the name, because NFKC makes up to 18 characters of one."""


class StudentGroupMember(Entity):
    """A student of a group; both are of the same class."""

    __tablename__ = "student_group_members"
    __table_args__ = (
        Index("uq_student_group_members_group_id_student_id", "group_id", "student_id", unique=True),
        Index("ix_student_group_members_student_id", "student_id"),
    )

    group_id: Mapped[str] = mapped_column(ForeignKey("student_groups.id", ondelete="CASCADE"))
    student_id: Mapped[str] = mapped_column(ForeignKey("students.id", ondelete="CASCADE"))
