"""Fulfilling, cancelling and undoing the fulfillment of purchases (specification 10.8 to 10.10)."""

import re
from functools import partial
from typing import Any

import pytest

from server.domain.store.models import Purchase
from tests.factories.app import error
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
    @pytest.mark.spec("10.8", "13.7")
    def test_fulfilling_records_teacher_and_time_and_changes_no_balance(
        self, classroom: PreparedClassroom, purchase: Purchase, fake_clock: FakeClock
    ) -> None:
        before, spent = only_purchase(classroom), balance_and_ledger(classroom)
        fake_clock.advance(minutes=5)
        response = classroom.teacher_client.patch(fulfill_path(purchase))
        assert response.status_code == 200
        fulfilled = response.json()
        assert re.fullmatch(TIMESTAMP, fulfilled["fulfilledAt"])
        assert fulfilled["fulfilledAt"] > before["purchasedAt"]
        changes = {"status": "fulfilled", "fulfilledAt": fulfilled["fulfilledAt"], "fulfilledBy": classroom.teacher.id}
        assert fulfilled == before | changes == only_purchase(classroom)
        assert (balance_and_ledger(classroom), stock_by_name(classroom)) == (spent, [2])

    @pytest.mark.spec("10.8", "11.5")
    @pytest.mark.parametrize("body", [None, {}, {"fulfilledBy": "somebody else"}, {"fulfilledBy": None}])
    def test_fulfilled_by_is_the_signed_in_teacher_regardless_of_the_body(
        self, classroom: PreparedClassroom, purchase: Purchase, body: dict[str, Any] | None
    ) -> None:
        assert (
            classroom.teacher_client.patch(fulfill_path(purchase), body).json()["fulfilledBy"] == classroom.teacher.id
        )

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

    def test_purchase_of_a_deleted_item_can_be_fulfilled(
        self, classroom: PreparedClassroom, purchase: Purchase
    ) -> None:
        classroom.teacher_client.delete(f"/api/store/{purchase.item_id}")
        assert classroom.teacher_client.patch(fulfill_path(purchase)).json()["itemName"] == "Pencil"


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

    def test_refund_is_in_the_ledger_under_the_item_name(
        self, classroom: PreparedClassroom, purchase: Purchase
    ) -> None:
        classroom.teacher_client.post(cancel_path(purchase))
        refund = classroom.student_client.get(f"/api/students/{classroom.student.id}/ledger").json()[0]
        shown = (refund["amount"], refund["description"], refund["createdBy"], refund["balanceAfter"])
        assert shown == (5, "Pencil", classroom.teacher.id, 12)

    @pytest.mark.spec("10.10")
    @pytest.mark.parametrize("body", [None, {}, {"reason": "  \n"}])
    def test_cancel_reason_is_optional(
        self, classroom: PreparedClassroom, purchase: Purchase, body: dict[str, Any] | None
    ) -> None:
        response = classroom.teacher_client.post(cancel_path(purchase), body)
        assert (response.status_code, response.json()["cancelReason"]) == (200, None)

    def test_invalid_cancel_reason_is_422(self, classroom: PreparedClassroom, purchase: Purchase) -> None:
        with assert_unchanged(classroom.test_app):
            response = classroom.teacher_client.post(cancel_path(purchase), {"reason": "x" * 5001})
        assert error(response) == (422, "invalid")
        assert set(response.json()["fields"]) == {"reason"}

    def test_cancelling_after_a_move_restocks_the_original_class(
        self, classroom: PreparedClassroom, purchase: Purchase
    ) -> None:
        other = classroom.other_classroom()
        assert classroom.teacher_client.put(
            f"/api/students/{classroom.student.id}/classroom", {"classroomId": other.row.id}
        ).is_success
        assert classroom.teacher_client.post(cancel_path(purchase)).status_code == 200
        (item,) = classroom.teacher_client.get(f"/api/store/classroom/{classroom.row.id}").json()
        assert (balance_and_ledger(classroom)[0], item["stock"]) == (12, 3)


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

    def test_undone_fulfillment_can_be_fulfilled_again_or_cancelled(
        self, classroom: PreparedClassroom, purchase: Purchase
    ) -> None:
        for settle in (
            partial(classroom.teacher_client.patch, fulfill_path(purchase)),
            partial(classroom.teacher_client.post, cancel_path(purchase)),
        ):
            classroom.teacher_client.patch(fulfill_path(purchase))
            classroom.teacher_client.post(unfulfill_path(purchase))
            assert settle().status_code == 200
            classroom.teacher_client.post(unfulfill_path(purchase))
        assert (balance_and_ledger(classroom), stock_by_name(classroom)) == (
            (12, 0, ["award", "purchase", "refund"]),
            [3],
        )

    def test_fulfillment_of_a_deleted_item_can_be_undone(
        self, classroom: PreparedClassroom, purchase: Purchase
    ) -> None:
        classroom.teacher_client.patch(fulfill_path(purchase))
        classroom.teacher_client.delete(f"/api/store/{purchase.item_id}")
        assert classroom.teacher_client.post(unfulfill_path(purchase)).json()["status"] == "pending"

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


def test_another_teachers_purchase_is_404(classroom: PreparedClassroom, purchase: Purchase) -> None:
    elsewhere = classroom.other_teachers_classroom()
    with assert_unchanged(classroom.test_app):
        assert error(elsewhere.teacher_client.patch(fulfill_path(purchase))) == (404, "not_found")
        assert error(elsewhere.teacher_client.post(unfulfill_path(purchase))) == (404, "not_found")
        assert error(elsewhere.teacher_client.post(cancel_path(purchase))) == (404, "not_found")
