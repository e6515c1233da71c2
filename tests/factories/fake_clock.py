"""A fake of the application's clock."""

from datetime import UTC, datetime, timedelta


class FakeClock:
    """The application's clock, on a Monday morning; it stands still until it is advanced."""

    START = datetime(2026, 9, 14, 10, tzinfo=UTC)

    def __init__(self) -> None:
        self.now = self.START

    def advance(self, **by: float) -> datetime:
        """Advance by the arguments of a timedelta, negative ones too, and return the new time."""
        self.now += timedelta(**by)
        return self.now
