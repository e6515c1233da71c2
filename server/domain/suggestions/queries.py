"""Queries for suggestions, scoped to what the actor may see."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple, Self

from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import Session

from server.database.columns import columns_of, fetch_rows
from server.database.lookup import get_or_not_found
from server.database.paging import PageRequest, page_parameters, select_page
from server.domain.classrooms.models import Classroom
from server.domain.students.models import Student
from server.domain.students.queries import lock_students
from server.domain.suggestions.models import GoalSuggestion, SuggestionStatus
from server.security.actor import Actor


class SuggestionRow(NamedTuple):
    """A suggestion that is only read."""

    id: str
    student_id: str
    classroom_id: str
    suggested_name: str
    suggested_goalbucks: int
    description: str | None
    status: SuggestionStatus
    teacher_id: str | None
    created_at: datetime
    reviewed_at: datetime | None
    approved_name: str | None
    approved_goalbucks: int | None


class SuggestionWithNames(NamedTuple):
    """A suggestion with the names of its student and class."""

    suggestion: SuggestionRow
    first_name: str
    last_name: str
    class_name: str

    @classmethod
    def of_columns(cls, columns: Iterable[Any]) -> Self:
        """Build from the columns of `_PENDING_OF_TEACHER`."""
        *own, first_name, last_name, class_name = columns
        return cls(SuggestionRow._make(own), first_name, last_name, class_name)


# Built once: building the query costs more than executing it in SQLite.
_COLUMNS = columns_of(GoalSuggestion, SuggestionRow._fields)
_OF_STUDENT = select(*_COLUMNS).where(GoalSuggestion.student_id == bindparam("student_id"))
_PENDING_OF_TEACHER = (
    select(*_COLUMNS, Student.first_name, Student.last_name, Classroom.name)
    .join(Student, Student.id == GoalSuggestion.student_id)
    .join(Classroom, Classroom.id == GoalSuggestion.classroom_id)
    .where(Classroom.teacher_id == bindparam("teacher_id"), GoalSuggestion.status == "pending")
    .order_by(GoalSuggestion.id.desc())
)


def pending_for_teacher(db: Session, teacher_id: str) -> Sequence[SuggestionWithNames]:
    """Return the pending suggestions of the teacher's classes with first name, last name and class, newest first."""
    return fetch_rows(db, SuggestionWithNames.of_columns, _PENDING_OF_TEACHER, {"teacher_id": teacher_id})


def suggestions_of_student(db: Session, student_id: str, page: PageRequest) -> Sequence[SuggestionRow]:
    """Return a page of the student's suggestions, newest first."""
    parameters = {"student_id": student_id, **page_parameters(page)}
    return fetch_rows(db, SuggestionRow._make, select_page(_OF_STUDENT, GoalSuggestion, page), parameters)


def pending_count(db: Session, student_id: str) -> int:
    """Return the number of the student's pending suggestions."""
    query = select(func.count()).select_from(GoalSuggestion)
    return db.scalars(query.where(GoalSuggestion.student_id == student_id, GoalSuggestion.status == "pending")).one()


def get_owned_suggestion(db: Session, actor: Actor, suggestion_id: str) -> GoalSuggestion:
    """Return a suggestion in the teacher's classes, with its student locked; else `NotFoundError`."""
    lock_students(db, GoalSuggestion, [suggestion_id])
    query = select(GoalSuggestion).join(Classroom, Classroom.id == GoalSuggestion.classroom_id)
    return get_or_not_found(db, query.where(GoalSuggestion.id == suggestion_id, Classroom.teacher_id == actor.id))
