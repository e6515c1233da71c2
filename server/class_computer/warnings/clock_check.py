"""Whether the computer's clock can be believed. A flat battery begins at some year; a hand may set anything."""

import time
from datetime import UTC, datetime, timedelta

from server import clock

BEFORE_ALL = datetime(2025, 1, 1, tzinfo=UTC)
"""The program is younger than this: whoever runs it earlier has a clock that is wrong."""
TOLERANCE = timedelta(minutes=5)
_HOUR, _DAY = timedelta(hours=1), timedelta(days=1)


def since_boot() -> float:
    """Seconds that nobody can set, and that go on while the computer sleeps."""
    # By name, as each system has its own: Linux this one, macOS that one; Windows' usual one goes on as it is.
    counter: int | None = getattr(time, "CLOCK_BOOTTIME", None) or getattr(time, "CLOCK_MONOTONIC", None)
    return time.monotonic() if counter is None else time.clock_gettime(counter)


class Timekeeping:
    """Compares the clock on the wall with the one since the boot, from now on."""

    def __init__(self) -> None:
        self._wall, self._steady = clock.now(), since_boot()

    def doubts(self, newest: datetime | None) -> str | None:
        """Why the clock can't be believed; `newest` is when something was written last."""
        now = clock.now()
        if now < BEFORE_ALL:
            return f"This computer's clock says {now.astimezone():%d %B %Y}. {_SET_IT}"
        if newest is not None and now < newest - TOLERANCE:
            return (
                f"This computer's clock says {_spoken(now)}, but something was saved here on {_spoken(newest)}. "
                f"One of the two is wrong. {_SET_IT}"
            )
        jump = (now - self._wall) - timedelta(seconds=since_boot() - self._steady)
        if abs(jump) > TOLERANCE:
            ahead = "ahead" if jump > timedelta(0) else "back"
            return (
                f"This computer's clock was set {ahead} by {_length(abs(jump))} while GoalBucks was running. {_SET_IT}"
            )
        return None


_SET_IT = "If date or time are wrong now, please set them right in this computer's settings. Nothing is lost."


def _spoken(moment: datetime) -> str:
    return f"{moment.astimezone():%d %B %Y, %H:%M}".lstrip("0")


def _length(span: timedelta) -> str:
    for unit, name in ((_DAY, "day"), (_HOUR, "hour"), (timedelta(minutes=1), "minute")):
        count = round(span / unit)
        if span >= unit:
            return f"about {count} {name}{'' if count == 1 else 's'}"
    return "a moment"
