"""Columns of the actor's classes, to be read only."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import bindparam, exists, select
from sqlalchemy.orm import Session

from server.database.columns import fetch_row, fetch_rows, fetch_value, in_order
from server.domain.classrooms.membership import IS_LISTED, IS_MEMBER, member_parameters
from server.domain.classrooms.models import Classroom
from server.domain.teachers.models import Teacher
from server.domain.teachers.sample_account import IS_SAMPLE
from server.security.actor import Actor


class ClassroomRow(NamedTuple):
    """A classroom that is only read."""

    id: str
    teacher_id: str
    owner_name: str
    name: str
    class_code: str
    grade_level: str | None
    created_at: datetime
    archived_at: datetime | None
    store_open: bool


SELECT_CLASSROOM = select(
    *in_order(
        ClassroomRow._fields,
        id=Classroom.id,
        teacher_id=Classroom.teacher_id,
        owner_name=Teacher.name,
        name=Classroom.name,
        class_code=Classroom.class_code,
        grade_level=Classroom.grade_level,
        created_at=Classroom.created_at,
        archived_at=Classroom.archived_at,
        store_open=Classroom.store_open,
    )
).join(Teacher)
"""Selects the columns of `ClassroomRow`."""
# Built once: building the query costs more than executing it in SQLite.
_OF_MEMBER = SELECT_CLASSROOM.where(IS_MEMBER)
_BY_ID = _OF_MEMBER.where(Classroom.id == bindparam("id"))
_LISTED = SELECT_CLASSROOM.where(IS_LISTED).order_by(Classroom.id)
_ARCHIVED = _OF_MEMBER.where(Classroom.archived_at.is_not(None)).order_by(
    Classroom.archived_at.desc(), Classroom.id.desc()
)
_IS_SAMPLE = select(exists(select(Teacher.id).join(Classroom).where(Classroom.id == bindparam("id"), IS_SAMPLE)))


def classrooms_of(db: Session, actor: Actor) -> Sequence[ClassroomRow]:
    """List the actor's classes that aren't archived, oldest first."""
    return fetch_rows(db, ClassroomRow._make, _LISTED, member_parameters(actor))


def archived_classrooms_of(db: Session, actor: Actor) -> Sequence[ClassroomRow]:
    """List the actor's archived classes, the one that was archived last first."""
    return fetch_rows(db, ClassroomRow._make, _ARCHIVED, member_parameters(actor))


def get_classroom_row(db: Session, actor: Actor, classroom_id: str) -> ClassroomRow:
    """Load the columns of a class in which the actor has a role; raise `NotFoundError` otherwise."""
    return fetch_row(db, ClassroomRow._make, _BY_ID, {"id": classroom_id, **member_parameters(actor)})


def is_sample_class(db: Session, classroom_id: str) -> bool:
    """Return whether this is the sample class."""
    return bool(fetch_value(db, _IS_SAMPLE, {"id": classroom_id}))
