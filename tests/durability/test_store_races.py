"""Purchases that race with each other and with the teacher, in the real program on SQLite."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.durability.conftest import Start
from tests.durability.db_invariants import DbInvariants
from tests.factories.seeded import seed
from tests.factories.store_races import MANY_PURCHASES, MANY_ROUNDS, RACES, ROUNDS, StoreRaces

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


@pytest.mark.spec("10.14", "10.15")
@rounds
@pytest.mark.parametrize("race", RACES)
def test_purchases_race_with_each_other_and_with_the_teacher(
    races: StoreRaces, race: Callable[[StoreRaces], None], count: int
) -> None:
    for _ in range(count):
        race(races)
