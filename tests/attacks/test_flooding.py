"""Floods from other network namespaces against the real program, while a legitimate client works from a third."""

from pathlib import Path

import pytest

from tests.attacks.flood_benchmark import SCENARIOS, Scenario, measure
from tests.attacks.measurements import print_figures
from tests.lan import lab
from tests.lan.school_network import skip_or_fail

MAX_MEGABYTES = 60
FLOOD_SECONDS = 10.0


@pytest.mark.long
@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda each: each.name)
def test_during_a_flood_a_classmate_is_served_memory_is_bounded_and_sigterm_stops_the_server(
    scenario: Scenario, tmp_path: Path
) -> None:
    skip_or_fail(lab.why_missing())
    figures = measure(scenario, tmp_path / "data", seconds=FLOOD_SECONDS)
    print_figures([figures.summary(scenario)])
    assert figures.failures == 0
    assert figures.memory_growth < MAX_MEGABYTES
    assert figures.exit_code == 0
