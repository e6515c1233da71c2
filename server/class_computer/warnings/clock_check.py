"""Detects a wrong system clock, such as one reset by a flat battery or set by hand."""

import sys
import time
from datetime import UTC, datetime, timedelta

from server import clock

EARLIEST_PLAUSIBLE = datetime(2025, 1, 1, tzinfo=UTC)
"""The program is newer than this: an earlier time is wrong."""
TOLERANCE = timedelta(minutes=5)
_HOUR, _DAY = timedelta(hours=1), timedelta(days=1)


def seconds_since_boot() -> float:
    """Return monotonic seconds that include the time in which the computer sleeps."""
    # On Linux and macOS `time.monotonic()` stops during sleep.
    if sys.platform == "win32":
        seconds = time.monotonic()
    elif sys.platform == "linux":
        seconds = time.clock_gettime(time.CLOCK_BOOTTIME)
    else:
        seconds = time.clock_gettime(time.CLOCK_MONOTONIC)
    return seconds


class ClockCheck:
    """Compares the system clock with the monotonic clock since this object was created."""

    def __init__(self) -> None:
        self._start, self._start_monotonic = clock.now(), seconds_since_boot()

    def find_problem(self, newest: datetime | None) -> str | None:
        """Describe why the clock seems wrong; None if it doesn't. `newest` is the time of the newest row."""
        now = clock.now()
        if now < EARLIEST_PLAUSIBLE:
            return f"This computer's clock says {now.astimezone():%d %B %Y}. {_ADVICE}"
        if newest is not None and now < newest - TOLERANCE:
            return (
                f"This computer's clock says {_format_time(now)}, but something was saved here on "
                f"{_format_time(newest)}. One of the two is wrong. {_ADVICE}"
            )
        jump = (now - self._start) - timedelta(seconds=seconds_since_boot() - self._start_monotonic)
        if abs(jump) > TOLERANCE:
            direction = "ahead" if jump > timedelta(0) else "back"
            length = _format_duration(abs(jump))
            return f"This computer's clock was set {direction} by {length} while GoalBucks was running. {_ADVICE}"
        return None


_ADVICE = "If date or time are wrong now, please set them right in this computer's settings. Nothing is lost."


def _format_time(moment: datetime) -> str:
    return f"{moment.astimezone():%d %B %Y, %H:%M}".lstrip("0")


def _format_duration(span: timedelta) -> str:
    for unit, name in ((_DAY, "day"), (_HOUR, "hour"), (timedelta(minutes=1), "minute")):
        count = round(span / unit)
        if span >= unit:
            return f"about {count} {name}{'' if count == 1 else 's'}"
    return "a moment"
