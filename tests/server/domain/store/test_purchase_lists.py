"""Purchase lists of a student, a class and a teacher (specification 10.11, 13.7)."""

from typing import Any

import pytest

from server.domain.store.models import Purchase
from tests.factories.classroom import PreparedClassroom
from tests.factories.fake_clock import FakeClock
from tests.factories.response_fields import PURCHASE_ROW


def rows(classroom: PreparedClassroom, query: str = "") -> list[dict[str, Any]]:
    return classroom.list_rows(f"/api/purchases/classroom/{classroom.row.id}{query}", PURCHASE_ROW)


def own_purchases(classroom: PreparedClassroom, query: str = "") -> list[dict[str, Any]]:
    """Return the student's purchases; asserts that the teacher sees the same."""
    found = classroom.list_own_rows(f"/api/purchases/student/{classroom.student.id}{query}", PURCHASE_ROW)
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


class TestRecentlyFulfilled:
    ORDER = ("d", "b", "e")
    """Ordered by fulfillment time; of equal times the latest purchase comes first."""

    @pytest.mark.spec("10.11")
    @pytest.mark.postgresql
    def test_pagination_returns_every_fulfilled_purchase_once(
        self, classroom: PreparedClassroom, history: dict[str, Purchase]
    ) -> None:
        pages: list[str] = []
        for _ in range(4):
            cursor = f"&before={history[pages[-1]].id}" if pages else ""
            pages += item_names(rows(classroom, f"?status=fulfilled&limit=1{cursor}"))
        assert pages == list(self.ORDER)
