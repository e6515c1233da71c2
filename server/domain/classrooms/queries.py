"""Look-ups of classrooms by owner; another teacher's classroom is reported as not found."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from server.database.lookup import get_or_not_found
from server.domain.classrooms.models import Classroom
from server.errors import NotFoundError
from server.security.actor import Actor

# Built once: building the query costs more than executing it in SQLite.
_IS_OWNED = (Classroom.id == bindparam("id"), Classroom.teacher_id == bindparam("teacher_id"))
_OWNED = select(Classroom).where(*_IS_OWNED)
_OWNED_SUMMARY = select(Classroom.id, Classroom.name, Classroom.class_code).where(*_IS_OWNED)


class ClassroomSummary(NamedTuple):
    """A classroom that is only read: its columns load three times as fast as the object."""

    id: str
    name: str
    class_code: str


def get_owned_classrooms(db: Session, teacher_id: str) -> Sequence[Classroom]:
    """List the teacher's classes, oldest first."""
    return db.scalars(select(Classroom).where(Classroom.teacher_id == teacher_id).order_by(Classroom.id)).all()


def get_owned_classroom_ids(db: Session, teacher_id: str) -> Sequence[str]:
    """List the ids of the teacher's classes."""
    return db.scalars(select(Classroom.id).where(Classroom.teacher_id == teacher_id)).all()


def get_owned_classroom(db: Session, actor: Actor, classroom_id: str) -> Classroom:
    """Load the actor's class; raise `NotFoundError` if it is missing or another teacher's."""
    return get_or_not_found(db, _OWNED, {"id": classroom_id, "teacher_id": actor.id})


def get_owned_summary(db: Session, actor: Actor, classroom_id: str) -> ClassroomSummary:
    """Load the columns of the actor's class; raise `NotFoundError` if it is missing or another teacher's."""
    found = db.connection().execute(_OWNED_SUMMARY, {"id": classroom_id, "teacher_id": actor.id}).one_or_none()
    if found is None:
        raise NotFoundError
    return ClassroomSummary._make(found)
