"""A new term begins completely or not at all."""

from pathlib import Path

import pytest

from tests.durability.crash_injection import run_crashes
from tests.factories.seeded import seed


def crash_terms(folder: Path, first: int, stride: int) -> tuple[int, int, int]:
    """Kill beginnings of a term; return the number of kills, and after how many the old and the new state existed."""
    seed(folder / "class", months=1, students=3)
    return run_crashes("crash_new_term", folder / "class", folder / "scratch", first, stride)


@pytest.mark.spec("24.1", "24.3")
def test_a_killed_new_term_leaves_all_or_nothing(tmp_path: Path) -> None:
    killed, old, new = crash_terms(tmp_path, 5, 300)
    assert killed == old + new
    assert killed >= 3


@pytest.mark.long
@pytest.mark.spec("24.1", "24.3")
def test_a_new_term_killed_at_any_line_leaves_all_or_nothing(tmp_path: Path) -> None:
    killed, old, new = crash_terms(tmp_path, 1, 1)
    assert killed == old + new
    assert killed >= 1000
