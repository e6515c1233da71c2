"""Buying changes stock, balance, ledger and purchases in one transaction (specification 10.7)."""

import re
from functools import partial
from typing import Any

import pytest
from httpx2 import Response

from server.domain.goalbucks.queries import find_mismatches
from server.domain.store.models import StoreItem
from tests.factories.api_client import ApiClient, error
from tests.factories.classroom import PreparedClassroom
from tests.factories.concurrency import run_concurrently, run_while_locked
from tests.factories.response_fields import PURCHASE, TIMESTAMP
from tests.factories.snapshots import assert_unchanged, count_rows

CALL = "/api/purchases"


def buy(classroom: PreparedClassroom, item: StoreItem, **other: object) -> Response:
    return classroom.student_client.post(CALL, {"studentId": classroom.student.id, "itemId": item.id} | other)


def stock_by_name(classroom: PreparedClassroom) -> list[int | None]:
    """Return the stock of each item of the class, by name."""
    return [item["stock"] for item in classroom.student_client.get(f"/api/store/classroom/{classroom.row.id}").json()]


@pytest.fixture
def item(classroom: PreparedClassroom) -> StoreItem:
    """An item for 5 with a stock of three; the student's balance is 12."""
    classroom.test_app.award(classroom.student, 12)
    return classroom.test_app.store_item(classroom.row, "Pencil", 5, 3)


class TestPurchase:
    @pytest.mark.spec("10.7", "11.5", "13.7")
    def test_new_purchase_is_pending_and_has_all_fields(self, classroom: PreparedClassroom, item: StoreItem) -> None:
        ignored = {"itemName": "A gold bar", "id": "mine", "status": "fulfilled", "purchasedAt": "2000-01-01"}
        response = buy(classroom, item, goalbucksCost=5, **ignored)
        assert response.status_code == 201
        bought = response.json()
        assert re.fullmatch(TIMESTAMP, bought["purchasedAt"])
        assert not bought["purchasedAt"].startswith("2000")
        assert bought["id"] != "mine"
        assert bought == dict.fromkeys(PURCHASE) | {
            "id": bought["id"],
            "purchasedAt": bought["purchasedAt"],
            "studentId": classroom.student.id,
            "classroomId": classroom.row.id,
            "itemId": item.id,
            "itemName": "Pencil",
            "goalbucksCost": 5,
            "status": "pending",
        }
        assert classroom.student_client.get(f"{CALL}/student/{classroom.student.id}").json() == [
            bought | {"studentName": classroom.student.full_name}
        ]

    @pytest.mark.spec("1.4", "10.7")
    def test_purchase_debits_once_and_reduces_the_stock(self, classroom: PreparedClassroom, item: StoreItem) -> None:
        assert classroom.student_client.post(CALL, {"itemId": item.id}).status_code == 201
        assert classroom.own_balance() == {"balance": 7, "earned": 12, "spent": 5}
        assert stock_by_name(classroom) == [2]
        assert count_rows(classroom.test_app, "purchases") == 1


class TestRefusals:
    """Refused purchases change nothing."""

    @pytest.mark.spec("10.7")
    def test_cost_that_differs_from_the_price_is_409(self, classroom: PreparedClassroom, item: StoreItem) -> None:
        with assert_unchanged(classroom.test_app):
            response = buy(classroom, item, goalbucksCost=4)
        assert error(response) == (409, "price_changed")
        assert response.json()["error"] == "The price of this item has changed. Please look at the new price first."

    @pytest.mark.spec("10.6", "10.7")
    def test_sold_out_item_is_409(self, classroom: PreparedClassroom) -> None:
        classroom.test_app.award(classroom.student, 100)
        item = classroom.test_app.store_item(classroom.row, stock=0)
        with assert_unchanged(classroom.test_app):
            response = buy(classroom, item)
        assert error(response) == (409, "out_of_stock")
        assert response.json()["error"] == "This item is sold out."

    @pytest.mark.spec("10.7")
    def test_purchase_above_the_balance_is_409(self, classroom: PreparedClassroom, item: StoreItem) -> None:
        dear = classroom.test_app.store_item(classroom.row, "Lunch with the teacher", 13, 1)
        with assert_unchanged(classroom.test_app):
            response = buy(classroom, dear)
        assert error(response) == (409, "not_enough_goalbucks")
        assert response.json()["error"] == "You don't have enough GoalBucks for this."
        assert buy(classroom, item).status_code == 201


