"""Purchase lists of a student, a class and a teacher (specification 10.11, 13.7)."""

from typing import Any

import pytest

from server.domain.store.models import Purchase
from tests.factories.fields import PURCHASE, PURCHASE_ROW
from tests.factories.room import Room
from tests.factories.world import error
from tests.server.conftest import Hands

pytestmark = pytest.mark.postgresql

UNKNOWN = "00000000-0000-7000-8000-000000000000"


def rows(room: Room, query: str = "") -> list[dict[str, Any]]:
    listed = room.desk.get(f"/api/purchases/classroom/{room.classroom.id}{query}")
    assert listed.status_code == 200
    found: list[dict[str, Any]] = listed.json()
    assert all(set(row) == PURCHASE_ROW for row in found)
    return found


def own_purchases(room: Room, query: str = "") -> list[dict[str, Any]]:
    """Return the student's purchases; asserts that the teacher sees the same."""
    path = f"/api/purchases/student/{room.student.id}{query}"
    listed = room.tablet.get(path)
    assert listed.status_code == 200
    assert listed.json() == room.desk.get(path).json()
    found: list[dict[str, Any]] = listed.json()
    assert all(set(row) == PURCHASE for row in found)
    return found


def item_names(listed: list[dict[str, Any]]) -> list[str]:
    return [row["itemName"] for row in listed]


@pytest.fixture
def purchases(room: Room) -> dict[str, Purchase]:
    """Six purchases of the student by item name, in the order of buying."""
    room.world.award(room.student, 100)
    return {name: room.world.purchase(room.student, room.world.item(room.classroom, name)) for name in "abcdef"}


@pytest.fixture
def history(room: Room, purchases: dict[str, Purchase], hands: Hands) -> dict[str, Purchase]:
    """`a` is cancelled; `e`, `b`, `d` are fulfilled in this order, `d` at the time of `b`; `c` and `f` are pending."""
    room.desk.post(f"/api/purchases/{purchases['a'].id}/cancel")
    for name, minutes in (("e", 1), ("b", 1), ("d", 0)):
        hands.move(minutes=minutes)
        assert room.desk.patch(f"/api/purchases/{purchases[name].id}/fulfill").status_code == 200
    return purchases


@pytest.mark.spec("13.7")
@pytest.mark.usefixtures("purchases")
def test_class_purchase_row_names_the_student(room: Room) -> None:
    assert rows(room) == [purchase | {"studentName": "Amara Okafor"} for purchase in own_purchases(room)]


@pytest.mark.usefixtures("purchases")
def test_purchase_row_shows_the_students_current_name(room: Room) -> None:
    room.desk.put(f"/api/students/{room.student.id}", {"firstName": "Ama", "lastName": "O", "username": "ama"})
    assert {row["studentName"] for row in rows(room)} == {"Ama O"}


@pytest.mark.spec("11.8")
@pytest.mark.usefixtures("history")
def test_purchases_of_all_states_are_listed_newest_first(room: Room) -> None:
    assert item_names(rows(room)) == item_names(own_purchases(room)) == list("fedcba")


@pytest.mark.usefixtures("history")
@pytest.mark.parametrize(("status", "listed"), [("pending", "fc"), ("cancelled", "a"), ("unheard-of", "")])
def test_purchases_are_filtered_by_status(room: Room, status: str, listed: str) -> None:
    assert (
        item_names(rows(room, f"?status={status}"))
        == item_names(own_purchases(room, f"?status={status}"))
        == list(listed)
    )


