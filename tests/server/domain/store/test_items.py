"""Adding, editing and deleting store items (specification 10.1, 10.3, 10.4)."""

import re
from typing import Any

import pytest

from server.domain.store.models import StoreItem
from tests.factories.fields import STORE_ITEM, TIME
from tests.factories.room import Room
from tests.factories.stored import nothing_stored
from tests.factories.world import error

CALL = "/api/store"
PENCIL: dict[str, Any] = {"name": "Pencil", "goalbucksCost": 5}


def list_items(room: Room) -> list[dict[str, Any]]:
    """Return the class's items; asserts that teacher and student see the same."""
    path = f"{CALL}/classroom/{room.classroom.id}"
    listed = room.tablet.get(path)
    assert listed.status_code == 200
    assert listed.json() == room.desk.get(path).json()
    items: list[dict[str, Any]] = listed.json()
    assert all(set(item) == STORE_ITEM for item in items)
    return items


class TestAdding:
    @pytest.mark.spec("10.1", "13.6")
    def test_added_item_has_all_fields_and_is_listed(self, room: Room) -> None:
        body = PENCIL | {"classroomId": room.classroom.id, "description": "A sharp one", "stock": 3}
        answer = room.desk.post(CALL, body)
        assert answer.status_code == 201
        made = answer.json()
        assert re.fullmatch(TIME, made["createdAt"])
        assert made == body | {"id": made["id"], "createdAt": made["createdAt"]}
        assert list_items(room) == [made]

    @pytest.mark.spec("13.6")
    @pytest.mark.parametrize("unlimited", [{}, {"stock": None}])
    def test_omitted_stock_is_unlimited(self, room: Room, unlimited: dict[str, object]) -> None:
        made = room.desk.post(CALL, PENCIL | {"classroomId": room.classroom.id} | unlimited).json()
        assert made["stock"] is None

    @pytest.mark.spec("10.1")
    @pytest.mark.parametrize("stock", [0, 1, 1_000_000])
    def test_stock_is_between_0_and_a_million(self, room: Room, stock: int) -> None:
        made = room.desk.post(CALL, PENCIL | {"classroomId": room.classroom.id, "stock": stock}).json()
        assert made["stock"] == stock

    @pytest.mark.spec("10.1")
    @pytest.mark.parametrize("cost", [1, 1_000_000])
    def test_cost_is_between_1_and_a_million(self, room: Room, cost: int) -> None:
        made = room.desk.post(CALL, PENCIL | {"classroomId": room.classroom.id, "goalbucksCost": cost}).json()
        assert made["goalbucksCost"] == cost

    @pytest.mark.spec("13.6")
    @pytest.mark.parametrize("blank", [{}, {"description": None}, {"description": ""}, {"description": " \n"}])
    def test_item_description_is_optional(self, room: Room, blank: dict[str, object]) -> None:
        assert room.desk.post(CALL, PENCIL | {"classroomId": room.classroom.id} | blank).json()["description"] is None

    def test_item_texts_are_trimmed_and_otherwise_unchanged(self, room: Room) -> None:
        typed = {"classroomId": room.classroom.id, "name": "  =Pencil <b>😀 ", "description": " two\nlines "}
        made = room.desk.post(CALL, PENCIL | typed).json()
        assert (made["name"], made["description"]) == ("=Pencil <b>😀", "two\nlines")

    def test_unknown_item_fields_are_ignored(self, room: Room) -> None:
        extra = {"id": "mine", "createdAt": "2000-01-01T00:00:00Z", "studentId": room.student.id}
        made = room.desk.post(CALL, PENCIL | {"classroomId": room.classroom.id} | extra).json()
        assert made["id"] != "mine"
        assert not made["createdAt"].startswith("2000")

    def test_two_items_may_have_the_same_name(self, room: Room) -> None:
        for _ in range(2):
            assert room.desk.post(CALL, PENCIL | {"classroomId": room.classroom.id}).status_code == 201
        assert len(list_items(room)) == 2


class TestListing:
    def test_items_are_sorted_by_name_ignoring_case(self, room: Room) -> None:
        for name in ("pencil", "Eraser", "apple", "Pen", "Zebra"):
            room.world.item(room.classroom, name)
        assert [item["name"] for item in list_items(room)] == ["apple", "Eraser", "Pen", "pencil", "Zebra"]

    def test_items_of_the_same_name_are_sorted_oldest_first(self, room: Room) -> None:
        ids = [room.world.item(room.classroom).id for _ in range(3)]
        assert [item["id"] for item in list_items(room)] == ids

    @pytest.mark.spec("10.5")
    def test_store_lists_only_items_of_the_class(self, room: Room) -> None:
        for other in (room.another(), room.elsewhere()):
            room.world.item(other.classroom)
        assert list_items(room) == []


