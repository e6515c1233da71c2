"""Invalid store items are refused when added and when edited, and nothing is stored."""

from collections.abc import Callable
from typing import Any

import pytest
from httpx2 import Response

from server.domain.store.models import StoreItem
from tests.factories.app import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.invalid_values import UNKNOWN_IDS, without_field
from tests.factories.snapshots import assert_unchanged

CALL = "/api/store"
PENCIL: dict[str, Any] = {"name": "Pencil", "goalbucksCost": 5}
AssertRefused = Callable[[dict[str, Any], str], list[Response]]


@pytest.fixture(scope="module")
def item(module_classroom: PreparedClassroom) -> StoreItem:
    return module_classroom.test_app.store_item(module_classroom.row)


@pytest.fixture
def assert_refused(module_classroom: PreparedClassroom, item: StoreItem) -> AssertRefused:
    def say(fields: dict[str, Any], field: str) -> list[Response]:
        with assert_unchanged(module_classroom.test_app):
            responses = [
                module_classroom.teacher_client.post(CALL, {"classroomId": module_classroom.row.id} | fields),
                module_classroom.teacher_client.put(f"{CALL}/{item.id}", fields),
            ]
        for response in responses:
            assert error(response) == (422, "invalid")
            assert set(response.json()["fields"]) == {field}
        return responses

    return say


@pytest.mark.parametrize("value", ["", pytest.param("x" * 201, id="201")])
def test_invalid_item_name_is_422(assert_refused: AssertRefused, value: object) -> None:
    assert_refused(PENCIL | {"name": value}, "name")


@pytest.mark.parametrize("value", [0, "5"])
def test_invalid_item_cost_is_422(assert_refused: AssertRefused, value: object) -> None:
    assert_refused(PENCIL | {"goalbucksCost": value}, "goalbucksCost")


@pytest.mark.parametrize("value", [-1, "3"])
def test_invalid_item_stock_is_422(assert_refused: AssertRefused, value: object) -> None:
    assert_refused(PENCIL | {"stock": value}, "stock")


@pytest.mark.parametrize("value", ["x" * 5001])
def test_invalid_item_description_is_422(assert_refused: AssertRefused, value: object) -> None:
    assert_refused(PENCIL | {"description": value}, "description")


@pytest.mark.spec("10.1")
@pytest.mark.parametrize("field", PENCIL)
def test_missing_item_field_is_422(assert_refused: AssertRefused, field: str) -> None:
    assert_refused(without_field(PENCIL, field), field)


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
def test_item_errors_state_the_allowed_values(
    assert_refused: AssertRefused, field: str, value: object, message: str
) -> None:
    for response in assert_refused(PENCIL | {field: value}, field):
        assert response.json()["fields"] == {field: message}


@pytest.mark.parametrize("value", [5, None])
def test_invalid_class_id_of_an_item_is_422(module_classroom: PreparedClassroom, value: object) -> None:
    with assert_unchanged(module_classroom.test_app):
        response = module_classroom.teacher_client.post(CALL, PENCIL | {"classroomId": value})
    assert error(response) == (422, "invalid")


@pytest.mark.parametrize("unknown", UNKNOWN_IDS)
def test_unknown_class_of_an_item_is_404(module_classroom: PreparedClassroom, unknown: str) -> None:
    with assert_unchanged(module_classroom.test_app):
        assert error(module_classroom.teacher_client.post(CALL, PENCIL | {"classroomId": unknown})) == (
            404,
            "not_found",
        )
