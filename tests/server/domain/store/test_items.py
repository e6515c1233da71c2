"""Adding, editing and deleting store items (specification 10.1, 10.3, 10.4)."""

import re
from typing import Any

import pytest

from server.domain.store.models import StoreItem
from tests.factories.app import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.response_fields import STORE_ITEM, TIMESTAMP
from tests.factories.snapshots import assert_unchanged

CALL = "/api/store"
PENCIL: dict[str, Any] = {"name": "Pencil", "goalbucksCost": 5}


def list_items(classroom: PreparedClassroom) -> list[dict[str, Any]]:
    """Return the class's items; asserts that teacher and student see the same."""
    path = f"{CALL}/classroom/{classroom.row.id}"
    listed = classroom.student_client.get(path)
    assert listed.status_code == 200
    assert listed.json() == classroom.teacher_client.get(path).json()
    items: list[dict[str, Any]] = listed.json()
    assert all(set(item) == STORE_ITEM for item in items)
    return items


class TestAdding:
    @pytest.mark.spec("10.1", "13.6")
    def test_added_item_has_all_fields_and_is_listed(self, classroom: PreparedClassroom) -> None:
        body = PENCIL | {"classroomId": classroom.row.id, "description": "A sharp one", "stock": 3}
        response = classroom.teacher_client.post(CALL, body)
        assert response.status_code == 201
        made = response.json()
        assert re.fullmatch(TIMESTAMP, made["createdAt"])
        assert made == body | {"id": made["id"], "createdAt": made["createdAt"]}
        assert list_items(classroom) == [made]

    @pytest.mark.spec("13.6")
    @pytest.mark.parametrize("unlimited", [{}, {"stock": None}])
    def test_omitted_stock_is_unlimited(self, classroom: PreparedClassroom, unlimited: dict[str, object]) -> None:
        made = classroom.teacher_client.post(CALL, PENCIL | {"classroomId": classroom.row.id} | unlimited).json()
        assert made["stock"] is None

    @pytest.mark.spec("10.1")
    @pytest.mark.parametrize("stock", [0, 1, 1_000_000])
    def test_stock_is_between_0_and_a_million(self, classroom: PreparedClassroom, stock: int) -> None:
        made = classroom.teacher_client.post(CALL, PENCIL | {"classroomId": classroom.row.id, "stock": stock}).json()
        assert made["stock"] == stock

    @pytest.mark.spec("10.1")
    @pytest.mark.parametrize("cost", [1, 1_000_000])
    def test_cost_is_between_1_and_a_million(self, classroom: PreparedClassroom, cost: int) -> None:
        made = classroom.teacher_client.post(
            CALL, PENCIL | {"classroomId": classroom.row.id, "goalbucksCost": cost}
        ).json()
        assert made["goalbucksCost"] == cost

    @pytest.mark.spec("13.6")
    @pytest.mark.parametrize("blank", [{}, {"description": None}, {"description": ""}, {"description": " \n"}])
    def test_item_description_is_optional(self, classroom: PreparedClassroom, blank: dict[str, object]) -> None:
        assert (
            classroom.teacher_client.post(CALL, PENCIL | {"classroomId": classroom.row.id} | blank).json()[
                "description"
            ]
            is None
        )

    def test_item_texts_are_trimmed_and_otherwise_unchanged(self, classroom: PreparedClassroom) -> None:
        typed = {"classroomId": classroom.row.id, "name": "  =Pencil <b>😀 ", "description": " two\nlines "}
        made = classroom.teacher_client.post(CALL, PENCIL | typed).json()
        assert (made["name"], made["description"]) == ("=Pencil <b>😀", "two\nlines")

    def test_unknown_item_fields_are_ignored(self, classroom: PreparedClassroom) -> None:
        extra = {"id": "mine", "createdAt": "2000-01-01T00:00:00Z", "studentId": classroom.student.id}
        made = classroom.teacher_client.post(CALL, PENCIL | {"classroomId": classroom.row.id} | extra).json()
        assert made["id"] != "mine"
        assert not made["createdAt"].startswith("2000")

    def test_two_items_may_have_the_same_name(self, classroom: PreparedClassroom) -> None:
        for _ in range(2):
            assert classroom.teacher_client.post(CALL, PENCIL | {"classroomId": classroom.row.id}).status_code == 201
        assert len(list_items(classroom)) == 2


