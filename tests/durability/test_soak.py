"""Forty students with live streams: memory stays flat, nothing fails or is locked, and no client misses a change."""

import asyncio
import os
from pathlib import Path

import pytest

from server.data_protection.backups.integrity import check_integrity
from server.settings import Settings
from tests.durability.conftest import Start
from tests.durability.db_invariants import DbInvariants
from tests.durability.expected_state import ExpectedState, read_state
from tests.durability.soak import SoakRun, find_log_failures
from tests.factories.seeded import seed

STUDENTS = 40
LONG_SECONDS = float(os.environ.get("GOALBUCKS_SOAK_SECONDS", "3600"))
MEMORY_GROWTH = 12.0
"""Megabytes: a connection's page cache fills in the first hours; a leak of one kilobyte a request is ten an hour."""
FILES_GROWTH = 6
THREADS_GROWTH = 3


def _soak(folder: Path, start: Start, seconds: float, pause: float) -> None:
    seeded_class = seed(folder, students=STUDENTS)
    server = start()
    expected = ExpectedState(read_state(folder))
    day = asyncio.run(SoakRun(seeded_class, server, expected, pause).run(seconds))
    print(day.summary(seconds))  # noqa: T201 - the figures are what it is run for
    assert server.stop() == 0
    assert find_log_failures(folder) == []
    assert expected.differences(read_state(folder)) == {}
    assert DbInvariants(folder).violations() == {}
    assert check_integrity(Settings(data_dir=folder)).problems == []
    assert day.growth(lambda each: each.megabytes) < MEMORY_GROWTH
    assert day.growth(lambda each: each.files) <= FILES_GROWTH
    assert day.growth(lambda each: each.threads) <= THREADS_GROWTH


@pytest.mark.long
def test_twenty_seconds_of_a_busy_class_leak_no_memory_files_or_threads(folder: Path, start: Start) -> None:
    _soak(folder, start, seconds=20, pause=10)


@pytest.mark.long
@pytest.mark.timeout(6 * 3600)
def test_an_hour_of_a_class_leaks_no_memory_files_or_threads(folder: Path, start: Start) -> None:
    _soak(folder, start, seconds=LONG_SECONDS, pause=20)
