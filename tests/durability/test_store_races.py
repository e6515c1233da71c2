"""Purchases that race with each other and with the teacher, in the real program on SQLite."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.durability.conftest import Start
from tests.durability.db_invariants import DbInvariants
from tests.factories.seeded import seed
from tests.factories.store_races import MANY_PURCHASES, MANY_ROUNDS, ROUNDS, StoreRaces

MANY = pytest.param(MANY_ROUNDS, marks=[pytest.mark.long, pytest.mark.timeout(3600)])
rounds = pytest.mark.parametrize("count", [ROUNDS, MANY])


@pytest.fixture
def races(folder: Path, start: Start, monkeypatch: pytest.MonkeyPatch) -> Iterator[StoreRaces]:
    for name, value in MANY_PURCHASES.items():
        monkeypatch.setenv(name, value)
    seeded = seed(folder)
    with StoreRaces(seeded, [start().port]) as races:
        yield races
    assert DbInvariants(folder).violations() == {}


@pytest.mark.spec("10.14")
@rounds
def test_two_devices_of_a_student_buy_the_last_allowed_one_once(races: StoreRaces, count: int) -> None:
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
