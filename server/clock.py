"""The one clock: services ask it, tests set it."""

from collections.abc import Callable
from datetime import UTC, date, datetime


class Clock:
    """Tells the time; `source` is replaced in tests."""

    def __init__(self) -> None:
        self.source: Callable[[], datetime] = lambda: datetime.now(UTC)


clock = Clock()


def now() -> datetime:
    """The present moment, in UTC."""
    return clock.source()


def today() -> date:
    """The date where the class is: the server's local date (specification 6.5)."""
    return clock.source().astimezone().date()
