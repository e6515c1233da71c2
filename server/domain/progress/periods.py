"""The whole weeks that progress and reports are about."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Literal

from server import clock

PeriodChoice = Literal["8weeks", "year"]
WEEKS: dict[PeriodChoice, int] = {"8weeks": 8, "year": 53}
"""The greatest number of weeks of each choice."""
WEEK = timedelta(weeks=1)


@dataclass(frozen=True, slots=True)
class Period:
    """Whole weeks from a Monday to a day, which is today if the last week is the present one."""

    start: date
    end: date

    @property
    def weeks(self) -> list[date]:
        """The Mondays of the weeks, oldest first."""
        return [self.start + WEEK * number for number in range((self.end - self.start) // WEEK + 1)]

    @property
    def begins_at(self) -> datetime:
        """The local midnight at which the period begins."""
        return datetime.combine(self.start, time()).astimezone()


def period_until_today(choice: PeriodChoice, since: datetime) -> Period:
    """Return the last weeks, the present one included; of a year only those since the week of `since`."""
    today, this_week = clock.local_date(), clock.this_week()
    start = this_week - WEEK * (WEEKS[choice] - 1)
    if choice == "year":
        start = min(max(start, clock.monday_of(clock.local_date(since))), this_week)
    return Period(start, today)
