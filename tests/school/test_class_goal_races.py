"""Simultaneous gifts to a class goal, on two servers with one PostgreSQL (specification 25.3, 25.4)."""

from collections.abc import Iterator
from contextlib import closing
from functools import partial

import pytest

from server.database.pooled_transactions import PooledTransactions, open_pooled_transactions
from tests.factories.class_goal_races import RACES, ClassGoalRaces, run_race
from tests.factories.seeded import seed_school_database


def open_database(url: str) -> closing[PooledTransactions]:
    return closing(open_pooled_transactions(url))


@pytest.fixture
def races(url: str, ports: tuple[int, int]) -> Iterator[ClassGoalRaces]:
    with ClassGoalRaces(seed_school_database(url), ports, partial(open_database, url)) as prepared:
        yield prepared


@pytest.mark.spec("25.3", "25.4")
@pytest.mark.parametrize("name", RACES)
def test_a_race_for_a_class_goal_on_two_servers_leaves_every_sum_right(races: ClassGoalRaces, name: str) -> None:
    run_race(races, name, 4)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.spec("25.3", "25.4")
@pytest.mark.parametrize("name", RACES)
def test_two_hundred_races_on_two_servers_leave_every_sum_right(races: ClassGoalRaces, name: str) -> None:
    run_race(races, name, 200)
