"""Columns of the actor's classes, to be read only."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from server.database.columns import columns_of, fetch_row, fetch_rows
from server.domain.classrooms.membership import IS_MEMBER, member_parameters
from server.domain.classrooms.models import Classroom
from server.security.actor import Actor


class ClassroomRow(NamedTuple):
    """A classroom that is only read."""

    id: str
    teacher_id: str
    name: str
    class_code: str
    grade_level: str | None
    created_at: datetime


CLASSROOM_COLUMNS = columns_of(Classroom, ClassroomRow._fields)
# Built once: building the query costs more than executing it in SQLite.
_OF_MEMBER = select(*CLASSROOM_COLUMNS).where(IS_MEMBER).order_by(Classroom.id)
_BY_ID = _OF_MEMBER.where(Classroom.id == bindparam("id"))


def classrooms_of(db: Session, actor: Actor) -> Sequence[ClassroomRow]:
    """List the actor's classes, oldest first."""
    return fetch_rows(db, ClassroomRow._make, _OF_MEMBER, member_parameters(actor))


def get_classroom_row(db: Session, actor: Actor, classroom_id: str) -> ClassroomRow:
    """Load the columns of a class in which the actor has a role; raise `NotFoundError` otherwise."""
    return fetch_row(db, ClassroomRow._make, _BY_ID, {"id": classroom_id, **member_parameters(actor)})
