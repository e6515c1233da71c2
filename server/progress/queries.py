"""A class's progress in one query that costs the same after three years."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, func, select
from sqlalchemy.orm import Session

from server.classrooms.models import Classroom
from server.goalbucks.models import Balance
from server.goals.models import Goal
from server.students.models import Student
from server.students.queries import by_name

_LAST_GOAL = (
    select(Goal.name)
    .where(Goal.student_id == Student.id, Goal.status == "completed")
    .order_by(Goal.completed_at.desc(), Goal.id.desc())
    .limit(1)
    .scalar_subquery()
)
_STATS = select(
    Student.id,
    Student.username,
    Student.first_name,
    Student.last_name,
    Student.classroom_id,
    Student.created_at,
    func.coalesce(Balance.goals_completed, 0).label("goals_completed"),
    func.coalesce(Balance.earned - Balance.spent, 0).label("goalbucks"),
    _LAST_GOAL.label("last_goal_name"),
).outerjoin(Balance, Balance.student_id == Student.id)


def stats_of(db: Session, classroom: Classroom) -> Sequence[Row[Any]]:
    """The class's students with their progress, by last name, first name."""
    rows = db.execute(_STATS.where(Student.classroom_id == classroom.id)).all()
    return sorted(rows, key=lambda row: by_name(row.first_name, row.last_name))
