"""Look-ups of classrooms by owner; another teacher's classroom is reported as not found."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from server.database.columns import columns_of, fetch_row, fetch_rows
from server.database.lookup import get_or_not_found
from server.domain.classrooms.models import Classroom
from server.security.actor import Actor

# Built once: building the query costs more than executing it in SQLite.
_IS_OWNED = (Classroom.id == bindparam("id"), Classroom.teacher_id == bindparam("teacher_id"))
_OWNED = select(Classroom).where(*_IS_OWNED)


class ClassroomSummary(NamedTuple):
    """A classroom that is only read."""

    id: str
    teacher_id: str
    name: str
    class_code: str
    grade_level: str | None
    created_at: datetime


CLASSROOM_COLUMNS = columns_of(Classroom, ClassroomSummary._fields)
_OWNED_SUMMARY = select(*CLASSROOM_COLUMNS).where(*_IS_OWNED)
_OF_TEACHER = select(*CLASSROOM_COLUMNS).where(Classroom.teacher_id == bindparam("teacher_id")).order_by(Classroom.id)


def get_owned_classrooms(db: Session, teacher_id: str) -> Sequence[ClassroomSummary]:
    """List the teacher's classes, oldest first."""
    return fetch_rows(db, ClassroomSummary._make, _OF_TEACHER, {"teacher_id": teacher_id})


def get_owned_classroom_ids(db: Session, teacher_id: str) -> Sequence[str]:
    """List the ids of the teacher's classes."""
    return [classroom.id for classroom in get_owned_classrooms(db, teacher_id)]


def get_owned_classroom(db: Session, actor: Actor, classroom_id: str) -> Classroom:
    """Load the actor's class; raise `NotFoundError` if it is missing or another teacher's."""
    return get_or_not_found(db, _OWNED, {"id": classroom_id, "teacher_id": actor.id})


def get_owned_summary(db: Session, actor: Actor, classroom_id: str) -> ClassroomSummary:
    """Load the columns of the actor's class; raise `NotFoundError` if it is missing or another teacher's."""
    return fetch_row(db, ClassroomSummary._make, _OWNED_SUMMARY, {"id": classroom_id, "teacher_id": actor.id})