class TestListing:
    def test_items_are_sorted_by_name_ignoring_case(self, classroom: PreparedClassroom) -> None:
        for name in ("pencil", "Eraser", "apple", "Pen", "Zebra"):
            classroom.test_app.store_item(classroom.row, name)
        assert [item["name"] for item in list_items(classroom)] == ["apple", "Eraser", "Pen", "pencil", "Zebra"]

    def test_items_of_the_same_name_are_sorted_oldest_first(self, classroom: PreparedClassroom) -> None:
        ids = [classroom.test_app.store_item(classroom.row).id for _ in range(3)]
        assert [item["id"] for item in list_items(classroom)] == ids

    @pytest.mark.spec("10.5")
    def test_store_lists_only_items_of_the_class(self, classroom: PreparedClassroom) -> None:
        for other in (classroom.other_classroom(), classroom.other_teachers_classroom()):
            classroom.test_app.store_item(other.row)
        assert list_items(classroom) == []


class TestEditing:
    @pytest.fixture
    def item(self, classroom: PreparedClassroom) -> StoreItem:
        return classroom.test_app.store_item(classroom.row, "Pencil", 5, 3)

    @pytest.mark.spec("10.3")
    def test_every_item_field_can_be_edited(self, classroom: PreparedClassroom, item: StoreItem) -> None:
        (before,) = list_items(classroom)
        body = {"name": "Pen", "description": "Blue", "goalbucksCost": 8, "stock": 10}
        response = classroom.teacher_client.put(f"{CALL}/{item.id}", body)
        assert response.status_code == 200
        assert response.json() == before | body
        assert list_items(classroom) == [before | body]

    def test_omitted_item_fields_are_cleared_by_an_update(self, classroom: PreparedClassroom, item: StoreItem) -> None:
        changed = classroom.teacher_client.put(f"{CALL}/{item.id}", {"name": "Pen", "goalbucksCost": 8}).json()
        assert (changed["description"], changed["stock"]) == (None, None)

    @pytest.mark.spec("10.3")
    @pytest.mark.parametrize(("typed", "left"), [(10, 7), (15, 12), (2, 0), (None, None)])
    def test_stock_update_subtracts_items_sold_since_it_was_shown(
        self, classroom: PreparedClassroom, typed: int | None, left: int | None
    ) -> None:
        item = classroom.test_app.store_item(classroom.row, stock=10)
        classroom.test_app.award(classroom.student, 100)
        for _ in range(3):
            assert classroom.student_client.post("/api/purchases", {"itemId": item.id}).status_code == 201
        body = {"name": item.name, "goalbucksCost": item.goalbucks_cost, "stock": typed, "stockShown": 10}
        assert classroom.teacher_client.put(f"/api/store/{item.id}", body).json()["stock"] == left

    def test_stock_update_of_a_previously_unlimited_item_is_taken_as_is(self, classroom: PreparedClassroom) -> None:
        item = classroom.test_app.store_item(classroom.row, stock=None)
        body = {"name": item.name, "goalbucksCost": item.goalbucks_cost, "stock": 4, "stockShown": 10}
        assert classroom.teacher_client.put(f"/api/store/{item.id}", body).json()["stock"] == 4

    def test_stock_update_exceeding_the_limit_is_refused(self, classroom: PreparedClassroom) -> None:
        item = classroom.test_app.store_item(classroom.row, stock=3)
        body = {"name": "Pen", "goalbucksCost": 8, "stock": 1_000_000, "stockShown": 1}
        with assert_unchanged(classroom.test_app):
            response = classroom.teacher_client.put(f"/api/store/{item.id}", body)
        assert error(response) == (422, "invalid")
        assert response.json()["fields"] == {"stock": "must be at most 999,998, since the stock has grown meanwhile"}
        assert (
            classroom.teacher_client.put(f"/api/store/{item.id}", body | {"stock": 999_998}).json()["stock"]
            == 1_000_000
        )

    def test_update_cannot_change_the_items_class(self, classroom: PreparedClassroom, item: StoreItem) -> None:
        changed = classroom.teacher_client.put(
            f"{CALL}/{item.id}", PENCIL | {"classroomId": classroom.other_classroom().row.id}
        ).json()
        assert changed["classroomId"] == classroom.row.id

    @pytest.mark.spec("10.3")
    def test_editing_an_item_keeps_name_and_price_of_past_purchases(
        self, classroom: PreparedClassroom, item: StoreItem
    ) -> None:
        classroom.test_app.award(classroom.student, 5)
        classroom.test_app.purchase(classroom.student, item)
        path = f"/api/purchases/student/{classroom.student.id}"
        before = classroom.student_client.get(path).json()
        classroom.teacher_client.put(f"{CALL}/{item.id}", {"name": "Pen", "goalbucksCost": 8})
        assert classroom.student_client.get(path).json() == before
        assert (before[0]["itemName"], before[0]["goalbucksCost"]) == ("Pencil", 5)


