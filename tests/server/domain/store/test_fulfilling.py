"""Fulfilling, cancelling and undoing the fulfillment of purchases (specification 10.8 to 10.10)."""

import re
from functools import partial
from typing import Any

import pytest
from httpx2 import Response

from server.domain.store.models import Purchase
from tests.factories.api_client import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.concurrency import run_concurrently, run_while_locked
from tests.factories.fake_clock import FakeClock
from tests.factories.response_fields import PURCHASE, TIMESTAMP
from tests.factories.snapshots import assert_unchanged

FULFILLED = (409, "already_fulfilled")
CANCELLED = (409, "already_cancelled")
NOT_FULFILLED = (409, "not_fulfilled")


@pytest.fixture
def purchase(classroom: PreparedClassroom) -> Purchase:
    """A purchase for 5 from a stock of three, with a balance of 12 before."""
    classroom.test_app.award(classroom.student, 12)
    return classroom.test_app.purchase(classroom.student, classroom.test_app.store_item(classroom.row, "Pencil", 5, 3))


def fulfill_path(purchase: Purchase) -> str:
    return f"/api/purchases/{purchase.id}/fulfill"


def unfulfill_path(purchase: Purchase) -> str:
    return f"/api/purchases/{purchase.id}/unfulfill"


def cancel_path(purchase: Purchase) -> str:
    return f"/api/purchases/{purchase.id}/cancel"


def only_purchase(classroom: PreparedClassroom) -> dict[str, Any]:
    """Return the only purchase of the student, without the name that lists add."""
    (only,) = classroom.student_client.get(f"/api/purchases/student/{classroom.student.id}").json()
    assert only.pop("studentName") == classroom.student.full_name
    assert set(only) == PURCHASE
    found: dict[str, Any] = only
    return found


def balance_and_ledger(classroom: PreparedClassroom) -> tuple[int, int, list[str]]:
    """Return balance, spent and the reasons of the ledger entries, oldest first."""
    balance = classroom.own_balance()
    entries = classroom.student_client.get(f"/api/students/{classroom.student.id}/ledger").json()
    return balance["balance"], balance["spent"], [entry["reason"] for entry in entries][::-1]


def stock_by_name(classroom: PreparedClassroom) -> list[int | None]:
    return [item["stock"] for item in classroom.student_client.get(f"/api/store/classroom/{classroom.row.id}").json()]


class TestFulfilling:
    @pytest.mark.spec("10.8", "11.5", "13.7")
    def test_fulfilling_records_teacher_and_time_and_changes_no_balance(
        self, classroom: PreparedClassroom, purchase: Purchase, fake_clock: FakeClock
    ) -> None:
        before, spent = only_purchase(classroom), balance_and_ledger(classroom)
        fake_clock.advance(minutes=5)
        response = classroom.teacher_client.patch(fulfill_path(purchase), {"fulfilledBy": "somebody else"})
        assert response.status_code == 200
        fulfilled = response.json()
        assert re.fullmatch(TIMESTAMP, fulfilled["fulfilledAt"])
        assert fulfilled["fulfilledAt"] > before["purchasedAt"]
        changes = {"status": "fulfilled", "fulfilledAt": fulfilled["fulfilledAt"], "fulfilledBy": classroom.teacher.id}
        assert fulfilled == before | changes == only_purchase(classroom)
        assert (balance_and_ledger(classroom), stock_by_name(classroom)) == (spent, [2])

    @pytest.mark.spec("10.8")
    def test_fulfilling_twice_is_409(self, classroom: PreparedClassroom, purchase: Purchase) -> None:
        classroom.teacher_client.patch(fulfill_path(purchase))
        with assert_unchanged(classroom.test_app):
            response = classroom.teacher_client.patch(fulfill_path(purchase))
        assert error(response) == FULFILLED
        assert response.json()["error"] == "This purchase has already been fulfilled."

    @pytest.mark.spec("10.8")
    def test_fulfilling_a_cancelled_purchase_is_409(self, classroom: PreparedClassroom, purchase: Purchase) -> None:
        classroom.teacher_client.post(cancel_path(purchase))
        with assert_unchanged(classroom.test_app):
            response = classroom.teacher_client.patch(fulfill_path(purchase))
        assert error(response) == CANCELLED
        assert response.json()["error"] == "This purchase has already been cancelled."


