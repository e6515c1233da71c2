"""A class with series, and a clock that is moved from day to day."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from sqlalchemy import select

from server import clock
from server.domain.goals.models import Goal
from server.domain.series import service
from server.domain.series.making import due_series_ids, make_planned_day
from server.domain.series.models import WEEKDAYS, GoalSeries, SeriesFields
from server.domain.students.models import Student
from tests.factories.fake_clock import FakeClock
from tests.unit.row_builder import RowBuilder

MONDAY = date(2026, 9, 14)
DAILY = SeriesFields(
    name="Read for 20 minutes",
    goalbucks=5,
    weekdays=WEEKDAYS[:5],
    first_day=MONDAY,
    last_day=MONDAY + timedelta(days=270),
    student_ids=None,
    details="Title and page",
    picture="book",
)


class SchoolDays:
    """Moves the clock from day to day, and makes the goals of each as the day job does."""

    def __init__(self, rows: RowBuilder, fake_clock: FakeClock) -> None:
        self.rows = rows
        self._clock = fake_clock

    def create(self, **changes: Any) -> GoalSeries:
        """Create a series of the weekdays from Monday to Friday, with these fields changed."""
        return service.create(self.rows.db, self.rows.classroom, replace(DAILY, **changes))

    def go_to(self, day: date) -> None:
        """Set the clock to this local date, at the time of day that it has."""
        self._clock.advance(days=(day - clock.local_date()).days)

    def pass_days(self, number: int) -> None:
        """Let the days pass, each with the program running."""
        for _ in range(number):
            self._clock.advance(days=1)
            self.run_day_job()

    def run_day_job(self) -> None:
        """Make the goals of the clock's day."""
        day = clock.local_date()
        for series_id in due_series_ids(self.rows.db, day):
            make_planned_day(self.rows.db, series_id, day)

    def goals(self, student: Student | None = None) -> Sequence[Goal]:
        """Return the student's goals in the order in which they were made."""
        of = (student or self.rows.student).id
        return self.rows.db.scalars(select(Goal).where(Goal.student_id == of).order_by(Goal.id)).all()

    def days(self, status: str = "current", student: Student | None = None) -> list[str]:
        """Return the weekday and the day of the month of the student's goals of this status."""
        due = (goal.due_date for goal in self.goals(student) if goal.status == status)
        return ["no day" if day is None else f"{WEEKDAYS[day.weekday()]} {day.day}" for day in due]
