"""`make bench-school` runs; its figures are for people (docs/school-server.md)."""

import subprocess
import sys

import pytest

from tests.factories.paths import ROOT


@pytest.mark.long
def test_the_short_school_benchmark_runs_all_its_parts() -> None:
    command = [sys.executable, "-m", "tests.performance.school", "--short"]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=300)
    assert "failed:" not in ended.stdout, ended.stdout
    parts = ("20 sign-ins", "lessons, 2 processes", "first page (1 read)", "40 live streams")
    assert [part for part in parts if part not in ended.stdout] == []
