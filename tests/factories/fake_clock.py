"""A fake of the application's clock."""

from datetime import UTC, datetime, timedelta


class FakeClock:
    """The application's clock; it stands still until `advance` is called."""

    def __init__(self) -> None:
        self.now = datetime.now(UTC)

    def advance(self, **by: float) -> datetime:
        """Advance by the arguments of a timedelta, negative ones too, and return the new time."""
        self.now += timedelta(**by)
        return self.now
