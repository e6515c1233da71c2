"""Ending a class goal returns every gift once, also after a power cut."""

from pathlib import Path

import pytest

from tests.durability.crash_injection import run_crashes
from tests.factories.seeded import seed


def crash_ends(folder: Path, first: int, stride: int) -> tuple[int, int, int]:
    """Kill endings of a class goal; return the number of kills, and after how many the old and new state existed."""
    seed(folder / "class", months=1, students=3)
    return run_crashes("crash_class_goal", folder / "class", folder / "scratch", first, stride)


@pytest.mark.spec("25.4")
def test_a_killed_end_of_a_class_goal_returns_all_gifts_or_none(tmp_path: Path) -> None:
    killed, old, new = crash_ends(tmp_path, 5, 60)
    assert killed == old + new
    assert killed >= 3


@pytest.mark.long
@pytest.mark.spec("25.4")
def test_an_end_of_a_class_goal_killed_at_any_line_returns_all_gifts_or_none(tmp_path: Path) -> None:
    killed, old, new = crash_ends(tmp_path, 1, 1)
    assert killed == old + new
    assert killed >= 200
