"""Queries on the activity log, and those by which an event gets its names and its log.

These name the tables of teachers, classes and students, whose packages record events and so import this one.
Reasons: docs/decisions/0082-recording-activity.md.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import BindParameter, ColumnClause, Select, String, TableClause, bindparam, column, select, table
from sqlalchemy.orm import Session

from server.database.paging import PageRequest, newest_first
from server.domain.activity.kinds import ActivityKind
from server.domain.activity.models import ActivityRecord
from server.domain.activity.schemas import ActivityResponse
from server.security.actor import Account, Role
from server.security.substitutions import Substitution


def _table(name: str, *columns: str) -> TableClause:
    return table(name, *(_text(each) for each in columns))


def _text(name: str) -> ColumnClause[str]:
    return column(name, String)


_TEACHERS = _table("teachers", "id", "name")
_CLASSROOMS = _table("classrooms", "id", "teacher_id", "name")
_STUDENTS = _table("students", "id", "classroom_id", "first_name", "last_name")
_GOALS = _table("goals", "id", "student_id", "classroom_id")
_FULL_NAME = _STUDENTS.c.first_name + " " + _STUDENTS.c.last_name
_ID: BindParameter[str] = bindparam("id")
# Built once: building them takes longer than executing them in SQLite.
_NAMES: Mapping[Role, Select[str]] = {
    "teacher": select(_TEACHERS.c.name).where(_TEACHERS.c.id == _ID),
    "student": select(_FULL_NAME).where(_STUDENTS.c.id == _ID),
    "substitute": select(Substitution.name).where(Substitution.id == _ID),
}
_OWNER = select(_CLASSROOMS.c.teacher_id).where(_CLASSROOMS.c.id == _ID)
_STUDENT = (
    select(_FULL_NAME, _CLASSROOMS.c.id, _CLASSROOMS.c.name, _CLASSROOMS.c.teacher_id)
    .select_from(_STUDENTS.join(_CLASSROOMS, _CLASSROOMS.c.id == _STUDENTS.c.classroom_id))
    .where(_STUDENTS.c.id == _ID)
)


class ConcernedStudent(NamedTuple):
    """A student's name, and the class with its owner."""

    name: str
    classroom_id: str
    classroom_name: str
    teacher_id: str


def find_name(db: Session, account: Account) -> str | None:
    """Return the name of the account's person; None if the account doesn't exist."""
    return db.scalar(_NAMES[account.role], {"id": account.id})


def get_owner_id(db: Session, classroom_id: str) -> str:
    """Return the id of the teacher who owns the class."""
    owner_id: str = db.scalars(_OWNER, {"id": classroom_id}).one()
    return owner_id


def get_student(db: Session, student_id: str) -> ConcernedStudent:
    """Return what an event has of a student that it concerns."""
    return ConcernedStudent._make(db.execute(_STUDENT, {"id": student_id}).one())


def list_records(
    db: Session, teacher_id: str, kinds: Collection[ActivityKind], page: PageRequest
) -> Sequence[ActivityResponse]:
    """List a page of the teacher's activity records, newest first; `kinds` filters unless it is empty.

    Of a goal only what is in one of the teacher's classes: it may have been deleted or handed over since.
    """
    own_goals = _GOALS.join(_CLASSROOMS, _CLASSROOMS.c.id == _GOALS.c.classroom_id)
    query = (
        select(ActivityRecord, _GOALS.c.id, _GOALS.c.student_id)
        .outerjoin(
            own_goals,
            (_GOALS.c.id == ActivityRecord.goal_id) & (_CLASSROOMS.c.teacher_id == ActivityRecord.teacher_id),
        )
        .where(ActivityRecord.teacher_id == teacher_id)
    )
    if kinds:
        query = query.where(ActivityRecord.kind.in_(kinds))
    rows = db.execute(newest_first(query, ActivityRecord, page))
    return [
        ActivityResponse.from_row(record, goal_id=goal_id, goal_student_id=student_id)
        for record, goal_id, student_id in rows
    ]
