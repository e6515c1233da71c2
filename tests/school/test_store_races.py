"""Purchases at two servers that race with each other and with the teacher, on PostgreSQL."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from server.database.pooled_transactions import open_pooled_transactions
from tests.factories.invariants import assert_invariants
from tests.factories.seeded import seed_school_database
from tests.factories.store_races import MANY_PURCHASES, MANY_ROUNDS, ROUNDS, StoreRaces
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


@pytest.mark.spec("10.14")
@rounds
def test_two_devices_of_a_student_at_two_servers_buy_the_last_allowed_one_once(races: StoreRaces, count: int) -> None:
    for _ in range(count):
        races.buy_the_last_allowed_one_from_two_devices()


@pytest.mark.spec("10.15")
@rounds
def test_nothing_is_sold_once_the_store_is_closed_while_thirty_buy(races: StoreRaces, count: int) -> None:
    for _ in range(count):
        races.close_the_store_while_everybody_buys()


@pytest.mark.spec("10.14")
@rounds
def test_a_limit_that_is_lowered_while_a_student_buys_holds_at_once(races: StoreRaces, count: int) -> None:
    for _ in range(count):
        races.lower_the_limit_while_a_student_buys()
