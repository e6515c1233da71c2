"""Queries for goals, scoped to what the actor may see."""

from collections.abc import Sequence
from datetime import date, datetime
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import Integer, Row, Select, bindparam, select, tuple_
from sqlalchemy.orm import Session

from server.database.base import UtcDateTime
from server.database.columns import columns_of, fetch_rows
from server.database.lookup import get_or_not_found
from server.database.paging import PageRequest, newest_in_classes
from server.domain.classrooms.models import Classroom
from server.domain.classrooms.queries import get_owned_classroom_ids
from server.domain.goals.models import Goal, GoalStatus, is_overdue
from server.domain.students.models import Student
from server.domain.students.queries import lock_students
from server.security.actor import Actor


class GoalRow(NamedTuple):
    """A goal that is only read."""

    id: str
    student_id: str
    classroom_id: str
    name: str
    goalbucks: int
    due_date: date | None
    status: GoalStatus
    created_at: datetime
    completed_at: datetime | None
    assignment_id: str | None

    @property
    def is_completed(self) -> bool:
        """Whether the goal is completed and credited."""
        return self.status == "completed"

    @property
    def overdue(self) -> bool:
        """Whether the goal is current and its due date has passed."""
        return is_overdue(self.status, self.due_date)


# Built once: building the query costs more than executing it in SQLite.
_OF_STUDENT = select(*columns_of(Goal, GoalRow._fields)).where(Goal.student_id == bindparam("student_id"))
_LAST = _OF_STUDENT.where(Goal.id == bindparam("before"))
_CURRENT = _OF_STUDENT.where(Goal.status == "current").order_by(Goal.due_date.is_(None), Goal.due_date, Goal.id)
_COMPLETED = _OF_STUDENT.where(Goal.status == "completed").order_by(Goal.completed_at.desc(), Goal.id.desc())
_COMPLETED_BEFORE = _COMPLETED.where(
    tuple_(Goal.completed_at, Goal.id) < tuple_(bindparam("completed_at", type_=UtcDateTime), bindparam("before"))
)
_LIMIT = bindparam("page_size", type_=Integer)


def goals_of_student(db: Session, student_id: str, page: PageRequest) -> Sequence[GoalRow]:
    """Return a page of the student's goals: current ones by due date and creation, then completed ones, newest first.

    The few current goals are paged in memory; completed goals accumulate for years and are paged by the database.
    """
    parameters = {"student_id": student_id, "before": page.before}
    found = [] if page.before is None else fetch_rows(db, GoalRow._make, _LAST, parameters)
    if page.before is not None and not found:
        return []
    last = found[0] if found else None
    goals: list[GoalRow] = []
    if page.status in (None, "current") and not (last and last.is_completed):
        goals = _after(fetch_rows(db, GoalRow._make, _CURRENT, parameters), last)[: page.limit]
    if page.status in (None, "completed"):
        completed_at = last.completed_at if last else None
        query = _select_completed(has_last=completed_at is not None, has_limit=page.limit is not None)
        limit = None if page.limit is None else page.limit - len(goals)
        goals += fetch_rows(db, GoalRow._make, query, parameters | {"completed_at": completed_at, "page_size": limit})
    return goals


@cache
def _select_completed(*, has_last: bool, has_limit: bool) -> Select[*tuple[Any, ...]]:
    query = _COMPLETED_BEFORE if has_last else _COMPLETED
    return query.limit(_LIMIT) if has_limit else query


def _after(goals: list[GoalRow], last: GoalRow | None) -> list[GoalRow]:
    return goals[goals.index(last) + 1 :] if last in goals else goals


def select_goals_with_names() -> Select[Goal, str, str, str]:
    """Build a query for goals with the student's first and last name and the class's name."""
    return (
        select(Goal, Student.first_name, Student.last_name, Classroom.name)
        .join(Student, Student.id == Goal.student_id)
        .join(Classroom, Classroom.id == Goal.classroom_id)
    )


def goals_for_teacher(db: Session, teacher_id: str, page: PageRequest) -> Sequence[Row[Goal, str, str, str]]:
    """Return a page of the teacher's goals, newest first, with first name, last name and class name."""
    return db.execute(
        newest_in_classes(select_goals_with_names(), Goal, get_owned_classroom_ids(db, teacher_id), page)
    ).all()


def get_visible_goal(db: Session, actor: Actor, goal_id: str) -> Goal:
    """Return a goal of the teacher's classes or of the student, with its student locked; else `NotFoundError`."""
    lock_students(db, Goal, [goal_id])
    query = select(Goal).where(Goal.id == goal_id)
    if actor.is_teacher:
        query = query.join(Classroom, Classroom.id == Goal.classroom_id).where(Classroom.teacher_id == actor.id)
    else:
        query = query.where(Goal.student_id == actor.id)
    return get_or_not_found(db, query)
