"""Detection of a wrong system clock."""

from datetime import UTC, datetime, timedelta

import pytest

from server.class_computer.warnings import clock_check
from server.class_computer.warnings.clock_check import ClockCheck
from server.texts.translatable import Sentence
from tests.factories.fake_clock import FakeClock

NOW = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)


@pytest.fixture
def monotonic_seconds(monkeypatch: pytest.MonkeyPatch, fake_clock: FakeClock) -> list[float]:
    """Seconds since the boot, adjustable like the wall clock of `fake_clock`."""
    seconds = [1000.0]
    fake_clock.now = NOW
    monkeypatch.setattr(clock_check, "seconds_since_boot", lambda: seconds[0])
    return seconds


def sentence(found: Sentence | None) -> str:
    return "" if found is None else found.format()


def test_steadily_advancing_clock_is_trusted(fake_clock: FakeClock, monotonic_seconds: list[float]) -> None:
    check = ClockCheck()
    fake_clock.advance(hours=30)  # the computer was suspended for a day and a night
    monotonic_seconds[0] += 30 * 3600
    assert check.find_problem(NOW) is None


@pytest.mark.spec("15.7")
@pytest.mark.parametrize(("hours", "warning"), [(3, "set ahead by about 3 hours"), (-24, "set back by about 1 day")])
def test_clock_jump_is_a_warning_until_it_is_corrected(
    fake_clock: FakeClock, monotonic_seconds: list[float], hours: float, warning: str
) -> None:
    del monotonic_seconds
    check = ClockCheck()
    fake_clock.advance(hours=hours)
    assert warning in sentence(check.find_problem(None))
    fake_clock.advance(hours=-hours, minutes=4)
    assert check.find_problem(None) is None


def test_clock_before_the_release_date_is_wrong(fake_clock: FakeClock, monotonic_seconds: list[float]) -> None:
    del monotonic_seconds
    fake_clock.now = datetime(2015, 1, 1, 12, 0, tzinfo=UTC)
    assert "says January 1, 2015" in sentence(ClockCheck().find_problem(None))


def test_clock_before_the_last_saved_row_is_wrong(fake_clock: FakeClock, monotonic_seconds: list[float]) -> None:
    del fake_clock, monotonic_seconds
    assert ClockCheck().find_problem(NOW + timedelta(minutes=4)) is None
    assert "something was saved here on November 21, 2027" in sentence(
        ClockCheck().find_problem(NOW + timedelta(days=365))
    )
