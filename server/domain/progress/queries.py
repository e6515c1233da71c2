"""Progress of classes, each list in one query whose cost doesn't grow with the number of completed goals."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Row, Select, String, bindparam, func, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from server.domain.classrooms.models import Classroom
from server.domain.classrooms.queries import ClassroomSummary
from server.domain.goalbucks.models import Balance
from server.domain.goals.models import Goal
from server.domain.students.models import Student
from server.domain.students.queries import name_sort_key


class StudentStats(NamedTuple):
    """A student's progress. A named tuple, since reading a SQLAlchemy row by name takes four times as long."""

    id: str
    username: str
    first_name: str
    last_name: str
    classroom_id: str
    created_at: datetime
    class_code: str
    class_name: str
    goals_completed: int
    goalbucks: int
    last_goal_name: str | None
    current_goals: int


_LAST_GOAL = (
    select(Goal.name)
    .where(Goal.student_id == Student.id, Goal.status == "completed")
    .order_by(Goal.completed_at.desc(), Goal.id.desc())
    .limit(1)
    .scalar_subquery()
)
_CURRENT_GOALS = (
    # An index-only count takes a few microseconds per student, so no counter is stored.
    select(func.count()).where(Goal.student_id == Student.id, Goal.status == "current").scalar_subquery()
)


def _select_stats(
    class_code: ColumnElement[str] | InstrumentedAttribute[str],
    class_name: ColumnElement[str] | InstrumentedAttribute[str],
) -> Select[*tuple[Any, ...]]:
    """Select the columns of `StudentStats`, in its order."""
    columns = (
        Student.id,
        Student.username,
        Student.first_name,
        Student.last_name,
        Student.classroom_id,
        Student.created_at,
        class_code,
        class_name,
        func.coalesce(Balance.goals_completed, 0),
        func.coalesce(Balance.earned - Balance.spent, 0),
        _LAST_GOAL,
        _CURRENT_GOALS,
    )
    return select(*columns).select_from(Student).outerjoin(Balance, Balance.student_id == Student.id)


_STATS_OF_CLASS = _select_stats(bindparam("class_code", type_=String), bindparam("class_name", type_=String)).where(
    Student.classroom_id == bindparam("classroom_id")
)
_STATS_OF_TEACHER = (
    _select_stats(Classroom.class_code, Classroom.name)
    .join(Classroom, Classroom.id == Student.classroom_id)
    .where(Classroom.teacher_id == bindparam("teacher_id"))
)


def stats_of(db: Session, classroom: ClassroomSummary) -> Sequence[StudentStats]:
    """Return the class's students with their progress, by last name, then first name."""
    # On the connection: the ORM's overhead would be as long as the query itself.
    parameters = {"classroom_id": classroom.id, "class_code": classroom.class_code, "class_name": classroom.name}
    return _sorted_by_name(db.connection().execute(_STATS_OF_CLASS, parameters).all())


def stats_for_teacher(db: Session, teacher_id: str) -> Sequence[StudentStats]:
    """Return the students of all the teacher's classes with their progress, by last name, then first name."""
    return _sorted_by_name(db.connection().execute(_STATS_OF_TEACHER, {"teacher_id": teacher_id}).all())


def _sorted_by_name(rows: Sequence[Row[*tuple[Any, ...]]]) -> list[StudentStats]:
    stats = (StudentStats._make(row) for row in rows)
    return sorted(stats, key=lambda student: name_sort_key(student.first_name, student.last_name))


class BalanceRow(NamedTuple):
    """A row of the exported file."""

    last_name: str
    first_name: str
    username: str
    goalbucks: int
    earned: int
    spent: int
    goals_completed: int


def balances_of(db: Session, classroom: ClassroomSummary) -> Sequence[BalanceRow]:
    """Return the class's balances by last name, then first name."""
    query = (
        select(
            Student.last_name,
            Student.first_name,
            Student.username,
            func.coalesce(Balance.earned - Balance.spent, 0),
            func.coalesce(Balance.earned, 0),
            func.coalesce(Balance.spent, 0),
            func.coalesce(Balance.goals_completed, 0),
        )
        .outerjoin(Balance, Balance.student_id == Student.id)
        .where(Student.classroom_id == classroom.id)
    )
    rows = [BalanceRow(*row) for row in db.execute(query)]
    return sorted(rows, key=lambda row: name_sort_key(row.first_name, row.last_name))
