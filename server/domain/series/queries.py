"""Queries for series."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date

from sqlalchemy import ColumnElement, and_, func, select
from sqlalchemy.orm import Session

from server import clock
from server.database.locking import lock_rows
from server.database.paging import PageRequest, newest_in_classes
from server.domain.classrooms.membership import class_ids, get_classroom
from server.domain.classrooms.models import Classroom
from server.domain.goals.models import Goal
from server.domain.no_school_days.models import DateRange
from server.domain.no_school_days.service import list_ranges
from server.domain.series.models import GoalSeries, SeriesDay, SeriesStudent
from server.domain.series.schemas import SeriesResponse
from server.domain.students.models import Student
from server.errors import NotFoundError
from server.security.actor import Actor
from server.security.permissions import Permission


def is_running(today: date) -> ColumnElement[bool]:
    """Condition on series: not stopped, and the last day isn't over."""
    return and_(GoalSeries.stopped_at.is_(None), GoalSeries.last_day >= today)


def get_series(db: Session, actor: Actor, permission: Permission, series_id: str) -> GoalSeries:
    """Return a series of the teacher's classes, locked by its class; else the errors of `get_classroom`."""
    series = lock_series(db, series_id)
    if series is None:
        raise NotFoundError
    get_classroom(db, actor, permission, series.classroom_id)
    return series


def lock_series(db: Session, series_id: str) -> GoalSeries | None:
    """Lock the class of the series, which stands for its series, and return the series; None if it doesn't exist."""
    lock_rows(db, Classroom, select(GoalSeries.classroom_id).where(GoalSeries.id == series_id))
    return db.scalar(select(GoalSeries).where(GoalSeries.id == series_id).execution_options(populate_existing=True))


def series_for_teacher(db: Session, actor: Actor, page: PageRequest) -> Sequence[SeriesResponse]:
    """Return a page of the series of the teacher's classes, newest first; `page.status` is running or stopped."""
    today = clock.local_date()
    of_status = {"running": is_running(today), "stopped": ~is_running(today)}
    if page.status is not None and page.status not in of_status:
        return []
    conditions = [] if page.status is None else [of_status[page.status]]
    everything = replace(page, status=None)
    query = newest_in_classes(select(GoalSeries), GoalSeries, class_ids(db, actor), everything, *conditions)
    return describe(db, db.scalars(query).all())


def describe(db: Session, series: Sequence[GoalSeries]) -> list[SeriesResponse]:
    """Return the responses for these series: with students, number of goals and next day."""
    ids = [each.id for each in series]
    today = clock.local_date()
    classes = {
        row.id: row for row in db.scalars(select(Classroom).where(Classroom.id.in_({s.classroom_id for s in series})))
    }
    no_school = {owner: list_ranges(db, owner) for owner in {row.teacher_id for row in classes.values()}}
    students = _student_ids(db, ids)
    counts = _goal_counts(db, ids)
    made = select(SeriesDay.series_id).where(SeriesDay.series_id.in_(ids), SeriesDay.day == today)
    made_today = set(db.scalars(made))
    return [
        SeriesResponse.from_row(
            each,
            class_name=classes[each.classroom_id].name,
            student_ids=None if each.for_everybody else students[each.id],
            next_day=_next_day(each, today, no_school[classes[each.classroom_id].teacher_id], made_today),
            given=counts.get(each.id, (0, 0))[0],
            completed=counts.get(each.id, (0, 0))[1],
        )
        for each in series
    ]


def find_foreign_goals(db: Session) -> Sequence[Goal]:
    """Return the goals of a series of another class."""
    query = select(Goal).join(GoalSeries, GoalSeries.id == Goal.series_id)
    return db.scalars(query.where(GoalSeries.classroom_id != Goal.classroom_id)).all()


def find_foreign_students(db: Session) -> Sequence[SeriesStudent]:
    """Return the places of students in a series of another class."""
    query = select(SeriesStudent).join(GoalSeries).join(Student, Student.id == SeriesStudent.student_id)
    return db.scalars(query.where(GoalSeries.classroom_id != Student.classroom_id)).all()


def _next_day(series: GoalSeries, today: date, no_school: Sequence[DateRange], made_today: set[str]) -> date | None:
    if not series.is_running(today):
        return None
    if series.is_on(today, no_school) and series.id not in made_today:
        return today
    return series.next_day(today, no_school)


def _student_ids(db: Session, series_ids: Sequence[str]) -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    query = select(SeriesStudent.series_id, SeriesStudent.student_id).where(SeriesStudent.series_id.in_(series_ids))
    for series_id, student_id in db.execute(query.order_by(SeriesStudent.id)):
        found[series_id].append(student_id)
    return found


def _goal_counts(db: Session, series_ids: Sequence[str]) -> Mapping[str, tuple[int, int]]:
    """Return the number of goals of each series, and of the completed ones."""
    completed = func.count().filter(Goal.status == "completed")
    query = select(Goal.series_id, func.count(), completed).where(Goal.series_id.in_(series_ids))
    rows = db.execute(query.group_by(Goal.series_id))
    return {series_id: (given, done) for series_id, given, done in rows if series_id is not None}
