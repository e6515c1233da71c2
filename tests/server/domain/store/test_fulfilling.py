"""Fulfilling, cancelling and undoing the fulfillment of purchases (specification 10.8 to 10.10)."""

import re
from functools import partial
from typing import Any

import pytest

from server.domain.store.models import Purchase
from tests.factories.at_once import at_once
from tests.factories.fields import PURCHASE, TIME
from tests.factories.room import Room
from tests.factories.stored import nothing_stored
from tests.factories.world import error
from tests.server.conftest import Hands

FULFILLED = (409, "already_fulfilled")
CANCELLED = (409, "already_cancelled")
NOT_FULFILLED = (409, "not_fulfilled")


@pytest.fixture
def purchase(room: Room) -> Purchase:
    """A purchase for 5 from a stock of three, with a balance of 12 before."""
    room.world.award(room.student, 12)
    return room.world.purchase(room.student, room.world.item(room.classroom, "Pencil", 5, 3))


def fulfill_path(purchase: Purchase) -> str:
    return f"/api/purchases/{purchase.id}/fulfill"


def unfulfill_path(purchase: Purchase) -> str:
    return f"/api/purchases/{purchase.id}/unfulfill"


def cancel_path(purchase: Purchase) -> str:
    return f"/api/purchases/{purchase.id}/cancel"


def only_purchase(room: Room) -> dict[str, Any]:
    """Return the only purchase of the student."""
    (only,) = room.tablet.get(f"/api/purchases/student/{room.student.id}").json()
    assert set(only) == PURCHASE
    found: dict[str, Any] = only
    return found


def balance_and_ledger(room: Room) -> tuple[int, int, list[str]]:
    """Return balance, spent and the reasons of the ledger entries, oldest first."""
    balance = room.tablet.get(f"/api/students/{room.student.id}/goalbucks").json()
    entries = room.tablet.get(f"/api/students/{room.student.id}/ledger").json()
    return balance["balance"], balance["spent"], [entry["reason"] for entry in entries][::-1]


def stock_by_name(room: Room) -> list[int | None]:
    return [item["stock"] for item in room.tablet.get(f"/api/store/classroom/{room.classroom.id}").json()]


class TestFulfilling:
    @pytest.mark.spec("10.8", "13.7")
    def test_fulfilling_records_teacher_and_time_and_changes_no_balance(
        self, room: Room, purchase: Purchase, hands: Hands
    ) -> None:
        before, spent = only_purchase(room), balance_and_ledger(room)
        hands.move(minutes=5)
        answer = room.desk.patch(fulfill_path(purchase))
        assert answer.status_code == 200
        told = answer.json()
        assert re.fullmatch(TIME, told["fulfilledAt"])
        assert told["fulfilledAt"] > before["purchasedAt"]
        changes = {"status": "fulfilled", "fulfilledAt": told["fulfilledAt"], "fulfilledBy": room.teacher.id}
        assert told == before | changes == only_purchase(room)
        assert (balance_and_ledger(room), stock_by_name(room)) == (spent, [2])

    @pytest.mark.spec("10.8", "11.5")
    @pytest.mark.parametrize("body", [None, {}, {"fulfilledBy": "somebody else"}, {"fulfilledBy": None}])
    def test_fulfilled_by_is_the_signed_in_teacher_regardless_of_the_body(
        self, room: Room, purchase: Purchase, body: dict[str, Any] | None
    ) -> None:
        assert room.desk.patch(fulfill_path(purchase), body).json()["fulfilledBy"] == room.teacher.id

    @pytest.mark.spec("10.8")
    def test_fulfilling_twice_is_409(self, room: Room, purchase: Purchase) -> None:
        room.desk.patch(fulfill_path(purchase))
        with nothing_stored(room.world):
            answer = room.desk.patch(fulfill_path(purchase))
        assert error(answer) == FULFILLED
        assert answer.json()["error"] == "This purchase has already been fulfilled."

    @pytest.mark.spec("10.8")
    def test_fulfilling_a_cancelled_purchase_is_409(self, room: Room, purchase: Purchase) -> None:
        room.desk.post(cancel_path(purchase))
        with nothing_stored(room.world):
            answer = room.desk.patch(fulfill_path(purchase))
        assert error(answer) == CANCELLED
        assert answer.json()["error"] == "This purchase has already been cancelled."

    def test_purchase_of_a_deleted_item_can_be_fulfilled(self, room: Room, purchase: Purchase) -> None:
        room.desk.delete(f"/api/store/{purchase.item_id}")
        assert room.desk.patch(fulfill_path(purchase)).json()["itemName"] == "Pencil"


