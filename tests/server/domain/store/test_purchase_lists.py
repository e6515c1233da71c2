"""Purchase lists of a student, a class and a teacher (specification 10.11, 13.7)."""

from typing import Any

import pytest

from server.domain.store.models import Purchase
from tests.factories.app import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.fake_clock import FakeClock
from tests.factories.response_fields import PURCHASE_ROW

UNKNOWN = "00000000-0000-7000-8000-000000000000"


def rows(classroom: PreparedClassroom, query: str = "") -> list[dict[str, Any]]:
    listed = classroom.teacher_client.get(f"/api/purchases/classroom/{classroom.row.id}{query}")
    assert listed.status_code == 200
    found: list[dict[str, Any]] = listed.json()
    assert all(set(row) == PURCHASE_ROW for row in found)
    return found


def own_purchases(classroom: PreparedClassroom, query: str = "") -> list[dict[str, Any]]:
    """Return the student's purchases; asserts that the teacher sees the same."""
    path = f"/api/purchases/student/{classroom.student.id}{query}"
    listed = classroom.student_client.get(path)
    assert listed.status_code == 200
    assert listed.json() == classroom.teacher_client.get(path).json()
    found: list[dict[str, Any]] = listed.json()
    assert all(set(row) == PURCHASE_ROW for row in found)
    assert {row["studentName"] for row in found} <= {classroom.student.full_name}
    return found


def item_names(listed: list[dict[str, Any]]) -> list[str]:
    return [row["itemName"] for row in listed]


@pytest.fixture
def purchases(classroom: PreparedClassroom) -> dict[str, Purchase]:
    """Six purchases of the student by item name, in the order of buying."""
    classroom.test_app.award(classroom.student, 100)
    return {
        name: classroom.test_app.purchase(classroom.student, classroom.test_app.store_item(classroom.row, name))
        for name in "abcdef"
    }


@pytest.fixture
def history(classroom: PreparedClassroom, purchases: dict[str, Purchase], fake_clock: FakeClock) -> dict[str, Purchase]:
    """`a` is cancelled; `e`, `b`, `d` are fulfilled in this order, `d` at the time of `b`; `c` and `f` are pending."""
    classroom.teacher_client.post(f"/api/purchases/{purchases['a'].id}/cancel")
    for name, minutes in (("e", 1), ("b", 1), ("d", 0)):
        fake_clock.advance(minutes=minutes)
        assert classroom.teacher_client.patch(f"/api/purchases/{purchases[name].id}/fulfill").status_code == 200
    return purchases


@pytest.mark.spec("13.7")
@pytest.mark.usefixtures("purchases")
def test_class_purchase_row_names_the_student(classroom: PreparedClassroom) -> None:
    assert rows(classroom) == [purchase | {"studentName": "Amara Okafor"} for purchase in own_purchases(classroom)]


@pytest.mark.usefixtures("purchases")
def test_purchase_row_shows_the_students_current_name(classroom: PreparedClassroom) -> None:
    classroom.teacher_client.put(
        f"/api/students/{classroom.student.id}", {"firstName": "Ama", "lastName": "O", "username": "ama"}
    )
    assert {row["studentName"] for row in rows(classroom)} == {"Ama O"}


@pytest.mark.postgresql
@pytest.mark.spec("11.8")
@pytest.mark.usefixtures("history")
def test_purchases_of_all_states_are_listed_newest_first(classroom: PreparedClassroom) -> None:
    assert item_names(rows(classroom)) == item_names(own_purchases(classroom)) == list("fedcba")


@pytest.mark.postgresql
@pytest.mark.usefixtures("history")
@pytest.mark.parametrize(("status", "listed"), [("pending", "fc"), ("cancelled", "a"), ("unheard-of", "")])
def test_purchases_are_filtered_by_status(classroom: PreparedClassroom, status: str, listed: str) -> None:
    assert (
        item_names(rows(classroom, f"?status={status}"))
        == item_names(own_purchases(classroom, f"?status={status}"))
        == list(listed)
    )


