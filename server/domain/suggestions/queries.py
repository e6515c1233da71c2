"""Queries for suggestions, scoped to what the actor may see."""

from collections.abc import Sequence

from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import Session

from server.database.columns import columns_of, fetch_columns
from server.database.paging import PageRequest, page_parameters, select_page
from server.domain.classrooms.membership import IS_LISTED, member_parameters
from server.domain.classrooms.models import Classroom
from server.domain.students.models import Student
from server.domain.students.queries import FULL_NAME
from server.domain.suggestions.models import GoalSuggestion
from server.domain.suggestions.schemas import SuggestionListItem, SuggestionResponse
from server.schema import field_names
from server.security.actor import Actor

# Built once: building the query costs more than executing it in SQLite.
_COLUMNS = columns_of(GoalSuggestion, field_names(SuggestionResponse))
_OF_STUDENT = select(*_COLUMNS).where(GoalSuggestion.student_id == bindparam("student_id"))
_PENDING_OF_MEMBER = (
    select(*_COLUMNS, FULL_NAME, Classroom.name)
    .join(Student, Student.id == GoalSuggestion.student_id)
    .join(Classroom, Classroom.id == GoalSuggestion.classroom_id)
    .where(IS_LISTED, GoalSuggestion.status == "pending")
    .order_by(GoalSuggestion.id.desc())
)


def pending_for_teacher(db: Session, actor: Actor) -> Sequence[SuggestionListItem]:
    """Return the pending suggestions of the teacher's classes, newest first."""
    rows = fetch_columns(db, _PENDING_OF_MEMBER, member_parameters(actor))
    return [SuggestionListItem(*row) for row in rows]


def suggestions_of_student(db: Session, student_id: str, page: PageRequest) -> Sequence[SuggestionResponse]:
    """Return a page of the student's suggestions, newest first."""
    parameters = {"student_id": student_id, **page_parameters(page)}
    rows = fetch_columns(db, select_page(_OF_STUDENT, GoalSuggestion, page), parameters)
    return [SuggestionResponse(*row) for row in rows]


def pending_count(db: Session, student_id: str) -> int:
    """Return the number of the student's pending suggestions."""
    query = select(func.count()).select_from(GoalSuggestion)
    return db.scalars(query.where(GoalSuggestion.student_id == student_id, GoalSuggestion.status == "pending")).one()
