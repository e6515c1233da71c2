"""How often students completed goals that repeat, of the days of a period."""

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import and_, bindparam, func, select
from sqlalchemy.orm import Session

from server.database.columns import fetch_rows, in_order
from server.domain.classrooms.models import Classroom
from server.domain.goals.models import Goal
from server.domain.progress.periods import Period
from server.domain.series.models import GoalSeries, SeriesDay


class RepeatingGoals(NamedTuple):
    """The goals of one series and one student that were made on the days of the period."""

    student_id: str
    name: str
    given: int
    completed: int
    earned: int
    last_completed_at: datetime | None


_IS_COMPLETED = Goal.status == "completed"
# By the days, so that the cost doesn't grow with the goals of earlier periods.
_REPEATING = (
    select(
        *in_order(
            RepeatingGoals._fields,
            student_id=Goal.student_id,
            name=GoalSeries.name,
            given=func.count(),
            completed=func.count().filter(_IS_COMPLETED),
            earned=func.coalesce(func.sum(Goal.goalbucks).filter(_IS_COMPLETED), 0),
            last_completed_at=func.max(Goal.completed_at),
        )
    )
    .select_from(SeriesDay)
    .join(GoalSeries, GoalSeries.id == SeriesDay.series_id)
    .join(Goal, and_(Goal.assignment_id == SeriesDay.assignment_id, Goal.series_id == SeriesDay.series_id))
    .where(
        SeriesDay.classroom_id == bindparam("classroom_id"), SeriesDay.day.between(bindparam("start"), bindparam("end"))
    )
    .group_by(GoalSeries.id, GoalSeries.name, Goal.student_id)
    .order_by(GoalSeries.id)
)


def repeating_goals(db: Session, classroom: Classroom, period: Period) -> list[RepeatingGoals]:
    """Return a row for each series and each student of the class who had a goal of it in the period."""
    parameters = {"classroom_id": classroom.id, "start": period.start, "end": period.end}
    return fetch_rows(db, RepeatingGoals._make, _REPEATING, parameters)
