"""The application's clock, which tests replace."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, date, datetime, timedelta


class Clock:
    """Source of the current time; tests replace `source`."""

    def __init__(self) -> None:
        self.source: Callable[[], datetime] = lambda: datetime.now(UTC)


clock = Clock()
_fixed_time: ContextVar[datetime | None] = ContextVar("fixed_time", default=None)


def now() -> datetime:
    """Return the current time in UTC."""
    return _fixed_time.get() or clock.source()


@contextmanager
def at(moment: datetime) -> Iterator[None]:
    """Let the clock stand still at `moment` in this context only, to make rows of the past.

    Ids follow it with `server.database.base.own_ids`.
    """
    token = _fixed_time.set(moment)
    try:
        yield
    finally:
        _fixed_time.reset(token)


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