class TestFulfillingSeveral:
    @pytest.fixture
    def purchases(self, classroom: PreparedClassroom) -> list[Purchase]:
        """Purchases of a student of the class, and one of the teacher's other class."""
        made = []
        for each in (classroom, classroom, classroom.other_classroom()):
            classroom.test_app.award(each.student, 5)
            item = classroom.test_app.store_item(each.row, "Pencil", 5)
            made.append(classroom.test_app.purchase(each.student, item))
        return made

    @staticmethod
    def fulfill(classroom: PreparedClassroom, purchases: list[Purchase], **headers: str) -> Response:
        named = {"purchaseIds": [each.id for each in purchases]}
        return classroom.teacher_client.post("/api/purchases/fulfill", named, headers=headers)

    @pytest.mark.spec("19.5")
    def test_purchases_of_several_classes_are_fulfilled_in_one_call(
        self, classroom: PreparedClassroom, purchases: list[Purchase]
    ) -> None:
        response = self.fulfill(classroom, purchases)
        assert (response.status_code, response.json()) == (200, {"count": 3})
        listed = classroom.teacher_client.get(f"/api/purchases/teacher/{classroom.teacher.id}").json()
        assert [(row["status"], row["fulfilledBy"]) for row in listed] == [("fulfilled", classroom.teacher.id)] * 3

    @pytest.mark.spec("19.5")
    def test_none_is_fulfilled_if_one_was_fulfilled_in_another_window(
        self, classroom: PreparedClassroom, purchases: list[Purchase]
    ) -> None:
        classroom.teacher_client.patch(fulfill_path(purchases[1]))
        with assert_unchanged(classroom.test_app):
            assert error(self.fulfill(classroom, purchases)) == FULFILLED

    @pytest.mark.spec("19.5")
    def test_a_repeated_call_has_one_effect(self, classroom: PreparedClassroom, purchases: list[Purchase]) -> None:
        key = {"Idempotency-Key": "hand-out"}
        first = self.fulfill(classroom, purchases, **key)
        with assert_unchanged(classroom.test_app):
            again = self.fulfill(classroom, purchases, **key)
        assert (again.status_code, again.json()) == (first.status_code, first.json())

    @pytest.mark.spec("19.5")
    @pytest.mark.parametrize("count", [0, 501])
    def test_no_purchase_and_more_than_500_are_422(self, classroom: PreparedClassroom, count: int) -> None:
        body = {"purchaseIds": [str(number) for number in range(count)]}
        assert classroom.teacher_client.post("/api/purchases/fulfill", body).status_code == 422


class TestCancelling:
    @pytest.mark.spec("10.10")
    def test_cancelling_refunds_goalbucks_and_stock(
        self, classroom: PreparedClassroom, purchase: Purchase, fake_clock: FakeClock
    ) -> None:
        before = only_purchase(classroom)
        assert (balance_and_ledger(classroom), stock_by_name(classroom)) == ((7, 5, ["award", "purchase"]), [2])
        fake_clock.advance(minutes=5)
        response = classroom.teacher_client.post(cancel_path(purchase), {"reason": " Out of pencils "})
        assert response.status_code == 200
        cancelled = response.json()
        assert re.fullmatch(TIMESTAMP, cancelled["cancelledAt"])
        assert cancelled["cancelledAt"] > before["purchasedAt"]
        changes = {"status": "cancelled", "cancelledAt": cancelled["cancelledAt"], "cancelReason": "Out of pencils"}
        assert cancelled == before | changes == only_purchase(classroom)
        assert (balance_and_ledger(classroom), stock_by_name(classroom)) == (
            (12, 0, ["award", "purchase", "refund"]),
            [3],
        )


class TestUndoingFulfillment:
    @pytest.mark.spec("10.9")
    def test_undone_fulfillment_is_pending_and_changes_neither_balance_nor_stock(
        self, classroom: PreparedClassroom, purchase: Purchase
    ) -> None:
        before = (only_purchase(classroom), balance_and_ledger(classroom), stock_by_name(classroom))
        classroom.teacher_client.patch(fulfill_path(purchase))
        response = classroom.teacher_client.post(unfulfill_path(purchase))
        assert response.status_code == 200
        assert (response.json()["status"], response.json()["fulfilledAt"], response.json()["fulfilledBy"]) == (
            "pending",
            None,
            None,
        )
        assert response.json() == before[0]
        assert (only_purchase(classroom), balance_and_ledger(classroom), stock_by_name(classroom)) == before

    @pytest.mark.spec("10.9")
    def test_undoing_fulfillment_of_a_pending_purchase_is_409(
        self, classroom: PreparedClassroom, purchase: Purchase
    ) -> None:
        with assert_unchanged(classroom.test_app):
            response = classroom.teacher_client.post(unfulfill_path(purchase))
        assert error(response) == NOT_FULFILLED
        assert response.json()["error"] == "This purchase isn't fulfilled."

    @pytest.mark.postgresql
    def test_concurrent_undos_of_a_fulfillment_succeed_once(
        self, classroom: PreparedClassroom, purchase: Purchase
    ) -> None:
        classroom.teacher_client.patch(fulfill_path(purchase))
        teacher_clients = [classroom.test_app.client_for(classroom.teacher) for _ in range(4)]
        responses = run_concurrently(
            *[partial(teacher_client.post, unfulfill_path(purchase)) for teacher_client in teacher_clients]
        )
        assert sorted(response.status_code for response in responses) == [200] + [409] * 3
        assert {error(response) for response in responses if response.status_code == 409} == {NOT_FULFILLED}


@pytest.mark.postgresql
def test_concurrent_fulfilling_and_cancelling_succeed_once(classroom: PreparedClassroom, purchase: Purchase) -> None:
    teacher_clients = [classroom.test_app.client_for(classroom.teacher) for _ in range(6)]
    calls = [partial(teacher_client.patch, fulfill_path(purchase)) for teacher_client in teacher_clients[:3]]
    calls += [partial(teacher_client.post, cancel_path(purchase)) for teacher_client in teacher_clients[3:]]
    responses = run_while_locked(classroom.test_app.transactions, classroom.student, *calls)
    assert sorted(response.status_code for response in responses) == [200] + [409] * 5
    (purchase_after,) = [response.json() for response in responses if response.status_code == 200]
    assert only_purchase(classroom) == purchase_after
    assert balance_and_ledger(classroom)[0] == (12 if purchase_after["status"] == "cancelled" else 7)
