"""Buying changes stock, balance, ledger and purchases in one transaction (specification 10.7)."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from httpx2 import Response

from server.domain.goalbucks.service import find_mismatches
from server.domain.store.models import StoreItem
from tests.factories.at_once import at_once
from tests.factories.bad_values import UNKNOWN_IDS
from tests.factories.fields import PURCHASE, TIME
from tests.factories.room import Room
from tests.factories.stored import count, nothing_stored
from tests.factories.world import Browser, error

CALL = "/api/purchases"


def buy(room: Room, item: StoreItem, **other: object) -> Response:
    return room.tablet.post(CALL, {"studentId": room.student.id, "itemId": item.id} | other)


def balance(room: Room) -> dict[str, int]:
    found: dict[str, int] = room.tablet.get(f"/api/students/{room.student.id}/goalbucks").json()
    return found


def stock_by_name(room: Room) -> list[int | None]:
    """Return the stock of each item of the class, by name."""
    return [item["stock"] for item in room.tablet.get(f"/api/store/classroom/{room.classroom.id}").json()]


@pytest.fixture
def item(room: Room) -> StoreItem:
    """An item for 5 with a stock of three; the student's balance is 12."""
    room.world.award(room.student, 12)
    return room.world.item(room.classroom, "Pencil", 5, 3)


class TestPurchase:
    @pytest.mark.spec("10.7", "13.7")
    def test_new_purchase_is_pending_and_has_all_fields(self, room: Room, item: StoreItem) -> None:
        answer = buy(room, item, itemName="Pencil", goalbucksCost=5)
        assert answer.status_code == 201
        bought = answer.json()
        assert re.fullmatch(TIME, bought["purchasedAt"])
        assert bought == dict.fromkeys(PURCHASE) | {
            "id": bought["id"],
            "purchasedAt": bought["purchasedAt"],
            "studentId": room.student.id,
            "classroomId": room.classroom.id,
            "itemId": item.id,
            "itemName": "Pencil",
            "goalbucksCost": 5,
            "status": "pending",
        }
        assert room.tablet.get(f"{CALL}/student/{room.student.id}").json() == [bought]

    @pytest.mark.spec("1.4", "10.7")
    def test_purchase_debits_once_and_reduces_the_stock(self, room: Room, item: StoreItem) -> None:
        buy(room, item)
        assert balance(room) == {"balance": 7, "earned": 12, "spent": 5}
        assert stock_by_name(room) == [2]
        assert count(room.world, "purchases") == 1

    def test_ledger_shows_the_purchased_item_and_the_buyer(self, room: Room, item: StoreItem) -> None:
        bought = buy(room, item).json()
        entry, _award = room.desk.get(f"/api/students/{room.student.id}/ledger").json()
        assert entry == {
            "id": entry["id"],
            "createdAt": entry["createdAt"],
            "amount": -5,
            "reason": "purchase",
            "description": bought["itemName"],
            "createdBy": room.student.id,
            "balanceAfter": 7,
            "assignmentId": None,
            "reversedAt": None,
        }

    @pytest.mark.spec("13.6")
    def test_purchase_leaves_unlimited_stock_unlimited(self, room: Room) -> None:
        room.world.award(room.student, 10)
        item = room.world.item(room.classroom, stock=None)
        for _ in range(2):
            assert buy(room, item).status_code == 201
        assert stock_by_name(room) == [None]

    def test_last_goalbuck_and_last_item_in_stock_can_be_spent(self, room: Room) -> None:
        room.world.award(room.student, 5)
        assert buy(room, room.world.item(room.classroom, goalbucks_cost=5, stock=1)).status_code == 201
        assert (balance(room)["balance"], stock_by_name(room)) == (0, [0])

    def test_student_id_of_a_purchase_is_optional(self, room: Room, item: StoreItem) -> None:
        answer = room.tablet.post(CALL, {"itemId": item.id})
        assert (answer.status_code, answer.json()["studentId"]) == (201, room.student.id)

    @pytest.mark.parametrize("cost", [{}, {"goalbucksCost": None}])
    def test_omitted_cost_means_the_current_price(self, room: Room, item: StoreItem, cost: dict[str, object]) -> None:
        room.desk.put(f"/api/store/{item.id}", {"name": "Pencil", "goalbucksCost": 8, "stock": 3})
        assert buy(room, item, **cost).json()["goalbucksCost"] == 8
        assert balance(room)["balance"] == 4

    @pytest.mark.spec("11.5")
    @pytest.mark.parametrize("name", ["A gold bar", "", 5, None, "x" * 10_000])
    def test_item_name_in_the_body_is_ignored(self, room: Room, item: StoreItem, name: object) -> None:
        assert buy(room, item, itemName=name).json()["itemName"] == "Pencil"

    def test_unknown_purchase_fields_are_ignored(self, room: Room, item: StoreItem) -> None:
        bought = buy(room, item, id="mine", status="fulfilled", fulfilledBy="me", purchasedAt="2000-01-01").json()
        assert (bought["status"], bought["fulfilledBy"], bought["fulfilledAt"]) == ("pending", None, None)
        assert bought["id"] != "mine"


