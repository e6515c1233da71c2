"""Making the goals of a day of a series, and ending those of earlier days, within the caller's transaction.

A day is made once, whatever the clock does: its row in `goal_series_days` is unique.
"""

from collections.abc import Sequence
from datetime import date

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from server.database.base import new_id
from server.database.locking import lock_rows
from server.domain.classrooms.models import Classroom
from server.domain.goals import service as goals
from server.domain.goals.models import Goal
from server.domain.no_school_days.service import list_ranges
from server.domain.series.models import GoalSeries, SeriesDay, SeriesStudent
from server.domain.series.queries import is_running, lock_series
from server.domain.students.models import Student
from server.domain.submissions.models import Submission
from server.domain.submissions.service import end_goals


def due_series_ids(db: Session, day: date) -> Sequence[str]:
    """Return the ids of the series that are planned on the day, for which it wasn't made; none of archived classes."""
    made = select(SeriesDay.series_id).where(SeriesDay.day == day)
    query = select(GoalSeries, Classroom.teacher_id).join(Classroom, Classroom.id == GoalSeries.classroom_id)
    query = query.where(Classroom.archived_at.is_(None), is_running(day), GoalSeries.first_day <= day)
    found = db.execute(query.where(GoalSeries.id.not_in(made))).all()
    no_school = {owner: list_ranges(db, owner) for owner in {teacher_id for _, teacher_id in found}}
    return [series.id for series, teacher_id in found if series.is_on(day, no_school[teacher_id])]


def make_planned_day(db: Session, series_id: str, day: date) -> None:
    """Make the day of the series, unless another process has made it, or the series was changed meanwhile."""
    series = lock_series(db, series_id)
    if series is not None and series_id in due_series_ids(db, day):
        make_day(db, series, day)


def make_day(db: Session, series: GoalSeries, day: date) -> SeriesDay:
    """Make the day of the series: the goals of its present students, due on it; earlier unfinished ones end."""
    last_made = db.scalar(_days_of(series).order_by(SeriesDay.id.desc()).limit(1))
    made = SeriesDay(series_id=series.id, classroom_id=series.classroom_id, day=day, assignment_id=new_id())
    students = lock_present_students(db, series)
    db.add(made)
    db.flush()
    fields = series.to_goal_fields(day)
    goals.create(db, students, fields, assignment_id=made.assignment_id, series_id=series.id)
    _end_earlier(db, series, made, last_made)
    return made


def find_day(db: Session, series: GoalSeries, day: date) -> SeriesDay | None:
    """Return the day of the series, if it was made."""
    return db.scalar(_days_of(series).where(SeriesDay.day == day))


def lock_present_students(db: Session, series: GoalSeries) -> Sequence[Student]:
    """Return the students of the series who aren't away; locked, as are those with an open goal of it."""
    is_in_class = Student.classroom_id == series.classroom_id
    present = select(Student.id).where(is_in_class, Student.away_since.is_(None))
    if not series.for_everybody:
        chosen = select(SeriesStudent.student_id).where(SeriesStudent.series_id == series.id)
        present = present.where(Student.id.in_(chosen))
    with_open_goal = select(Goal.student_id).where(Goal.series_id == series.id, Goal.status == "current")
    lock_rows(db, Student, select(Student.id).where(Student.id.in_(present) | Student.id.in_(with_open_goal)))
    return db.scalars(select(Student).where(Student.id.in_(present)).order_by(Student.id)).all()


def _days_of(series: GoalSeries) -> Select[SeriesDay]:
    return select(SeriesDay).where(SeriesDay.series_id == series.id)


def _end_earlier(db: Session, series: GoalSeries, made: SeriesDay, last_made: SeriesDay | None) -> None:
    """End the unfinished goals of days before the last one, but those returned to the student since that was made.

    The caller locks their students.
    """
    if last_made is None:
        return
    kept = [made.assignment_id, last_made.assignment_id]
    is_open = (Goal.series_id == series.id, Goal.status == "current", Goal.assignment_id.not_in(kept))
    earlier = db.scalars(select(Goal).where(*is_open).order_by(Goal.id)).all()
    newest = select(func.max(Submission.id)).where(Submission.goal_id.in_([goal.id for goal in earlier]))
    returned = select(Submission.goal_id).where(
        Submission.id.in_(newest.group_by(Submission.goal_id)),
        Submission.allow_resubmission,
        Submission.reviewed_at >= last_made.created_at,
    )
    just_returned = set(db.scalars(returned))
    end_goals(db, [goal for goal in earlier if goal.id not in just_returned], "missed")