class TestEditing:
    @pytest.fixture
    def item(self, room: Room) -> StoreItem:
        return room.world.item(room.classroom, "Pencil", 5, 3)

    @pytest.mark.spec("10.3")
    def test_every_item_field_can_be_edited(self, room: Room, item: StoreItem) -> None:
        (before,) = list_items(room)
        body = {"name": "Pen", "description": "Blue", "goalbucksCost": 8, "stock": 10}
        answer = room.desk.put(f"{CALL}/{item.id}", body)
        assert answer.status_code == 200
        assert answer.json() == before | body
        assert list_items(room) == [before | body]

    def test_omitted_item_fields_are_cleared_by_an_update(self, room: Room, item: StoreItem) -> None:
        changed = room.desk.put(f"{CALL}/{item.id}", {"name": "Pen", "goalbucksCost": 8}).json()
        assert (changed["description"], changed["stock"]) == (None, None)

    @pytest.mark.spec("10.3")
    @pytest.mark.parametrize(("typed", "left"), [(10, 7), (15, 12), (2, 0), (None, None)])
    def test_stock_update_subtracts_items_sold_since_it_was_shown(
        self, room: Room, typed: int | None, left: int | None
    ) -> None:
        item = room.world.item(room.classroom, stock=10)
        room.world.award(room.student, 100)
        for _ in range(3):
            assert room.tablet.post("/api/purchases", {"itemId": item.id}).status_code == 201
        body = {"name": item.name, "goalbucksCost": item.goalbucks_cost, "stock": typed, "stockShown": 10}
        assert room.desk.put(f"/api/store/{item.id}", body).json()["stock"] == left

    def test_stock_update_of_a_previously_unlimited_item_is_taken_as_is(self, room: Room) -> None:
        item = room.world.item(room.classroom, stock=None)
        body = {"name": item.name, "goalbucksCost": item.goalbucks_cost, "stock": 4, "stockShown": 10}
        assert room.desk.put(f"/api/store/{item.id}", body).json()["stock"] == 4

    def test_stock_update_exceeding_the_limit_is_refused(self, room: Room) -> None:
        item = room.world.item(room.classroom, stock=3)
        body = {"name": "Pen", "goalbucksCost": 8, "stock": 1_000_000, "stockShown": 1}
        with nothing_stored(room.world):
            answer = room.desk.put(f"/api/store/{item.id}", body)
        assert error(answer) == (422, "invalid")
        assert answer.json()["fields"] == {"stock": "must be at most 999,998, since the stock has grown meanwhile"}
        assert room.desk.put(f"/api/store/{item.id}", body | {"stock": 999_998}).json()["stock"] == 1_000_000

    def test_update_cannot_change_the_items_class(self, room: Room, item: StoreItem) -> None:
        changed = room.desk.put(f"{CALL}/{item.id}", PENCIL | {"classroomId": room.another().classroom.id}).json()
        assert changed["classroomId"] == room.classroom.id

    @pytest.mark.spec("10.3")
    def test_editing_an_item_keeps_name_and_price_of_past_purchases(self, room: Room, item: StoreItem) -> None:
        room.world.award(room.student, 5)
        room.world.purchase(room.student, item)
        path = f"/api/purchases/student/{room.student.id}"
        before = room.tablet.get(path).json()
        room.desk.put(f"{CALL}/{item.id}", {"name": "Pen", "goalbucksCost": 8})
        assert room.tablet.get(path).json() == before
        assert (before[0]["itemName"], before[0]["goalbucksCost"]) == ("Pencil", 5)


class TestDeleting:
    @pytest.mark.spec("10.4")
    def test_deleting_an_item_keeps_name_and_price_of_past_purchases(self, room: Room) -> None:
        item = room.world.item(room.classroom)
        room.world.award(room.student, 5)
        room.world.purchase(room.student, item)
        paths = (
            f"/api/purchases/student/{room.student.id}",
            f"/api/purchases/classroom/{room.classroom.id}",
            f"/api/students/{room.student.id}/ledger",
        )
        before = [room.desk.get(path).json() for path in paths]
        answer = room.desk.delete(f"{CALL}/{item.id}")
        assert (answer.status_code, answer.content) == (204, b"")
        assert list_items(room) == []
        assert [room.desk.get(path).json() for path in paths] == before

    def test_deleting_an_item_twice_is_404(self, room: Room) -> None:
        item = room.world.item(room.classroom)
        room.desk.delete(f"{CALL}/{item.id}")
        assert error(room.desk.delete(f"{CALL}/{item.id}")) == (404, "not_found")

    def test_editing_a_deleted_item_is_404(self, room: Room) -> None:
        item = room.world.item(room.classroom)
        room.desk.delete(f"{CALL}/{item.id}")
        with nothing_stored(room.world):
            assert error(room.desk.put(f"{CALL}/{item.id}", PENCIL)) == (404, "not_found")


def test_another_teachers_item_and_class_are_404(room: Room) -> None:
    item = room.world.item(room.elsewhere().classroom)
    with nothing_stored(room.world):
        assert error(room.desk.post(CALL, PENCIL | {"classroomId": item.classroom_id})) == (404, "not_found")
        assert error(room.desk.get(f"{CALL}/classroom/{item.classroom_id}")) == (404, "not_found")
        assert error(room.tablet.get(f"{CALL}/classroom/{item.classroom_id}")) == (404, "not_found")
        assert error(room.desk.put(f"{CALL}/{item.id}", PENCIL)) == (404, "not_found")
        assert error(room.desk.delete(f"{CALL}/{item.id}")) == (404, "not_found")


def test_student_cannot_see_the_store_of_the_teachers_other_class(room: Room) -> None:
    assert error(room.tablet.get(f"{CALL}/classroom/{room.another().classroom.id}")) == (404, "not_found")
