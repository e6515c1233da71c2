"""Queries for goals, scoped to what the actor may see."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import Integer, Row, Select, bindparam, select, tuple_
from sqlalchemy.orm import Session

from server.database.base import UtcDateTime
from server.database.columns import columns_of, fetch_columns
from server.database.paging import PageRequest, newest_in_classes
from server.domain.classrooms.membership import class_ids
from server.domain.classrooms.models import Classroom
from server.domain.goals.models import Goal, is_overdue
from server.domain.goals.schemas import GoalListItem, GoalResponse
from server.domain.students.models import Student
from server.domain.students.queries import FULL_NAME
from server.schema import field_names
from server.security.actor import Actor

# Built once: building the query costs more than executing it in SQLite.
_OVERDUE = field_names(GoalResponse).index("overdue")
_COLUMNS = columns_of(Goal, [name for name in field_names(GoalResponse) if name != "overdue"])
_OF_STUDENT = select(*_COLUMNS).where(Goal.student_id == bindparam("student_id"))
_LAST = _OF_STUDENT.where(Goal.id == bindparam("before"))
_CURRENT = _OF_STUDENT.where(Goal.status == "current").order_by(Goal.due_date.is_(None), Goal.due_date, Goal.id)
_COMPLETED = _OF_STUDENT.where(Goal.status == "completed").order_by(Goal.completed_at.desc(), Goal.id.desc())
_COMPLETED_BEFORE = _COMPLETED.where(
    tuple_(Goal.completed_at, Goal.id) < tuple_(bindparam("completed_at", type_=UtcDateTime), bindparam("before"))
)
_LIMIT = bindparam("page_size", type_=Integer)
_WITH_NAMES = (
    select(*_COLUMNS, FULL_NAME, Classroom.name)
    .join(Student, Student.id == Goal.student_id)
    .join(Classroom, Classroom.id == Goal.classroom_id)
)


def goals_of_student(db: Session, student_id: str, page: PageRequest) -> Sequence[GoalResponse]:
    """Return a page of the student's goals: current ones by due date and creation, then completed ones, newest first.

    The few current goals are paged in memory; completed goals accumulate for years and are paged by the database.
    """
    parameters = {"student_id": student_id, "before": page.before}
    found = [] if page.before is None else _fetch(db, _LAST, parameters)
    if page.before is not None and not found:
        return []
    last = found[0] if found else None
    goals: list[GoalResponse] = []
    if page.status in (None, "current") and not (last and last.status == "completed"):
        goals = _after(_fetch(db, _CURRENT, parameters), last)[: page.limit]
    if page.status in (None, "completed"):
        completed_at = last.completed_at if last else None
        query = _select_completed(has_last=completed_at is not None, has_limit=page.limit is not None)
        limit = None if page.limit is None else page.limit - len(goals)
        goals += _fetch(db, query, parameters | {"completed_at": completed_at, "page_size": limit})
    return goals


def _fetch(db: Session, query: Select[*tuple[Any, ...]], parameters: Mapping[str, Any]) -> list[GoalResponse]:
    rows = fetch_columns(db, query, parameters)
    return [GoalResponse(*_with_overdue(row)) for row in rows]


def _with_overdue(row: Row[*tuple[Any, ...]]) -> Iterable[Any]:
    return *row[:_OVERDUE], is_overdue(row.status, row.due_date), *row[_OVERDUE:]


@cache
def _select_completed(*, has_last: bool, has_limit: bool) -> Select[*tuple[Any, ...]]:
    query = _COMPLETED_BEFORE if has_last else _COMPLETED
    return query.limit(_LIMIT) if has_limit else query


def _after(goals: list[GoalResponse], last: GoalResponse | None) -> list[GoalResponse]:
    return goals[goals.index(last) + 1 :] if last in goals else goals


def goals_for_teacher(db: Session, actor: Actor, page: PageRequest) -> Sequence[GoalListItem]:
    """Return a page of the teacher's goals, newest first."""
    query = newest_in_classes(_WITH_NAMES, Goal, class_ids(db, actor), page)
    rows = fetch_columns(db, query, {})
    return [GoalListItem(*_with_overdue(row)) for row in rows]
