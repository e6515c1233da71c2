"""Progress of classes, each list in one query whose cost doesn't grow with the number of completed goals."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import String, bindparam, func, select
from sqlalchemy.orm import Session

from server.domain.classrooms.models import Classroom
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
    class_code: str
    created_at: datetime
    goals_completed: int
    goalbucks: int
    last_goal_name: str | None
    current_goals: int


class StudentStatsWithClass(NamedTuple):
    """The fields of `StudentStats`, then the class's name."""

    id: str
    username: str
    first_name: str
    last_name: str
    classroom_id: str
    class_code: str
    created_at: datetime
    goals_completed: int
    goalbucks: int
    last_goal_name: str | None
    current_goals: int
    class_name: str


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
_PROGRESS = (
    Student.created_at,
    func.coalesce(Balance.goals_completed, 0),
    func.coalesce(Balance.earned - Balance.spent, 0),
    _LAST_GOAL,
    _CURRENT_GOALS,
)
# Columns in the order of StudentStats.
_STATS = (
    select(
        Student.id,
        Student.username,
        Student.first_name,
        Student.last_name,
        Student.classroom_id,
        bindparam("class_code", type_=String),
        *_PROGRESS,
    )
    .outerjoin(Balance, Balance.student_id == Student.id)
    .where(Student.classroom_id == bindparam("classroom_id"))
)
# Columns in the order of StudentStatsWithClass.
_ALL_STATS = (
    select(
        Student.id,
        Student.username,
        Student.first_name,
        Student.last_name,
        Student.classroom_id,
        Classroom.class_code,
        *_PROGRESS,
        Classroom.name,
    )
    .join(Classroom, Classroom.id == Student.classroom_id)
    .outerjoin(Balance, Balance.student_id == Student.id)
    .where(Classroom.teacher_id == bindparam("teacher_id"))
)


def stats_of(db: Session, classroom: Classroom) -> Sequence[StudentStats]:
    """Return the class's students with their progress, by last name, then first name."""
    # On the connection: the ORM's overhead would be as long as the query itself.
    parameters = {"classroom_id": classroom.id, "class_code": classroom.class_code}
    stats = [StudentStats._make(row) for row in db.connection().execute(_STATS, parameters).all()]
    return sorted(stats, key=lambda student: name_sort_key(student.first_name, student.last_name))


def stats_for_teacher(db: Session, teacher_id: str) -> Sequence[StudentStatsWithClass]:
    """Return the students of all the teacher's classes with their progress, by last name, then first name."""
    rows = db.connection().execute(_ALL_STATS, {"teacher_id": teacher_id}).all()
    stats = [StudentStatsWithClass._make(row) for row in rows]
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


def balances_of(db: Session, classroom: Classroom) -> Sequence[BalanceRow]:
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