class TestConcurrency:
    @pytest.mark.postgresql
    def test_concurrent_purchases_sell_the_last_item_once(self, classroom: PreparedClassroom) -> None:
        item = classroom.test_app.store_item(classroom.row, goalbucks_cost=5, stock=1)
        students = [classroom.student, classroom.test_app.student(classroom.row)]
        for student in students:
            classroom.test_app.award(student, 5)
        student_clients = [classroom.test_app.client_for(student) for student in students]
        calls = [partial(student_client.post, CALL, {"itemId": item.id}) for student_client in student_clients]
        responses = run_while_locked(classroom.test_app.transactions, item, *calls)
        assert sorted(response.status_code for response in responses) == [201, 409]
        (refused,) = [response for response in responses if response.status_code == 409]
        assert error(refused) == (409, "out_of_stock")
        assert (stock_by_name(classroom), count_rows(classroom.test_app, "purchases")) == ([0], 1)
        paid = [classroom.balance(student.id)["balance"] for student in students]
        assert sorted(paid) == [0, 5]

    @pytest.mark.postgresql
    @pytest.mark.spec("10.7")
    def test_concurrent_purchases_of_twelve_students_sell_exactly_the_stock(self, classroom: PreparedClassroom) -> None:
        item = classroom.test_app.store_item(classroom.row, goalbucks_cost=5, stock=4)
        students = [classroom.test_app.student(classroom.row) for _ in range(12)]
        for student in students:
            classroom.test_app.award(student, 5)
        student_clients = [classroom.test_app.client_for(student) for student in students]
        responses = run_concurrently(
            *(partial(student_client.post, CALL, {"itemId": item.id}) for student_client in student_clients)
        )
        assert sorted(response.status_code for response in responses) == [201] * 4 + [409] * 8
        assert (stock_by_name(classroom), count_rows(classroom.test_app, "purchases")) == ([0], 4)
        with classroom.test_app.open_session() as db:
            assert find_mismatches(db) == []

    @pytest.mark.postgresql
    def test_concurrent_purchases_of_one_student_stay_within_the_balance(self, classroom: PreparedClassroom) -> None:
        item = classroom.test_app.store_item(classroom.row, goalbucks_cost=5)
        classroom.test_app.award(classroom.student, 12)
        student_clients = [classroom.test_app.client_for(classroom.student) for _ in range(6)]
        responses = run_concurrently(
            *(partial(student_client.post, CALL, {"itemId": item.id}) for student_client in student_clients)
        )
        assert sorted(response.status_code for response in responses) == [201] * 2 + [409] * 4
        assert classroom.own_balance()["balance"] == 2

    @pytest.mark.postgresql
    def test_purchase_concurrent_with_a_price_change_pays_the_shown_price_or_fails(
        self, classroom: PreparedClassroom, item: StoreItem
    ) -> None:
        bought, edited = run_concurrently(
            partial(buy, classroom, item, goalbucksCost=5),
            partial(
                classroom.teacher_client.put,
                f"/api/store/{item.id}",
                {"name": "Pencil", "goalbucksCost": 9, "stock": 3},
            ),
        )
        assert edited.status_code == 200
        if bought.status_code == 201:
            assert classroom.own_balance()["spent"] == 5
        else:
            assert error(bought) == (409, "price_changed")
            assert classroom.own_balance()["spent"] == 0

    @pytest.mark.postgresql
    def test_purchase_concurrent_with_item_deletion_succeeds_or_is_404(
        self, classroom: PreparedClassroom, item: StoreItem
    ) -> None:
        bought, deleted = run_concurrently(
            partial(buy, classroom, item), partial(classroom.teacher_client.delete, f"/api/store/{item.id}")
        )
        assert deleted.status_code == 204
        assert bought.status_code in {201, 404}
        assert classroom.own_balance()["spent"] == (5 if bought.status_code == 201 else 0)

    @pytest.mark.postgresql
    def test_purchase_concurrent_with_student_deletion_leaves_nothing(
        self, classroom: PreparedClassroom, item: StoreItem
    ) -> None:
        bought, deleted = run_concurrently(
            partial(buy, classroom, item),
            partial(classroom.teacher_client.delete, f"/api/students/{classroom.student.id}"),
        )
        assert deleted.status_code == 204
        assert bought.status_code in {201, 401}
        assert (count_rows(classroom.test_app, "purchases"), count_rows(classroom.test_app, "goalbuck_entries")) == (
            0,
            0,
        )


class TestIdempotency:
    """Requests repeated with the same `Idempotency-Key` buy nothing twice."""

    def post_with_key(self, student_client: ApiClient, body: dict[str, Any], key: str = "key 1") -> Response:
        return student_client.post(CALL, body, headers={"Idempotency-Key": key})

    def test_repeated_purchase_gets_the_same_response_and_buys_nothing(
        self, classroom: PreparedClassroom, item: StoreItem
    ) -> None:
        first = self.post_with_key(classroom.student_client, {"itemId": item.id})
        assert first.status_code == 201
        with assert_unchanged(classroom.test_app):
            again = self.post_with_key(classroom.student_client, {"itemId": item.id})
        assert (again.status_code, again.json()) == (201, first.json())
        assert (classroom.own_balance()["spent"], stock_by_name(classroom)) == (5, [2])

    def test_repeated_purchase_is_replayed_after_the_item_changed_or_was_deleted(
        self, classroom: PreparedClassroom, item: StoreItem
    ) -> None:
        first = self.post_with_key(classroom.student_client, {"itemId": item.id, "goalbucksCost": 5})
        classroom.teacher_client.put(f"/api/store/{item.id}", {"name": "Pen", "goalbucksCost": 9, "stock": 0})
        classroom.teacher_client.delete(f"/api/store/{item.id}")
        assert (
            self.post_with_key(classroom.student_client, {"itemId": item.id, "goalbucksCost": 5}).json() == first.json()
        )

    def test_idempotency_key_with_another_purchase_is_refused(
        self, classroom: PreparedClassroom, item: StoreItem
    ) -> None:
        self.post_with_key(classroom.student_client, {"itemId": item.id})
        for other in (
            {"itemId": classroom.test_app.store_item(classroom.row).id},
            {"itemId": item.id, "goalbucksCost": 5},
        ):
            with assert_unchanged(classroom.test_app):
                assert error(self.post_with_key(classroom.student_client, other)) == (422, "idempotency_key_reused")

    @pytest.mark.postgresql
    def test_concurrent_purchases_with_one_key_buy_once(self, classroom: PreparedClassroom, item: StoreItem) -> None:
        student_clients = [classroom.test_app.client_for(classroom.student) for _ in range(6)]
        responses = run_concurrently(
            *(partial(self.post_with_key, student_client, {"itemId": item.id}) for student_client in student_clients)
        )
        assert {response.status_code for response in responses} == {201}
        assert len({response.text for response in responses}) == 1
        assert (classroom.own_balance()["spent"], stock_by_name(classroom)) == (5, [2])
