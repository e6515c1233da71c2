"""The tables of series, their students and the days that were made."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Literal, get_args

from sqlalchemy import ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from server.database.base import Entity, UtcDateTime
from server.domain.goal_pictures import GoalPicture
from server.domain.goals.models import GoalFields
from server.domain.no_school_days.models import DateRange, is_no_school
from server.errors import DomainError

Weekday = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
WEEKDAYS: Sequence[Weekday] = get_args(Weekday)
"""In the order of `date.weekday`."""


MAX_RUNNING = 50
"""Running series of a class."""


class SeriesStoppedError(DomainError):
    """A series that was stopped, or whose last day is over, can't be changed and makes no goals."""

    code = "series_stopped"
    sentence = "This goal doesn't repeat any more."


class TooManySeriesError(DomainError):
    """The class has `MAX_RUNNING` series that run."""

    code = "too_many_series"
    sentence = f"This class already has {MAX_RUNNING} goals that repeat. Please stop one of them first."


@dataclass(frozen=True, slots=True)
class SeriesFields:
    """The fields of a series that a teacher edits; `student_ids` None: everybody in the class, also who joins later."""

    name: str
    goalbucks: int
    weekdays: Sequence[Weekday]
    first_day: date
    last_day: date
    student_ids: Sequence[str] | None
    details: str | None = None
    picture: GoalPicture | None = None


class GoalSeries(Entity):
    """A goal that repeats on some weekdays, from its first to its last day."""

    __tablename__ = "goal_series"

    classroom_id: Mapped[str] = mapped_column(ForeignKey("classrooms.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(200))
    goalbucks: Mapped[int]
    details: Mapped[str | None] = mapped_column(String(500))
    picture: Mapped[GoalPicture | None] = mapped_column(String(20))
    weekday_names: Mapped[str] = mapped_column("weekdays", String(27))
    """Such as "mon,wed,fri"."""
    first_day: Mapped[date]
    last_day: Mapped[date]
    for_everybody: Mapped[bool]
    """Whether it is for every student of the class, rather than for those of `SeriesStudent`."""
    stopped_at: Mapped[datetime | None] = mapped_column(UtcDateTime)

    @property
    def weekdays(self) -> Sequence[Weekday]:
        """The weekdays, from Monday."""
        return [day for day in WEEKDAYS if day in self.weekday_names.split(",")]

    def edit(self, fields: SeriesFields) -> None:
        """Replace the fields; goals that were made stay as they are."""
        self.name, self.goalbucks = fields.name, fields.goalbucks
        self.details, self.picture = fields.details, fields.picture
        self.weekday_names = ",".join(day for day in WEEKDAYS if day in fields.weekdays)
        self.first_day, self.last_day = fields.first_day, fields.last_day
        self.for_everybody = fields.student_ids is None

    def is_running(self, today: date) -> bool:
        """Whether it wasn't stopped and its last day isn't over."""
        return self.stopped_at is None and today <= self.last_day

    def require_running(self, today: date) -> None:
        """Raise `SeriesStoppedError` unless it is running."""
        if not self.is_running(today):
            raise SeriesStoppedError

    def is_on(self, day: date, no_school: Sequence[DateRange]) -> bool:
        """Whether the series is planned on the day: one of its weekdays, with school."""
        is_weekday = WEEKDAYS[day.weekday()] in self.weekdays
        return is_weekday and self.first_day <= day <= self.last_day and not is_no_school(no_school, day)

    def next_day(self, after: date, no_school: Sequence[DateRange]) -> date | None:
        """Return the first planned day after a day; None if there is none."""
        day = max(after + timedelta(days=1), self.first_day)
        while day <= self.last_day:
            if self.is_on(day, no_school):
                return day
            day += timedelta(days=1)
        return None

    def to_goal_fields(self, day: date) -> GoalFields:
        """Return the fields of the goals of a day, which are due on it."""
        return GoalFields(self.name, self.goalbucks, day, self.details, self.picture)


class SeriesStudent(Entity):
    """A student for whom a series was chosen."""

    __tablename__ = "goal_series_students"
    __table_args__ = (UniqueConstraint("series_id", "student_id"),)

    series_id: Mapped[str] = mapped_column(ForeignKey("goal_series.id", ondelete="CASCADE"))
    student_id: Mapped[str] = mapped_column(ForeignKey("students.id", ondelete="CASCADE"), index=True)


class SeriesDay(Entity):
    """A day whose goals were made. The order of making is that of the ids: a wrong clock mixes up the dates."""

    __tablename__ = "goal_series_days"
    __table_args__ = (UniqueConstraint("series_id", "day"),)

    series_id: Mapped[str] = mapped_column(ForeignKey("goal_series.id", ondelete="CASCADE"))
    classroom_id: Mapped[str] = mapped_column(ForeignKey("classrooms.id", ondelete="CASCADE"), index=True)
    day: Mapped[date]
    assignment_id: Mapped[str] = mapped_column(String(36))
    """Shared by the goals of the day."""
