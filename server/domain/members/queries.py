"""Queries for the co-teachers of classes."""

from collections.abc import Sequence

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from server.database.locking import for_update
from server.database.lookup import get_or_not_found
from server.domain.classrooms.membership import has_owner
from server.domain.classrooms.models import Classroom
from server.domain.classrooms.queries import ClassroomRow
from server.domain.members.models import ClassMember
from server.domain.members.schemas import MemberResponse
from server.domain.teachers.models import Teacher
from server.security.actor import Actor


def members_of_class(db: Session, classroom: ClassroomRow) -> Sequence[MemberResponse]:
    """Return the owner of the class, then its co-teachers in the order in which they joined."""
    owner = MemberResponse(classroom.teacher_id, classroom.owner_name, "owner", None)
    query = (
        select(ClassMember.teacher_id, Teacher.name, ClassMember.created_at)
        .join(Teacher, Teacher.id == ClassMember.teacher_id)
        .where(ClassMember.classroom_id == classroom.id)
        .order_by(ClassMember.id)
    )
    rows = db.execute(query).all()
    return [owner, *(MemberResponse(teacher_id, name, "co-teacher", since) for teacher_id, name, since in rows)]


def get_member(db: Session, classroom_id: str, teacher_id: str) -> ClassMember:
    """Return the membership of a co-teacher, locked; `NotFoundError` if the teacher isn't one of this class."""
    query = select(ClassMember).where(ClassMember.classroom_id == classroom_id, ClassMember.teacher_id == teacher_id)
    return get_or_not_found(db, for_update(db, query, ClassMember))


def find_member(db: Session, classroom_id: str, teacher_id: str) -> ClassMember | None:
    """Return the membership of this teacher in this class, or None."""
    return db.scalar(
        select(ClassMember).where(ClassMember.classroom_id == classroom_id, ClassMember.teacher_id == teacher_id)
    )


def count_members(db: Session, classroom_id: str) -> int:
    """Return the number of co-teachers of a class."""
    query = select(func.count()).select_from(ClassMember).where(ClassMember.classroom_id == classroom_id)
    return db.scalar(query) or 0


def joined_class_ids(db: Session, actor: Actor) -> frozenset[str]:
    """Return the ids of the classes of which the actor is a co-teacher."""
    return frozenset(db.scalars(select(ClassMember.classroom_id).where(ClassMember.teacher_id == actor.id)))


def find_members_of_own_classes(db: Session) -> Sequence[ClassMember]:
    """Return the co-teachers of classes that they own."""
    query = (
        select(ClassMember)
        .join(Classroom, Classroom.id == ClassMember.classroom_id)
        .where(has_owner(ClassMember.teacher_id))
    )
    return db.scalars(query.order_by(ClassMember.id)).all()