class TestRefusals:
    """Refused purchases change nothing."""

    @pytest.mark.spec("10.7")
    @pytest.mark.parametrize("shown", [4, 6, 0, -5, 10**30])
    def test_cost_that_differs_from_the_price_is_409(self, room: Room, item: StoreItem, shown: int) -> None:
        with nothing_stored(room.world):
            answer = buy(room, item, goalbucksCost=shown)
        assert error(answer) == (409, "price_changed")
        assert answer.json()["error"] == "The price of this item has changed. Please look at the new price first."

    def test_price_change_before_the_purchase_is_409(self, room: Room, item: StoreItem) -> None:
        (shown,) = room.tablet.get(f"/api/store/classroom/{room.classroom.id}").json()
        room.desk.put(f"/api/store/{item.id}", {"name": "Pencil", "goalbucksCost": 4, "stock": 3})
        with nothing_stored(room.world):
            assert error(buy(room, item, goalbucksCost=shown["goalbucksCost"])) == (409, "price_changed")

    @pytest.mark.spec("10.6", "10.7")
    def test_sold_out_item_is_409(self, room: Room) -> None:
        room.world.award(room.student, 100)
        item = room.world.item(room.classroom, stock=0)
        with nothing_stored(room.world):
            answer = buy(room, item)
        assert error(answer) == (409, "out_of_stock")
        assert answer.json()["error"] == "This item is sold out."

    @pytest.mark.spec("10.7")
    def test_purchase_above_the_balance_is_409(self, room: Room, item: StoreItem) -> None:
        dear = room.world.item(room.classroom, "Lunch with the teacher", 13, 1)
        with nothing_stored(room.world):
            answer = buy(room, dear)
        assert error(answer) == (409, "not_enough_goalbucks")
        assert answer.json()["error"] == "You don't have enough GoalBucks for this."
        assert buy(room, item).status_code == 201

    def test_student_without_ledger_entries_cannot_buy(self, room: Room) -> None:
        item = room.world.item(room.classroom)
        with nothing_stored(room.world):
            assert error(buy(room, item)) == (409, "not_enough_goalbucks")

    @pytest.mark.spec("9.4")
    def test_negative_balance_blocks_purchases_until_it_is_positive(self, room: Room, item: StoreItem) -> None:
        room.desk.post(f"/api/students/{room.student.id}/corrections", {"amount": -13, "reason": "Counted twice"})
        with nothing_stored(room.world):
            assert error(buy(room, item)) == (409, "not_enough_goalbucks")
        room.world.award(room.student, 5)
        with nothing_stored(room.world):
            assert error(buy(room, item)) == (409, "not_enough_goalbucks")  # the balance is 4
        room.world.award(room.student, 1)
        assert buy(room, item).status_code == 201

    def test_buying_a_deleted_item_is_404(self, room: Room, item: StoreItem) -> None:
        room.desk.delete(f"/api/store/{item.id}")
        with nothing_stored(room.world):
            assert error(buy(room, item)) == (404, "not_found")

    @pytest.mark.parametrize("other", [Room.another, Room.elsewhere])
    def test_buying_an_item_of_another_class_is_404(
        self, room: Room, item: StoreItem, other: Callable[[Room], Room]
    ) -> None:
        theirs = room.world.item(other(room).classroom)
        with nothing_stored(room.world):
            assert error(buy(room, theirs)) == (404, "not_found")
        assert buy(room, item).status_code == 201

    @pytest.mark.spec("11.5")
    def test_buying_for_another_student_is_refused(self, room: Room, item: StoreItem) -> None:
        classmate = room.world.student(room.classroom)
        room.world.award(classmate, 100)
        for student_id in (classmate.id, room.elsewhere().student.id, room.teacher.id):
            with nothing_stored(room.world):
                assert error(buy(room, item, studentId=student_id)) == (404, "not_found")

    @pytest.mark.parametrize("unknown", UNKNOWN_IDS)
    @pytest.mark.parametrize("field", ["itemId", "studentId"])
    def test_unknown_item_or_student_of_a_purchase_is_404(
        self, room: Room, item: StoreItem, field: str, unknown: str
    ) -> None:
        with nothing_stored(room.world):
            assert error(buy(room, item, **{field: unknown})) == (404, "not_found")

    @pytest.mark.parametrize("value", [5, None])
    def test_invalid_purchase_ids_are_422(self, untouched: Room, value: object) -> None:
        with nothing_stored(untouched.world):
            answer = untouched.tablet.post(CALL, {"itemId": value})
        assert error(answer) == (422, "invalid")
        assert set(answer.json()["fields"]) == {"itemId"}

    @pytest.mark.parametrize("value", [1.5, 5.0, "5", True, [5], {}])
    def test_cost_that_is_not_an_integer_is_422(self, room: Room, item: StoreItem, value: object) -> None:
        with nothing_stored(room.world):
            answer = buy(room, item, goalbucksCost=value)
        assert error(answer) == (422, "invalid")
        assert set(answer.json()["fields"]) == {"goalbucksCost"}


