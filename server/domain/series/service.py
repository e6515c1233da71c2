"""Making, changing and stopping series, within the caller's transaction."""

from collections.abc import Sequence
from datetime import date, timedelta

from sqlalchemy import ColumnElement, delete, func, select, update
from sqlalchemy.orm import Session

from server import clock
from server.database.locking import lock_rows
from server.domain.classrooms.models import Classroom
from server.domain.goals import service as goals
from server.domain.goals.models import Goal
from server.domain.series.making import find_day, lock_present_students, make_day, make_planned_day
from server.domain.series.models import MAX_RUNNING, GoalSeries, SeriesFields, SeriesStudent, TooManySeriesError
from server.domain.series.queries import is_running
from server.domain.students.models import Student
from server.domain.students.queries import get_owned_students
from server.domain.submissions.service import end_goals
from server.errors import InvalidError
from server.texts.field_errors import field_sentence

MAX_DAYS_AHEAD = 280


def create(db: Session, classroom: Classroom, fields: SeriesFields) -> GoalSeries:
    """Create a series and make today's goals, if it is planned today.

    `NotFoundError` if a student isn't in the class, `TooManySeriesError`, `InvalidError` for its last day.
    """
    today = clock.local_date()
    _require_possible_days(fields, today)
    lock_rows(db, Classroom, [classroom.id])  # it stands for the series of the class
    of_class = select(func.count()).select_from(GoalSeries).where(GoalSeries.classroom_id == classroom.id)
    if db.scalars(of_class.where(is_running(today))).one() >= MAX_RUNNING:
        raise TooManySeriesError
    series = GoalSeries(classroom_id=classroom.id)
    series.edit(fields)
    db.add(series)
    db.flush()
    _replace_students(db, classroom, series, fields.student_ids)
    make_planned_day(db, series.id, today)
    return series


def edit(db: Session, classroom: Classroom, series: GoalSeries, fields: SeriesFields) -> None:
    """Change the series from the next day on. `SeriesStoppedError`, and the errors of `create` for a field."""
    today = clock.local_date()
    series.require_running(today)
    _require_possible_days(fields, today)
    was_planned = series.is_on(today, no_school=())
    series.edit(fields)
    if series.is_on(today, no_school=()) and not was_planned:
        series.first_day = today + timedelta(days=1)
    _replace_students(db, classroom, series, fields.student_ids)
    db.flush()


def stop(db: Session, series: GoalSeries, *, end_open: bool) -> None:
    """Stop the series for good; with `end_open` its open goals end, but those with pending proof."""
    series.require_running(clock.local_date())
    series.stopped_at = clock.now()
    db.flush()
    if end_open:
        end_goals(db, _lock_open_goals(db, Goal.series_id == series.id), "missed")


def make_today(db: Session, series: GoalSeries) -> tuple[int, str]:
    """Make today's goals for the present students who have none of this series, whatever weekday it is.

    Returns their number and the assignment's id.
    """
    today = clock.local_date()
    series.require_running(today)
    made = find_day(db, series, today)
    if made is None:
        made = make_day(db, series, today)
        count = select(func.count()).select_from(Goal).where(Goal.assignment_id == made.assignment_id)
        return db.scalars(count).one(), made.assignment_id
    students = lock_present_students(db, series)
    having = set(db.scalars(select(Goal.student_id).where(Goal.assignment_id == made.assignment_id)))
    missing = [student for student in students if student.id not in having]
    fields = series.to_goal_fields(today)
    goals.create(db, missing, fields, assignment_id=made.assignment_id, series_id=series.id)
    return len(missing), made.assignment_id


def leave_all(db: Session, student_id: str) -> None:
    """Take a student who moves to another class out of all series of the old one.

    Open goals end, but those with pending proof; all of them stop being goals of a series.
    """
    db.execute(delete(SeriesStudent).where(SeriesStudent.student_id == student_id))
    is_of_series = (Goal.student_id == student_id, Goal.series_id.is_not(None))
    end_goals(db, _lock_open_goals(db, *is_of_series), "missed")
    db.execute(update(Goal).where(*is_of_series).values(series_id=None))


def _lock_open_goals(db: Session, *conditions: ColumnElement[bool]) -> Sequence[Goal]:
    is_open = (Goal.status == "current", *conditions)
    lock_rows(db, Student, select(Goal.student_id).where(*is_open))
    return db.scalars(select(Goal).where(*is_open).order_by(Goal.id)).all()


def _require_possible_days(fields: SeriesFields, today: date) -> None:
    if fields.last_day < fields.first_day:
        raise InvalidError(fields={"until": field_sentence("range_order")})
    if fields.last_day > today + timedelta(days=MAX_DAYS_AHEAD):
        raise InvalidError(fields={"until": field_sentence("date_too_late", max=MAX_DAYS_AHEAD)})


def _replace_students(db: Session, classroom: Classroom, series: GoalSeries, student_ids: Sequence[str] | None) -> None:
    students = [] if student_ids is None else get_owned_students(db, classroom, student_ids)
    db.execute(delete(SeriesStudent).where(SeriesStudent.series_id == series.id))
    db.add_all(SeriesStudent(series_id=series.id, student_id=student.id) for student in students)
    db.flush()
