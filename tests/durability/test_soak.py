"""Forty students with live streams: memory stays flat, nothing fails, nothing is locked, nobody misses a change."""

import asyncio
import os
from pathlib import Path

import pytest

from server.data_protection.backups.integrity import check_integrity
from server.settings import Settings
from tests.durability.books import Books
from tests.durability.conftest import Start
from tests.durability.notebook import Notebook, found_in
from tests.durability.soak import Soak, complaints
from tests.factories.seated import seat

STUDENTS = 40
LONG_SECONDS = float(os.environ.get("GOALBUCKS_SOAK_SECONDS", "3600"))
MEMORY_GROWTH = 12.0
"""Megabytes: a connection's page cache fills in the first hours; a leak of one kilobyte a request is ten an hour."""
FILES_GROWTH = 6
THREADS_GROWTH = 3


def _soak(folder: Path, start: Start, seconds: float, pause: float) -> None:
    room = seat(folder, students=STUDENTS)
    server = start()
    notebook = Notebook(found_in(folder))
    day = asyncio.run(Soak(room, server, notebook, pause).live_through(seconds))
    print(day.line(seconds))  # noqa: T201 - the figures are what it is run for
    assert server.stop() == 0
    assert complaints(folder) == []
    assert notebook.differences(found_in(folder)) == {}
    assert Books(folder).wrong() == {}
    assert check_integrity(Settings(data_dir=folder)).problems == []
    assert day.growth(lambda each: each.megabytes) < MEMORY_GROWTH
    assert day.growth(lambda each: each.files) <= FILES_GROWTH
    assert day.growth(lambda each: each.threads) <= THREADS_GROWTH


@pytest.mark.long
def test_twenty_seconds_of_a_busy_class_leave_nothing_behind(folder: Path, start: Start) -> None:
    _soak(folder, start, seconds=20, pause=10)


@pytest.mark.long
@pytest.mark.usefixtures("patience")
def test_an_hour_of_a_class_leaves_nothing_behind(folder: Path, start: Start) -> None:
    _soak(folder, start, seconds=LONG_SECONDS, pause=20)
