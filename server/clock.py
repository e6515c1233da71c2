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


def today() -> date:
    """Return the server's local date, which is the class's (specification 6.5)."""
    return clock.source().astimezone().date()


def monday_of(day: date) -> date:
    """Return the Monday of the day's week."""
    return day - timedelta(days=day.weekday())


def this_week() -> date:
    """Return the Monday of the server's local date."""
    return monday_of(today())


def utc_offset_minutes() -> int:
    """Return the minutes from UTC to the server's local time."""
    offset = clock.source().astimezone().utcoffset()
    assert offset is not None  # noqa: S101 - `astimezone` sets it
    return round(offset.total_seconds() / 60)
