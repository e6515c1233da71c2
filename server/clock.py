"""The application's clock, which tests replace."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta


class Clock:
    """Source of the current time; tests replace `source`."""

    def __init__(self) -> None:
        self.source: Callable[[], datetime] = lambda: datetime.now(UTC)


clock = Clock()


def now() -> datetime:
    """Return the current time in UTC."""
    return clock.source()


def local_time(moment: datetime) -> datetime:
    """Convert to the server's time zone, which is the class's (specification 6.5)."""
    return moment.astimezone()


def local_date(moment: datetime | None = None) -> date:
    """Return the local date of the moment, by default of the present one."""
    return local_time(moment or now()).date()


def monday_of(day: date) -> date:
    """Return the Monday of the day's week."""
    return day - timedelta(days=day.weekday())


def this_week() -> date:
    """Return the Monday of the server's local date."""
    return monday_of(local_date())


def utc_offset_minutes() -> int:
    """Return the minutes from UTC to the server's local time."""
    offset = local_time(now()).utcoffset()
    assert offset is not None  # noqa: S101 - `local_time` sets it
    return round(offset.total_seconds() / 60)
