"""The table of days without school."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from server.database.base import Entity


@dataclass(frozen=True, slots=True)
class DateRange:
    """Days from the first to the last, both included, with an optional name such as "Winter break"."""

    first_day: date
    last_day: date
    name: str | None = None

    def __contains__(self, day: date) -> bool:
        return self.first_day <= day <= self.last_day

    def __len__(self) -> int:
        return (self.last_day - self.first_day).days + 1


class NoSchoolDays(Entity):
    """A range of days without school, in all classes that the teacher owns."""

    __tablename__ = "no_school_days"

    teacher_id: Mapped[str] = mapped_column(ForeignKey("teachers.id", ondelete="CASCADE"), index=True)
    first_day: Mapped[date]
    last_day: Mapped[date]
    name: Mapped[str | None] = mapped_column(String(200))

    @property
    def range(self) -> DateRange:
        """The days and their name."""
        return DateRange(self.first_day, self.last_day, self.name)


def is_no_school(ranges: Sequence[DateRange], day: date) -> bool:
    """Return whether one of the ranges contains the day."""
    return any(day in each for each in ranges)
