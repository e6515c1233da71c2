"""Scoped look-ups: a row that isn't the actor's is as absent as one that doesn't exist."""

from collections.abc import Sequence

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from server.domain.classrooms.models import Classroom
from server.errors import NotFoundError
from server.security.actor import Actor

# Built once: building a query costs more than SQLite's answer.
_OWN = select(Classroom).where(Classroom.id == bindparam("id"), Classroom.teacher_id == bindparam("teacher_id"))


def own_classrooms(db: Session, teacher_id: str) -> Sequence[Classroom]:
    """The teacher's classes, oldest first."""
    return db.scalars(select(Classroom).where(Classroom.teacher_id == teacher_id).order_by(Classroom.id)).all()


def own_classroom_ids(db: Session, teacher_id: str) -> Sequence[str]:
    """The ids of the teacher's classes."""
    return db.scalars(select(Classroom.id).where(Classroom.teacher_id == teacher_id)).all()


def own_classroom(db: Session, actor: Actor, classroom_id: str) -> Classroom:
    """The teacher's own class; else `NotFoundError`."""
    found = db.scalar(_OWN, {"id": classroom_id, "teacher_id": actor.id})
    if found is None:
        raise NotFoundError
    return found
