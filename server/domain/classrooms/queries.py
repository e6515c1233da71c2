"""Look-ups of classrooms by owner; another teacher's classroom is reported as not found."""

from collections.abc import Sequence

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from server.database.lookup import get_or_not_found
from server.domain.classrooms.models import Classroom
from server.security.actor import Actor

# Built once: building the query costs more than executing it in SQLite.
_OWNED = select(Classroom).where(Classroom.id == bindparam("id"), Classroom.teacher_id == bindparam("teacher_id"))


def get_owned_classrooms(db: Session, teacher_id: str) -> Sequence[Classroom]:
    """List the teacher's classes, oldest first."""
    return db.scalars(select(Classroom).where(Classroom.teacher_id == teacher_id).order_by(Classroom.id)).all()


def get_owned_classroom_ids(db: Session, teacher_id: str) -> Sequence[str]:
    """List the ids of the teacher's classes."""
    return db.scalars(select(Classroom.id).where(Classroom.teacher_id == teacher_id)).all()


def get_owned_classroom(db: Session, actor: Actor, classroom_id: str) -> Classroom:
    """Load the actor's class; raise `NotFoundError` if it is missing or another teacher's."""
    return get_or_not_found(db, _OWNED, {"id": classroom_id, "teacher_id": actor.id})
