"""The table of co-teachers, and what refuses another one."""

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from server.database.base import Entity
from server.errors import DomainError

MAX_MEMBERS = 5
"""Limit of co-teachers of a class (specification 26.1)."""


class TooManyMembersError(DomainError):
    """The class has the maximum number of co-teachers."""

    code = "too_many_members"
    sentence = (
        f"A class can have at most {MAX_MEMBERS} co-teachers. Somebody has to leave it before somebody else can join."
    )


class OwnClassError(DomainError):
    """The owner of a class tries to join it; the code stays valid."""

    code = "own_class"
    sentence = "This class is your own. Please give the code to the teacher who is to join you."


class InvalidInvitationError(DomainError):
    """The code invites to no class, or is used up or expired; the response doesn't say which."""

    status = 401
    code = "invalid_invitation"
    sentence = (
        "This invitation code isn't right, or it is no longer valid. "
        "Please check it, or ask the teacher of the class for a new one."
    )


class ClassMember(Entity):
    """A co-teacher of a class. Its owner, `Classroom.teacher_id`, has no row."""

    __tablename__ = "class_members"
    __table_args__ = (
        Index("uq_class_members_teacher_id_classroom_id", "teacher_id", "classroom_id", unique=True),
        Index("ix_class_members_classroom_id", "classroom_id"),
    )

    classroom_id: Mapped[str] = mapped_column(ForeignKey("classrooms.id", ondelete="CASCADE"))
    teacher_id: Mapped[str] = mapped_column(ForeignKey("teachers.id", ondelete="CASCADE"))