class TestRecentlyFulfilled:
    ORDER = ("d", "b", "e")
    """Ordered by fulfillment time; of equal times the latest purchase comes first."""

    @pytest.mark.postgresql
    @pytest.mark.spec("10.11")
    @pytest.mark.usefixtures("history")
    def test_fulfilled_purchases_are_ordered_by_fulfillment_time(self, classroom: PreparedClassroom) -> None:
        assert item_names(rows(classroom, "?status=fulfilled")) == list(self.ORDER)

    @pytest.mark.postgresql
    def test_pagination_returns_every_fulfilled_purchase_once(
        self, classroom: PreparedClassroom, history: dict[str, Purchase]
    ) -> None:
        pages: list[str] = []
        for _ in range(4):
            cursor = f"&before={history[pages[-1]].id}" if pages else ""
            pages += item_names(rows(classroom, f"?status=fulfilled&limit=1{cursor}"))
        assert pages == list(self.ORDER)

    @pytest.mark.postgresql
    def test_cursor_that_is_not_a_fulfilled_purchase_returns_nothing(
        self, classroom: PreparedClassroom, history: dict[str, Purchase]
    ) -> None:
        for cursor in (history["f"].id, history["a"].id, UNKNOWN):
            assert rows(classroom, f"?status=fulfilled&before={cursor}") == []

    @pytest.mark.postgresql
    @pytest.mark.usefixtures("history")
    def test_students_own_fulfilled_purchases_are_ordered_by_purchase_time(self, classroom: PreparedClassroom) -> None:
        assert item_names(own_purchases(classroom, "?status=fulfilled")) == ["e", "d", "b"]


class TestPagination:
    @pytest.mark.postgresql
    def test_before_parameter_returns_older_purchases(
        self, classroom: PreparedClassroom, purchases: dict[str, Purchase]
    ) -> None:
        for read in (own_purchases, rows):
            assert item_names(read(classroom, f"?before={purchases['d'].id}")) == list("cba")
            assert item_names(read(classroom, f"?before={purchases['d'].id}&limit=2")) == list("cb")

    @pytest.mark.parametrize("query", ["limit=0", "limit=501", "limit=x", f"status={'x' * 21}", f"before={'x' * 65}"])
    def test_invalid_purchase_list_parameters_are_422(self, read_only_classroom: PreparedClassroom, query: str) -> None:
        for path in (f"student/{read_only_classroom.student.id}", f"classroom/{read_only_classroom.row.id}"):
            response = read_only_classroom.teacher_client.get(f"/api/purchases/{path}?{query}")
            assert error(response) == (422, "invalid")
            assert set(response.json()["fields"]) == {query.partition("=")[0]}


@pytest.mark.spec("11.2")
def test_purchase_lists_contain_only_the_class_or_the_student(classroom: PreparedClassroom) -> None:
    classmate = classroom.test_app.student(classroom.row, "Diego", "Ramirez")
    for student, classroom_row in (
        (classmate, classroom.row),
        ((other := classroom.other_classroom()).student, other.row),
        ((elsewhere := classroom.other_teachers_classroom()).student, elsewhere.row),
    ):
        classroom.test_app.award(student, 5)
        classroom.test_app.purchase(student, classroom.test_app.store_item(classroom_row))
    assert own_purchases(classroom) == []
    assert [row["studentName"] for row in rows(classroom)] == ["Diego Ramirez"]


class TestTeachersList:
    """The pending purchases of all classes, which the sidebar counts."""

    @staticmethod
    def rows(classroom: PreparedClassroom, query: str = "") -> list[dict[str, Any]]:
        listed = classroom.teacher_client.get(f"/api/purchases/teacher/{classroom.teacher.id}{query}")
        assert listed.status_code == 200
        found: list[dict[str, Any]] = listed.json()
        assert all(set(row) == PURCHASE_ROW for row in found)
        return found

    @pytest.mark.postgresql
    def test_teachers_purchase_list_covers_own_classes_newest_first(self, classroom: PreparedClassroom) -> None:
        for number, owner in enumerate(
            (classroom, classroom.other_classroom(), classroom.other_teachers_classroom(), classroom)
        ):
            classroom.test_app.award(owner.student, 5)
            classroom.test_app.purchase(owner.student, classroom.test_app.store_item(owner.row, f"item {number}"))
        assert item_names(self.rows(classroom)) == ["item 3", "item 1", "item 0"]

    @pytest.mark.postgresql
    @pytest.mark.usefixtures("history")
    def test_teachers_purchase_list_is_filtered_and_paginated(self, classroom: PreparedClassroom) -> None:
        pending = self.rows(classroom, "?status=pending")
        assert item_names(pending) == ["f", "c"]
        assert item_names(self.rows(classroom, f"?limit=2&before={pending[0]['id']}")) == ["e", "d"]


def test_purchase_lists_are_empty_without_purchases(classroom: PreparedClassroom) -> None:
    assert own_purchases(classroom) == rows(classroom) == []