class TestConcurrency:
    @pytest.mark.postgresql
    @pytest.mark.parametrize("round_", range(3))
    def test_concurrent_purchases_sell_the_last_item_once(self, room: Room, round_: int) -> None:
        del round_
        item = room.world.item(room.classroom, goalbucks_cost=5, stock=1)
        students = [room.student, room.world.student(room.classroom)]
        for student in students:
            room.world.award(student, 5)
        tablets = [room.world.signed_in(student) for student in students]
        answers = at_once(*(partial(tablet.post, CALL, {"itemId": item.id}) for tablet in tablets))
        assert sorted(answer.status_code for answer in answers) == [201, 409]
        (refused,) = [answer for answer in answers if answer.status_code == 409]
        assert error(refused) == (409, "out_of_stock")
        assert (stock_by_name(room), count(room.world, "purchases")) == ([0], 1)
        paid = [room.desk.get(f"/api/students/{student.id}/goalbucks").json()["balance"] for student in students]
        assert sorted(paid) == [0, 5]

    @pytest.mark.postgresql
    @pytest.mark.spec("10.7")
    def test_concurrent_purchases_of_twelve_students_sell_exactly_the_stock(self, room: Room) -> None:
        item = room.world.item(room.classroom, goalbucks_cost=5, stock=4)
        students = [room.world.student(room.classroom) for _ in range(12)]
        for student in students:
            room.world.award(student, 5)
        tablets = [room.world.signed_in(student) for student in students]
        answers = at_once(*(partial(tablet.post, CALL, {"itemId": item.id}) for tablet in tablets))
        assert sorted(answer.status_code for answer in answers) == [201] * 4 + [409] * 8
        assert (stock_by_name(room), count(room.world, "purchases")) == ([0], 4)
        with room.world.look() as db:
            assert find_mismatches(db) == []

    @pytest.mark.postgresql
    def test_concurrent_purchases_of_one_student_stay_within_the_balance(self, room: Room) -> None:
        item = room.world.item(room.classroom, goalbucks_cost=5)
        room.world.award(room.student, 12)
        tablets = [room.world.signed_in(room.student) for _ in range(6)]
        answers = at_once(*(partial(tablet.post, CALL, {"itemId": item.id}) for tablet in tablets))
        assert sorted(answer.status_code for answer in answers) == [201] * 2 + [409] * 4
        assert balance(room)["balance"] == 2

    @pytest.mark.postgresql
    def test_purchase_concurrent_with_a_price_change_pays_the_shown_price_or_fails(
        self, room: Room, item: StoreItem
    ) -> None:
        bought, edited = at_once(
            partial(buy, room, item, goalbucksCost=5),
            partial(room.desk.put, f"/api/store/{item.id}", {"name": "Pencil", "goalbucksCost": 9, "stock": 3}),
        )
        assert edited.status_code == 200
        if bought.status_code == 201:
            assert balance(room)["spent"] == 5
        else:
            assert error(bought) == (409, "price_changed")
            assert balance(room)["spent"] == 0

    @pytest.mark.postgresql
    def test_purchase_concurrent_with_item_deletion_succeeds_or_is_404(self, room: Room, item: StoreItem) -> None:
        bought, deleted = at_once(partial(buy, room, item), partial(room.desk.delete, f"/api/store/{item.id}"))
        assert deleted.status_code == 204
        assert bought.status_code in {201, 404}
        assert balance(room)["spent"] == (5 if bought.status_code == 201 else 0)

    @pytest.mark.postgresql
    def test_purchase_concurrent_with_student_deletion_leaves_nothing(self, room: Room, item: StoreItem) -> None:
        bought, deleted = at_once(
            partial(buy, room, item), partial(room.desk.delete, f"/api/students/{room.student.id}")
        )
        assert deleted.status_code == 204
        assert bought.status_code in {201, 401}
        assert (count(room.world, "purchases"), count(room.world, "goalbuck_entries")) == (0, 0)