class TestCancelling:
    @pytest.mark.spec("10.10")
    def test_cancelling_refunds_goalbucks_and_stock(self, room: Room, purchase: Purchase, hands: Hands) -> None:
        before = only_purchase(room)
        assert (balance_and_ledger(room), stock_by_name(room)) == ((7, 5, ["award", "purchase"]), [2])
        hands.move(minutes=5)
        answer = room.desk.post(cancel_path(purchase), {"reason": " Out of pencils "})
        assert answer.status_code == 200
        told = answer.json()
        assert re.fullmatch(TIME, told["cancelledAt"])
        assert told["cancelledAt"] > before["purchasedAt"]
        changes = {"status": "cancelled", "cancelledAt": told["cancelledAt"], "cancelReason": "Out of pencils"}
        assert told == before | changes == only_purchase(room)
        assert (balance_and_ledger(room), stock_by_name(room)) == ((12, 0, ["award", "purchase", "refund"]), [3])

    def test_refund_is_in_the_ledger_under_the_item_name(self, room: Room, purchase: Purchase) -> None:
        room.desk.post(cancel_path(purchase))
        refund = room.tablet.get(f"/api/students/{room.student.id}/ledger").json()[0]
        told = (refund["amount"], refund["description"], refund["createdBy"], refund["balanceAfter"])
        assert told == (5, "Pencil", room.teacher.id, 12)

    @pytest.mark.spec("10.10")
    @pytest.mark.parametrize("body", [None, {}, {"reason": None}, {"reason": ""}, {"reason": "  \n"}])
    def test_cancel_reason_is_optional(self, room: Room, purchase: Purchase, body: dict[str, Any] | None) -> None:
        answer = room.desk.post(cancel_path(purchase), body)
        assert (answer.status_code, answer.json()["cancelReason"]) == (200, None)

    @pytest.mark.parametrize("reason", ["x" * 5001])
    def test_invalid_cancel_reason_is_422(self, room: Room, purchase: Purchase, reason: object) -> None:
        with nothing_stored(room.world):
            answer = room.desk.post(cancel_path(purchase), {"reason": reason})
        assert error(answer) == (422, "invalid")
        assert set(answer.json()["fields"]) == {"reason"}

    def test_cancelling_twice_is_409_and_refunds_once(self, room: Room, purchase: Purchase) -> None:
        room.desk.post(cancel_path(purchase))
        with nothing_stored(room.world):
            assert error(room.desk.post(cancel_path(purchase), {"reason": "Again"})) == CANCELLED

    def test_cancelling_a_fulfilled_purchase_is_409(self, room: Room, purchase: Purchase) -> None:
        room.desk.patch(fulfill_path(purchase))
        with nothing_stored(room.world):
            assert error(room.desk.post(cancel_path(purchase))) == FULFILLED

    def test_cancelling_a_purchase_of_a_deleted_item_refunds_the_goalbucks(
        self, room: Room, purchase: Purchase
    ) -> None:
        room.desk.delete(f"/api/store/{purchase.item_id}")
        assert room.desk.post(cancel_path(purchase)).status_code == 200
        assert (balance_and_ledger(room)[0], stock_by_name(room)) == (12, [])

    def test_refund_is_the_amount_paid_regardless_of_the_current_price(self, room: Room, purchase: Purchase) -> None:
        room.desk.put(f"/api/store/{purchase.item_id}", {"name": "Pen", "goalbucksCost": 9, "stock": 0})
        room.desk.post(cancel_path(purchase))
        assert (balance_and_ledger(room)[0], stock_by_name(room)) == (12, [1])

    def test_cancelling_leaves_unlimited_stock_unlimited(self, room: Room, purchase: Purchase) -> None:
        room.desk.put(f"/api/store/{purchase.item_id}", {"name": "Pencil", "goalbucksCost": 5})
        room.desk.post(cancel_path(purchase))
        assert stock_by_name(room) == [None]

    def test_cancelling_never_raises_the_stock_above_a_million(self, room: Room, purchase: Purchase) -> None:
        room.desk.put(f"/api/store/{purchase.item_id}", {"name": "Pencil", "goalbucksCost": 5, "stock": 1_000_000})
        assert room.desk.post(cancel_path(purchase)).status_code == 200
        assert stock_by_name(room) == [1_000_000]

    def test_cancelling_after_a_move_restocks_the_original_class(self, room: Room, purchase: Purchase) -> None:
        other = room.another()
        assert room.desk.put(
            f"/api/students/{room.student.id}/classroom", {"classroomId": other.classroom.id}
        ).is_success
        assert room.desk.post(cancel_path(purchase)).status_code == 200
        (item,) = room.desk.get(f"/api/store/classroom/{room.classroom.id}").json()
        assert (balance_and_ledger(room)[0], item["stock"]) == (12, 3)

    def test_restocked_item_can_be_bought_again(self, room: Room, purchase: Purchase) -> None:
        room.desk.post(cancel_path(purchase))
        again = room.tablet.post("/api/purchases", {"itemId": purchase.item_id})
        assert again.status_code == 201
        assert again.json()["id"] != purchase.id
        assert balance_and_ledger(room) == (7, 5, ["award", "purchase", "refund", "purchase"])