class TestRecentlyFulfilled:
    ORDER = ("d", "b", "e")
    """Ordered by fulfillment time; of equal times the latest purchase comes first."""

    @pytest.mark.spec("10.11")
    @pytest.mark.usefixtures("history")
    def test_fulfilled_purchases_are_ordered_by_fulfillment_time(self, room: Room) -> None:
        assert item_names(rows(room, "?status=fulfilled")) == list(self.ORDER)

    @pytest.mark.usefixtures("history")
    @pytest.mark.parametrize("limit", [1, 2, 3, 5])
    def test_fulfilled_purchase_limit_is_respected(self, room: Room, limit: int) -> None:
        assert item_names(rows(room, f"?status=fulfilled&limit={limit}")) == list(self.ORDER[:limit])

    def test_before_parameter_returns_earlier_fulfillments(self, room: Room, history: dict[str, Purchase]) -> None:
        for place, name in enumerate(self.ORDER):
            mark = f"?status=fulfilled&before={history[name].id}"
            assert item_names(rows(room, mark)) == list(self.ORDER[place + 1 :])
            assert item_names(rows(room, f"{mark}&limit=1")) == list(self.ORDER[place + 1 : place + 2])

    def test_pagination_returns_every_fulfilled_purchase_once(self, room: Room, history: dict[str, Purchase]) -> None:
        pages: list[str] = []
        for _ in range(4):
            mark = f"&before={history[pages[-1]].id}" if pages else ""
            pages += item_names(rows(room, f"?status=fulfilled&limit=1{mark}"))
        assert pages == list(self.ORDER)

    def test_cursor_that_is_not_a_fulfilled_purchase_returns_nothing(
        self, room: Room, history: dict[str, Purchase]
    ) -> None:
        for mark in (history["f"].id, history["a"].id, UNKNOWN):
            assert rows(room, f"?status=fulfilled&before={mark}") == []

    @pytest.mark.usefixtures("history")
    def test_students_own_fulfilled_purchases_are_ordered_by_purchase_time(self, room: Room) -> None:
        assert item_names(own_purchases(room, "?status=fulfilled")) == ["e", "d", "b"]


class TestPagination:
    @pytest.mark.usefixtures("purchases")
    @pytest.mark.parametrize("limit", [1, 4, 6, 500])
    def test_purchase_list_limit_is_respected(self, room: Room, limit: int) -> None:
        assert item_names(own_purchases(room, f"?limit={limit}")) == list("fedcba")[:limit]
        assert item_names(rows(room, f"?limit={limit}")) == list("fedcba")[:limit]

    def test_before_parameter_returns_older_purchases(self, room: Room, purchases: dict[str, Purchase]) -> None:
        for read in (own_purchases, rows):
            assert item_names(read(room, f"?before={purchases['d'].id}")) == list("cba")
            assert item_names(read(room, f"?before={purchases['d'].id}&limit=2")) == list("cb")

    @pytest.mark.parametrize("query", ["limit=0", "limit=501", "limit=x", f"status={'x' * 21}", f"before={'x' * 65}"])
    def test_invalid_purchase_list_parameters_are_422(self, untouched: Room, query: str) -> None:
        for path in (f"student/{untouched.student.id}", f"classroom/{untouched.classroom.id}"):
            answer = untouched.desk.get(f"/api/purchases/{path}?{query}")
            assert error(answer) == (422, "invalid")
            assert set(answer.json()["fields"]) == {query.partition("=")[0]}


@pytest.mark.spec("11.2")
def test_purchase_lists_contain_only_the_class_or_the_student(room: Room) -> None:
    classmate = room.world.student(room.classroom, "Diego", "Ramirez")
    for student, classroom in (
        (classmate, room.classroom),
        ((other := room.another()).student, other.classroom),
        ((elsewhere := room.elsewhere()).student, elsewhere.classroom),
    ):
        room.world.award(student, 5)
        room.world.purchase(student, room.world.item(classroom))
    assert own_purchases(room) == []
    assert [row["studentName"] for row in rows(room)] == ["Diego Ramirez"]


class TestTeachersList:
    """The pending purchases of all classes, which the sidebar counts."""

    @staticmethod
    def rows(room: Room, query: str = "") -> list[dict[str, Any]]:
        listed = room.desk.get(f"/api/purchases/teacher/{room.teacher.id}{query}")
        assert listed.status_code == 200
        found: list[dict[str, Any]] = listed.json()
        assert all(set(row) == PURCHASE_ROW for row in found)
        return found

    def test_teachers_purchase_list_covers_own_classes_newest_first(self, room: Room) -> None:
        for place, seat in enumerate((room, room.another(), room.elsewhere(), room)):
            room.world.award(seat.student, 5)
            room.world.purchase(seat.student, room.world.item(seat.classroom, f"item {place}"))
        assert item_names(self.rows(room)) == ["item 3", "item 1", "item 0"]

    @pytest.mark.usefixtures("history")
    def test_teachers_purchase_list_is_filtered_and_paginated(self, room: Room) -> None:
        pending = self.rows(room, "?status=pending")
        assert item_names(pending) == ["f", "c"]
        assert item_names(self.rows(room, f"?limit=2&before={pending[0]['id']}")) == ["e", "d"]


def test_purchase_lists_are_empty_without_purchases(room: Room) -> None:
    assert own_purchases(room) == rows(room) == []