class TestDeleting:
    @pytest.mark.spec("10.4")
    def test_deleting_an_item_keeps_name_and_price_of_past_purchases(self, classroom: PreparedClassroom) -> None:
        item = classroom.test_app.store_item(classroom.row)
        classroom.test_app.award(classroom.student, 5)
        classroom.test_app.purchase(classroom.student, item)
        paths = (
            f"/api/purchases/student/{classroom.student.id}",
            f"/api/purchases/classroom/{classroom.row.id}",
            f"/api/students/{classroom.student.id}/ledger",
        )
        before = [classroom.teacher_client.get(path).json() for path in paths]
        response = classroom.teacher_client.delete(f"{CALL}/{item.id}")
        assert (response.status_code, response.content) == (204, b"")
        assert list_items(classroom) == []
        assert [classroom.teacher_client.get(path).json() for path in paths] == before

    def test_deleting_an_item_twice_is_404(self, classroom: PreparedClassroom) -> None:
        item = classroom.test_app.store_item(classroom.row)
        classroom.teacher_client.delete(f"{CALL}/{item.id}")
        assert error(classroom.teacher_client.delete(f"{CALL}/{item.id}")) == (404, "not_found")

    def test_editing_a_deleted_item_is_404(self, classroom: PreparedClassroom) -> None:
        item = classroom.test_app.store_item(classroom.row)
        classroom.teacher_client.delete(f"{CALL}/{item.id}")
        with assert_unchanged(classroom.test_app):
            assert error(classroom.teacher_client.put(f"{CALL}/{item.id}", PENCIL)) == (404, "not_found")


def test_another_teachers_item_and_class_are_404(classroom: PreparedClassroom) -> None:
    item = classroom.test_app.store_item(classroom.other_teachers_classroom().row)
    with assert_unchanged(classroom.test_app):
        assert error(classroom.teacher_client.post(CALL, PENCIL | {"classroomId": item.classroom_id})) == (
            404,
            "not_found",
        )
        assert error(classroom.teacher_client.get(f"{CALL}/classroom/{item.classroom_id}")) == (404, "not_found")
        assert error(classroom.student_client.get(f"{CALL}/classroom/{item.classroom_id}")) == (404, "not_found")
        assert error(classroom.teacher_client.put(f"{CALL}/{item.id}", PENCIL)) == (404, "not_found")
        assert error(classroom.teacher_client.delete(f"{CALL}/{item.id}")) == (404, "not_found")


def test_student_cannot_see_the_store_of_the_teachers_other_class(classroom: PreparedClassroom) -> None:
    assert error(classroom.student_client.get(f"{CALL}/classroom/{classroom.other_classroom().row.id}")) == (
        404,
        "not_found",
    )
