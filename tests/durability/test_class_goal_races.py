"""Simultaneous gifts to a class goal, on the real program with SQLite (specification 25.3, 25.4)."""

from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from server.data_protection.backups.integrity import check_integrity
from server.database.sqlite import open_sqlite_engine
from server.database.sqlite_transactions import SqliteTransactions
from server.settings import Settings
from tests.durability.conftest import Start
from tests.factories.class_goal_races import RACES, ClassGoalRaces, run_race
from tests.factories.seeded import seed


def open_database(folder: Path) -> closing[SqliteTransactions]:
    return closing(SqliteTransactions(open_sqlite_engine(Settings(data_dir=folder).database_url)))


@pytest.fixture
def races(folder: Path, start: Start) -> Iterator[ClassGoalRaces]:
    seeded = seed(folder)
    port = start().port
    with ClassGoalRaces(seeded, (port, port), partial(open_database, folder)) as prepared:
        yield prepared
    assert check_integrity(Settings(data_dir=folder)).problems == []


@pytest.mark.spec("25.3", "25.4")
@pytest.mark.parametrize("name", RACES)
def test_a_race_for_a_class_goal_leaves_every_sum_right(races: ClassGoalRaces, name: str) -> None:
    run_race(races, name, 4)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.spec("25.3", "25.4")
@pytest.mark.parametrize("name", RACES)
def test_two_hundred_races_for_a_class_goal_leave_every_sum_right(races: ClassGoalRaces, name: str) -> None:
    run_race(races, name, 200)