class TestIdempotency:
    """Requests repeated with the same `Idempotency-Key` buy nothing twice."""

    def post_with_key(self, tablet: Browser, body: dict[str, Any], key: str = "key 1") -> Response:
        return tablet.post(CALL, body, headers={"Idempotency-Key": key})

    def test_repeated_purchase_gets_the_same_response_and_buys_nothing(self, room: Room, item: StoreItem) -> None:
        first = self.post_with_key(room.tablet, {"itemId": item.id})
        assert first.status_code == 201
        with nothing_stored(room.world):
            again = self.post_with_key(room.tablet, {"itemId": item.id})
        assert (again.status_code, again.json()) == (201, first.json())
        assert (balance(room)["spent"], stock_by_name(room)) == (5, [2])

    def test_repeated_purchase_is_replayed_after_the_item_changed_or_was_deleted(
        self, room: Room, item: StoreItem
    ) -> None:
        first = self.post_with_key(room.tablet, {"itemId": item.id, "goalbucksCost": 5})
        room.desk.put(f"/api/store/{item.id}", {"name": "Pen", "goalbucksCost": 9, "stock": 0})
        room.desk.delete(f"/api/store/{item.id}")
        assert self.post_with_key(room.tablet, {"itemId": item.id, "goalbucksCost": 5}).json() == first.json()

    def test_idempotency_key_with_another_purchase_is_refused(self, room: Room, item: StoreItem) -> None:
        self.post_with_key(room.tablet, {"itemId": item.id})
        for other in ({"itemId": room.world.item(room.classroom).id}, {"itemId": item.id, "goalbucksCost": 5}):
            with nothing_stored(room.world):
                assert error(self.post_with_key(room.tablet, other)) == (422, "idempotency_key_reused")

    def test_purchase_with_another_or_no_key_buys_again(self, room: Room, item: StoreItem) -> None:
        self.post_with_key(room.tablet, {"itemId": item.id})
        assert self.post_with_key(room.tablet, {"itemId": item.id}, "key 2").status_code == 201
        assert stock_by_name(room) == [1]

    def test_refused_purchase_may_succeed_later_under_its_key(self, room: Room) -> None:
        item = room.world.item(room.classroom)
        with nothing_stored(room.world):
            assert error(self.post_with_key(room.tablet, {"itemId": item.id})) == (409, "not_enough_goalbucks")
        room.world.award(room.student, 5)
        assert self.post_with_key(room.tablet, {"itemId": item.id}).status_code == 201

    def test_idempotency_keys_are_per_student(self, room: Room, item: StoreItem) -> None:
        classmate = room.world.student(room.classroom)
        room.world.award(classmate, 5)
        self.post_with_key(room.tablet, {"itemId": item.id})
        theirs = self.post_with_key(room.world.signed_in(classmate), {"itemId": item.id})
        assert (theirs.status_code, theirs.json()["studentId"]) == (201, classmate.id)

    @pytest.mark.postgresql
    def test_concurrent_purchases_with_one_key_buy_once(self, room: Room, item: StoreItem) -> None:
        tablets = [room.world.signed_in(room.student) for _ in range(6)]
        answers = at_once(*(partial(self.post_with_key, tablet, {"itemId": item.id}) for tablet in tablets))
        assert {answer.status_code for answer in answers} == {201}
        assert len({answer.text for answer in answers}) == 1
        assert (balance(room)["spent"], stock_by_name(room)) == (5, [2])
