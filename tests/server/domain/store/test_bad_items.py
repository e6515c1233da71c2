"""What is no store item is refused when it is added and when it is changed, and nothing is kept of it."""

from collections.abc import Callable
from typing import Any

import pytest
from httpx2 import Response

from server.domain.store.models import StoreItem
from tests.factories.bad_values import (
    HUGE,
    NOT_A_NAME,
    NOT_AN_ID,
    NOT_GOALBUCKS,
    NOT_TEXT,
    UNKNOWN_IDS,
    UNKNOWN_IN_PATHS,
    without,
)
from tests.factories.room import Room
from tests.factories.stored import nothing_stored
from tests.factories.world import error

CALL = "/api/store"
PENCIL: dict[str, Any] = {"name": "Pencil", "goalbucksCost": 5}
Refused = Callable[[dict[str, Any], str], list[Response]]


@pytest.fixture(scope="module")
def item(untouched: Room) -> StoreItem:
    return untouched.world.item(untouched.classroom)


@pytest.fixture
def refused(untouched: Room, item: StoreItem) -> Refused:
    def say(fields: dict[str, Any], field: str) -> list[Response]:
        with nothing_stored(untouched.world):
            answers = [
                untouched.desk.post(CALL, {"classroomId": untouched.classroom.id} | fields),
                untouched.desk.put(f"{CALL}/{item.id}", fields),
            ]
        for answer in answers:
            assert error(answer) == (422, "invalid")
            assert set(answer.json()["fields"]) == {field}
        return answers

    return say


@pytest.mark.parametrize("value", NOT_A_NAME)
def test_a_wrong_name(refused: Refused, value: object) -> None:
    refused(PENCIL | {"name": value}, "name")


@pytest.mark.parametrize("value", NOT_GOALBUCKS)
def test_a_wrong_cost(refused: Refused, value: object) -> None:
    refused(PENCIL | {"goalbucksCost": value}, "goalbucksCost")


@pytest.mark.parametrize("value", [-1, 1.5, 3.0, 1_000_001, HUGE, True, "3", "", [3], {}])
def test_a_wrong_stock(refused: Refused, value: object) -> None:
    refused(PENCIL | {"stock": value}, "stock")


@pytest.mark.parametrize("value", [*NOT_TEXT, "x" * 5001, "a\0b"])
def test_a_wrong_description(refused: Refused, value: object) -> None:
    refused(PENCIL | {"description": value}, "description")


@pytest.mark.spec("10.1")
@pytest.mark.parametrize("field", PENCIL)
def test_a_missing_field(refused: Refused, field: str) -> None:
    refused(without(PENCIL, field), field)


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("goalbucksCost", 0, "must be at least 1"),
        ("goalbucksCost", 1_000_001, "must be at most 1,000,000"),
        ("stock", -1, "must be at least 0"),
        ("stock", 1_000_001, "must be at most 1,000,000"),
        ("stock", 1.5, "must be a whole number"),
    ],
)
def test_the_message_says_what_would_do(refused: Refused, field: str, value: object, message: str) -> None:
    for answer in refused(PENCIL | {field: value}, field):
        assert answer.json()["fields"] == {field: message}


@pytest.mark.parametrize("value", NOT_AN_ID)
def test_what_is_no_id_of_a_class(untouched: Room, value: object) -> None:
    with nothing_stored(untouched.world):
        answer = untouched.desk.post(CALL, PENCIL | {"classroomId": value})
    assert error(answer) == (422, "invalid")


@pytest.mark.parametrize("unknown", UNKNOWN_IDS)
def test_an_unknown_class_is_404(untouched: Room, unknown: str) -> None:
    with nothing_stored(untouched.world):
        assert error(untouched.desk.post(CALL, PENCIL | {"classroomId": unknown})) == (404, "not_found")


@pytest.mark.parametrize("unknown", UNKNOWN_IN_PATHS)
def test_an_unknown_item_is_404(untouched: Room, unknown: str) -> None:
    with nothing_stored(untouched.world):
        assert error(untouched.desk.put(f"{CALL}/{unknown}", PENCIL)) == (404, "not_found")
        assert error(untouched.desk.delete(f"{CALL}/{unknown}")) == (404, "not_found")
        assert error(untouched.desk.get(f"{CALL}/classroom/{unknown}")) == (404, "not_found")
