"""Purchases at two servers that race with each other and with the teacher, on PostgreSQL."""

from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from server.database.pooled_transactions import open_pooled_transactions
from tests.factories.invariants import assert_invariants
from tests.factories.seeded import seed_school_database
from tests.factories.store_races import MANY_PURCHASES, MANY_ROUNDS, RACES, ROUNDS, StoreRaces
from tests.school.conftest import StartServer

MANY = pytest.param(MANY_ROUNDS, marks=[pytest.mark.long, pytest.mark.timeout(3600)])
rounds = pytest.mark.parametrize("count", [ROUNDS, MANY])


@pytest.fixture(scope="module")
def two_ports(start_server: StartServer) -> Iterator[tuple[int, int]]:
    """The ports of two servers at which one student can buy any number of times."""
    with pytest.MonkeyPatch.context() as environment:
        for name, value in MANY_PURCHASES.items():
            environment.setenv(name, value)
        yield start_server().port, start_server().port


@pytest.fixture
def races(url: str, two_ports: tuple[int, int]) -> Iterator[StoreRaces]:
    with StoreRaces(seed_school_database(url), two_ports) as races:
        yield races
    with closing(open_pooled_transactions(url)) as transactions, transactions.reading() as db:
        assert_invariants(db)


@pytest.mark.spec("10.14", "10.15")
@rounds
@pytest.mark.parametrize("race", RACES)
def test_purchases_at_two_servers_race_with_each_other_and_with_the_teacher(
    races: StoreRaces, race: Callable[[StoreRaces], None], count: int
) -> None:
    for _ in range(count):
        race(races)