class TestUndoingFulfillment:
    @pytest.mark.spec("10.9")
    def test_undone_fulfillment_is_pending_and_changes_neither_balance_nor_stock(
        self, room: Room, purchase: Purchase
    ) -> None:
        before = (only_purchase(room), balance_and_ledger(room), stock_by_name(room))
        room.desk.patch(fulfill_path(purchase))
        answer = room.desk.post(unfulfill_path(purchase))
        assert answer.status_code == 200
        assert (answer.json()["status"], answer.json()["fulfilledAt"], answer.json()["fulfilledBy"]) == (
            "pending",
            None,
            None,
        )
        assert answer.json() == before[0]
        assert (only_purchase(room), balance_and_ledger(room), stock_by_name(room)) == before

    def test_undone_fulfillment_can_be_fulfilled_again_or_cancelled(self, room: Room, purchase: Purchase) -> None:
        for settle in (
            partial(room.desk.patch, fulfill_path(purchase)),
            partial(room.desk.post, cancel_path(purchase)),
        ):
            room.desk.patch(fulfill_path(purchase))
            room.desk.post(unfulfill_path(purchase))
            assert settle().status_code == 200
            room.desk.post(unfulfill_path(purchase))
        assert (balance_and_ledger(room), stock_by_name(room)) == ((12, 0, ["award", "purchase", "refund"]), [3])

    def test_fulfillment_of_a_deleted_item_can_be_undone(self, room: Room, purchase: Purchase) -> None:
        room.desk.patch(fulfill_path(purchase))
        room.desk.delete(f"/api/store/{purchase.item_id}")
        assert room.desk.post(unfulfill_path(purchase)).json()["status"] == "pending"

    @pytest.mark.spec("10.9")
    def test_undoing_fulfillment_of_a_pending_purchase_is_409(self, room: Room, purchase: Purchase) -> None:
        with nothing_stored(room.world):
            answer = room.desk.post(unfulfill_path(purchase))
        assert error(answer) == NOT_FULFILLED
        assert answer.json()["error"] == "This purchase isn't fulfilled."

    def test_undoing_fulfillment_of_a_cancelled_purchase_is_409(self, room: Room, purchase: Purchase) -> None:
        room.desk.post(cancel_path(purchase))
        with nothing_stored(room.world):
            assert error(room.desk.post(unfulfill_path(purchase))) == CANCELLED

    @pytest.mark.postgresql
    def test_concurrent_undos_of_a_fulfillment_succeed_once(self, room: Room, purchase: Purchase) -> None:
        room.desk.patch(fulfill_path(purchase))
        desks = [room.world.signed_in(room.teacher) for _ in range(4)]
        answers = at_once(*[partial(desk.post, unfulfill_path(purchase)) for desk in desks])
        assert sorted(answer.status_code for answer in answers) == [200] + [409] * 3
        assert {error(answer) for answer in answers if answer.status_code == 409} == {NOT_FULFILLED}


@pytest.mark.postgresql
@pytest.mark.parametrize("round_", range(3))
def test_concurrent_fulfilling_and_cancelling_succeed_once(room: Room, purchase: Purchase, round_: int) -> None:
    del round_
    desks = [room.world.signed_in(room.teacher) for _ in range(6)]
    calls = [partial(desk.patch, fulfill_path(purchase)) for desk in desks[:3]]
    calls += [partial(desk.post, cancel_path(purchase)) for desk in desks[3:]]
    answers = at_once(*calls)
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 5
    (told,) = [answer.json() for answer in answers if answer.status_code == 200]
    assert only_purchase(room) == told
    assert balance_and_ledger(room)[0] == (12 if told["status"] == "cancelled" else 7)


def test_another_teachers_purchase_is_404(room: Room, purchase: Purchase) -> None:
    elsewhere = room.elsewhere()
    with nothing_stored(room.world):
        assert error(elsewhere.desk.patch(fulfill_path(purchase))) == (404, "not_found")
        assert error(elsewhere.desk.post(unfulfill_path(purchase))) == (404, "not_found")
        assert error(elsewhere.desk.post(cancel_path(purchase))) == (404, "not_found")
