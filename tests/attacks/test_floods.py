"""Floods from other network namespaces against the real program, while a classmate works from a third."""

from pathlib import Path

import pytest

from tests.attacks.floods import SCENARIOS, Scenario, measure
from tests.attacks.measured import told
from tests.lan import lab
from tests.lan.school import require

MOST_MILLISECONDS = 1000
MOST_MEGABYTES = 60
MOST_SECONDS_TO_END = 6
FLOOD_SECONDS = 10.0


@pytest.mark.long
@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda each: each.name)
def test_a_classmate_is_answered_memory_stays_and_sigterm_ends_the_server(scenario: Scenario, tmp_path: Path) -> None:
    require(lab.why_missing())
    figures = measure(scenario, tmp_path / "data", seconds=FLOOD_SECONDS)
    told([figures.line(scenario)])
    assert figures.failures == 0
    assert figures.p95 < MOST_MILLISECONDS
    assert figures.memory_growth < MOST_MEGABYTES
    assert figures.stop_seconds < MOST_SECONDS_TO_END
    assert figures.exit_code == 0
