"""Detects a wrong system clock, such as one reset by a flat battery or set by hand."""

import sys
import time
from datetime import UTC, datetime, timedelta

from server import clock
from server.class_computer.warnings.sentences import warning_sentence
from server.texts.translatable import Sentence

EARLIEST_PLAUSIBLE = datetime(2025, 1, 1, tzinfo=UTC)
"""The program is newer than this: an earlier time is wrong."""
TOLERANCE = timedelta(minutes=5)
_UNITS = (("days", timedelta(days=1)), ("hours", timedelta(hours=1)), ("minutes", timedelta(minutes=1)))


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

    def find_problem(self, newest: datetime | None) -> Sentence | None:
        """Describe why the clock seems wrong; None if it doesn't. `newest` is the time of the newest row."""
        now = clock.now()
        if now < EARLIEST_PLAUSIBLE:
            return warning_sentence("clock_too_early", now=clock.local_time(now))
        if newest is not None and now < newest - TOLERANCE:
            return warning_sentence("clock_before_data", now=clock.local_time(now), saved=clock.local_time(newest))
        jump = (now - self._start) - timedelta(seconds=seconds_since_boot() - self._start_monotonic)
        if abs(jump) > TOLERANCE:
            name, unit = next((name, unit) for name, unit in _UNITS if abs(jump) >= unit)
            direction = "ahead" if jump > timedelta(0) else "back"
            return warning_sentence(f"clock_set_by_{name}", direction=direction, count=round(abs(jump) / unit))
        return None
