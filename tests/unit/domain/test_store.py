"""Buying, fulfilling, cancelling, and editing store items."""

from collections.abc import Callable

import pytest
from sqlalchemy import select

from server.database.paging import PageRequest
from server.domain.goalbucks.models import LedgerEntry
from server.domain.goalbucks.queries import balance_of
from server.domain.goalbucks.service import NotEnoughGoalbucksError
from server.domain.store import queries, service
from server.domain.store.models import (
    MAX_STOCK,
    AlreadyCancelledError,
    AlreadyFulfilledError,
    ItemFields,
    NotFulfilledError,
    OutOfStockError,
    Purchase,
)
from server.domain.store.service import PriceChangedError
from server.domain.students import service as students
from server.domain.students.queries import lock_visible_row
from server.errors import DomainError, InvalidError, NotFoundError
from server.settings import Settings
from tests.factories.fake_clock import FakeClock
from tests.unit.row_builder import RowBuilder

Change = Callable[[RowBuilder, Purchase], None]


def fulfill(rows: RowBuilder, purchase: Purchase) -> None:
    service.fulfill(rows.db, rows.as_teacher, purchase)


def unfulfill(rows: RowBuilder, purchase: Purchase) -> None:
    service.unfulfill(rows.db, rows.as_teacher, purchase)


def cancel(rows: RowBuilder, purchase: Purchase) -> None:
    service.cancel(rows.db, rows.as_teacher, purchase, "Sold by mistake")


def last_entry(rows: RowBuilder) -> tuple[int, str, str, str, int]:
    """Return amount, reason, description, actor and balance of the newest ledger entry."""
    entry = rows.db.scalars(select(LedgerEntry).order_by(LedgerEntry.id.desc()).limit(1)).one()
    return entry.amount, entry.reason, entry.description, entry.created_by, entry.balance_after


class TestBuying:
    def test_a_purchase_takes_one_from_the_stock_and_its_price_from_the_balance(self, rows: RowBuilder) -> None:
        rows.award(12)
        item = rows.add_item("Pencil", 5, stock=3)
        purchase = rows.buy(item)
        assert (purchase.status, purchase.item_name, purchase.goalbucks_cost) == ("pending", "Pencil", 5)
        assert (item.stock, rows.balance) == (2, 7)
        balance = balance_of(rows.db, rows.student.id)
        assert (balance.earned, balance.spent) == (12, 5)
        assert last_entry(rows) == (-5, "purchase", "Pencil", rows.student.id, 7)

    def test_an_unlimited_stock_stays_unlimited(self, rows: RowBuilder) -> None:
        rows.award(10)
        item = rows.add_item(stock=None)
        for _ in range(2):
            rows.buy(item)
        assert item.stock is None

    def test_an_item_that_is_sold_out_cannot_be_bought(self, rows: RowBuilder) -> None:
        rows.award(10)
        item = rows.add_item(stock=1)
        rows.buy(item)
        with pytest.raises(OutOfStockError):
            rows.buy(item)
        assert rows.balance == 5

    @pytest.mark.parametrize(("owned", "allowed"), [(0, False), (4, False), (5, True), (6, True)])
    def test_a_price_up_to_the_whole_balance_can_be_paid(self, rows: RowBuilder, owned: int, *, allowed: bool) -> None:
        if owned:
            rows.award(owned)
        item = rows.add_item(goalbucks_cost=5)
        if allowed:
            rows.buy(item)
            assert rows.balance == owned - 5
        else:
            with pytest.raises(NotEnoughGoalbucksError):
                rows.buy(item)
            assert rows.balance == owned

    @pytest.mark.parametrize("shown", [0, 4, 6, 10**30])
    def test_a_price_other_than_the_one_shown_is_refused(self, rows: RowBuilder, shown: int) -> None:
        rows.award(100)
        with pytest.raises(PriceChangedError):
            rows.buy(rows.add_item(goalbucks_cost=5), expected_cost=shown)
        assert rows.balance == 100

    def test_the_price_shown_is_accepted(self, rows: RowBuilder) -> None:
        rows.award(5)
        assert rows.buy(rows.add_item(goalbucks_cost=5), expected_cost=5).goalbucks_cost == 5

    def test_an_item_of_another_class_is_not_found(self, rows: RowBuilder) -> None:
        rows.award(100)
        other_teachers = rows.for_other_teacher().add_item()
        rows.classroom = rows.add_classroom()
        for item in (other_teachers, rows.add_item()):
            with pytest.raises(NotFoundError):
                rows.buy(item)

    def test_the_purchase_limit_is_counted_for_each_student(self, rows: RowBuilder) -> None:
        key = service.purchase_limit_key(Settings(purchase_limit=7), rows.as_student)
        assert (key.limit.max_events, key.subject) == (7, rows.student.id)


class TestCancelling:
    def test_a_cancelled_purchase_is_refunded_and_restocked(self, rows: RowBuilder, fake_clock: FakeClock) -> None:
        rows.award(12)
        item = rows.add_item(goalbucks_cost=5, stock=3)
        purchase = rows.buy(item)
        moment = fake_clock.advance(minutes=1)
        cancel(rows, purchase)
        assert (purchase.status, purchase.cancelled_at) == ("cancelled", moment)
        assert purchase.cancel_reason == "Sold by mistake"
        assert (item.stock, rows.balance) == (3, 12)
        assert balance_of(rows.db, rows.student.id).spent == 0
        assert rows.reasons() == ["award", "purchase", "refund"]
        assert last_entry(rows) == (5, "refund", "Pencil", rows.teacher.id, 12)

    def test_the_refund_is_what_was_paid_though_the_price_has_changed(self, rows: RowBuilder) -> None:
        rows.award(5)
        item = rows.add_item(goalbucks_cost=5)
        purchase = rows.buy(item)
        service.edit_item(item, ItemFields("Pencil", None, 50, None))
        cancel(rows, purchase)
        assert rows.balance == 5

    def test_a_purchase_of_a_deleted_item_is_refunded(self, rows: RowBuilder) -> None:
        rows.award(5)
        item = rows.add_item()
        purchase = rows.buy(item)
        service.delete_item(rows.db, rows.as_teacher, item)
        cancel(rows, purchase)
        assert rows.balance == 5

    def test_a_purchase_made_before_a_move_is_refunded_and_restocked(self, rows: RowBuilder) -> None:
        rows.award(5)
        item = rows.add_item(stock=3)
        purchase = rows.buy(item)
        students.move(rows.db, rows.as_teacher, rows.student, rows.add_classroom())
        rows.db.expire_all()
        cancel(rows, purchase)
        assert (rows.balance, item.stock) == (5, 3)

    @pytest.mark.parametrize(("stock", "expected"), [(None, None), (0, 1), (MAX_STOCK, MAX_STOCK)])
    def test_restocking_does_not_exceed_the_maximum_stock(
        self, rows: RowBuilder, stock: int | None, expected: int | None
    ) -> None:
        item = rows.add_item(stock=stock)
        item.restock_one()
        assert item.stock == expected


class TestFulfilling:
    def test_a_fulfilled_purchase_has_the_time_and_the_teacher(self, rows: RowBuilder, fake_clock: FakeClock) -> None:
        rows.award(5)
        purchase = rows.buy(rows.add_item())
        moment = fake_clock.advance(minutes=1)
        fulfill(rows, purchase)
        assert (purchase.status, purchase.fulfilled_by, purchase.fulfilled_at) == (
            "fulfilled",
            rows.teacher.id,
            moment,
        )

    def test_undoing_a_fulfillment_makes_the_purchase_pending_without_a_refund(self, rows: RowBuilder) -> None:
        rows.award(5)
        item = rows.add_item(stock=1)
        purchase = rows.buy(item)
        fulfill(rows, purchase)
        unfulfill(rows, purchase)
        assert (purchase.status, purchase.fulfilled_by, purchase.fulfilled_at) == ("pending", None, None)
        assert (rows.balance, item.stock) == (0, 0)

    @pytest.mark.parametrize(
        ("before", "change", "error"),
        [
            (None, unfulfill, NotFulfilledError),
            (fulfill, fulfill, AlreadyFulfilledError),
            (fulfill, cancel, AlreadyFulfilledError),
            (cancel, cancel, AlreadyCancelledError),
            (cancel, fulfill, AlreadyCancelledError),
            (cancel, unfulfill, AlreadyCancelledError),
        ],
    )
    def test_a_purchase_changes_only_from_the_status_that_allows_it(
        self, rows: RowBuilder, before: Change | None, change: Change, error: type[DomainError]
    ) -> None:
        rows.award(5)
        purchase = rows.buy(rows.add_item())
        if before is not None:
            before(rows, purchase)
        status, reasons = purchase.status, rows.reasons()
        with pytest.raises(error):
            change(rows, purchase)
        assert (purchase.status, rows.reasons()) == (status, reasons)


class TestFulfillingSeveral:
    @pytest.mark.spec("19.5")
    def test_each_purchase_is_fulfilled_once(self, rows: RowBuilder) -> None:
        rows.award(10)
        made = [rows.buy(rows.add_item()) for _ in range(2)]
        ids = [purchase.id for purchase in made]
        assert service.fulfill_many(rows.db, rows.as_teacher, ids * 2) == 2
        assert [purchase.status for purchase in made] == ["fulfilled"] * 2
        assert [event.kind for event in rows.events()[-2:]] == ["purchase_fulfilled"] * 2

    @pytest.mark.spec("19.5")
    def test_a_purchase_of_another_teachers_class_is_not_found(self, rows: RowBuilder) -> None:
        others = rows.for_other_teacher()
        ids = []
        for each in (rows, others):
            each.award(5)
            ids.append(each.buy(each.add_item()).id)
        with pytest.raises(NotFoundError):
            service.fulfill_many(rows.db, rows.as_teacher, ids)


def test_each_change_of_a_purchase_is_recorded_with_item_and_price(rows: RowBuilder) -> None:
    rows.award(5)
    purchase = rows.buy(rows.add_item("Pencil", 5))
    for change in (fulfill, unfulfill, cancel):
        change(rows, purchase)
    recorded = [(event.kind, event.about, event.amount, event.student_id) for event in rows.events()[-3:]]
    kinds = ("purchase_fulfilled", "fulfillment_undone", "purchase_cancelled")
    assert recorded == [(kind, "Pencil", 5, rows.student.id) for kind in kinds]


class TestItems:
    def test_a_deleted_item_is_recorded_with_name_and_price(self, rows: RowBuilder) -> None:
        item = rows.add_item("Pencil", 5)
        service.delete_item(rows.db, rows.as_teacher, item)
        event = rows.events()[-1]
        assert (event.kind, event.about, event.amount) == ("item_deleted", "Pencil", 5)
        assert queries.items_of_class(rows.db, rows.classroom.id) == []

    @pytest.mark.spec("10.3")
    @pytest.mark.parametrize(
        ("entered", "shown", "present", "expected"),
        [
            (10, None, 3, 10),
            (10, 3, 3, 10),
            (10, 5, 3, 8),  # two were sold since
            (1, 5, 3, 0),  # more were sold than are left now
            (10, 3, 4, 11),  # a purchase was cancelled since
            (None, 3, 2, None),
            (10, 3, None, 10),
        ],
    )
    def test_the_entered_stock_is_corrected_by_what_was_sold_since_it_was_shown(
        self, rows: RowBuilder, entered: int | None, shown: int | None, present: int | None, expected: int | None
    ) -> None:
        item = rows.add_item(stock=present)
        service.edit_item(item, ItemFields("Pencil", None, 5, entered), stock_shown=shown)
        assert item.stock == expected

    def test_a_stock_over_the_maximum_is_refused_with_the_maximum(self, rows: RowBuilder) -> None:
        item = rows.add_item(stock=5)
        with pytest.raises(InvalidError) as refused:
            service.edit_item(item, ItemFields("Pencil", None, 5, MAX_STOCK), stock_shown=3)
        assert {name: message.format() for name, message in refused.value.fields.items()} == {
            "stock": "must be at most 999,998, since the stock has grown meanwhile"
        }
        assert item.stock == 5

    @pytest.mark.spec("10.3")
    def test_purchases_keep_name_and_price_of_an_item_that_was_edited_or_deleted(self, rows: RowBuilder) -> None:
        rows.award(13)
        item = rows.add_item("Pencil", 5)
        first = rows.buy(item)
        service.edit_item(item, ItemFields("Pen", None, 8, None))
        rows.buy(item)
        service.delete_item(rows.db, rows.as_teacher, item)
        kept = rows.db.scalars(select(Purchase).order_by(Purchase.id)).all()
        assert [(each.item_name, each.goalbucks_cost) for each in kept] == [("Pencil", 5), ("Pen", 8)]
        for change in (fulfill, unfulfill):
            change(rows, first)

    @pytest.mark.spec("10.5")
    def test_items_are_listed_by_name_whatever_their_case(self, rows: RowBuilder) -> None:
        made = {rows.add_item(name).id: name for name in ("Ruler", "Pen", "apple", "pencil", "Pen")}
        rows.for_other_teacher().add_item("Book")
        listed = [item.id for item in queries.items_of_class(rows.db, rows.classroom.id)]
        assert [made[item_id] for item_id in listed] == ["apple", "Pen", "Pen", "pencil", "Ruler"]
        assert listed[1:3] == [item_id for item_id, name in made.items() if name == "Pen"]

    def test_another_teacher_finds_neither_item_nor_purchase(self, rows: RowBuilder) -> None:
        rows.award(5)
        item = rows.add_item()
        purchase, stranger = rows.buy(item), rows.for_other_teacher().as_teacher
        with pytest.raises(NotFoundError):
            queries.get_item(rows.db, stranger, "view", item.id)
        with pytest.raises(NotFoundError):
            lock_visible_row(rows.db, stranger, "view", Purchase, purchase.id)


class TestListingPurchases:
    @pytest.fixture
    def purchases(self, rows: RowBuilder, fake_clock: FakeClock) -> list[str]:
        """Ids, oldest first; the last but one was fulfilled first."""
        rows.award(100)
        item = rows.add_item()
        made = [rows.buy(item) for _ in range(5)]
        for place in (3, 0, 4):
            fake_clock.advance(minutes=1)
            fulfill(rows, made[place])
        return [purchase.id for purchase in made]

    @pytest.mark.spec("11.8")
    def test_purchases_are_listed_newest_first(self, rows: RowBuilder, purchases: list[str]) -> None:
        rows.student.first_name = "Ama"
        rows.db.flush()
        results = queries.purchases_of_class(rows.db, rows.classroom.id, PageRequest())
        assert [purchase.id for purchase in results] == purchases[::-1]
        assert {purchase.student_name for purchase in results} == {"Ama Okafor"}
        own = queries.purchases_of_student(rows.db, rows.student.id, PageRequest())
        assert [purchase.id for purchase in own] == purchases[::-1]

    @pytest.mark.parametrize("limit", [1, 2, 3])
    def test_fulfilled_purchases_are_paged_by_the_time_of_fulfillment(
        self, rows: RowBuilder, purchases: list[str], limit: int
    ) -> None:
        listed: list[str] = []
        while True:
            page = PageRequest("fulfilled", limit, listed[-1] if listed else None)
            results = queries.purchases_of_class(rows.db, rows.classroom.id, page)
            assert len(results) <= limit
            listed += [purchase.id for purchase in results]
            if len(results) < limit:
                break
        assert listed == [purchases[place] for place in (4, 0, 3)]
        for cursor in (purchases[1], "unknown"):
            page = PageRequest("fulfilled", limit, cursor)
            assert queries.purchases_of_class(rows.db, rows.classroom.id, page) == []

    @pytest.mark.parametrize(("status", "places"), [("pending", [2]), ("cancelled", [1]), ("fulfilled", [4, 3, 0])])
    def test_a_status_selects_the_purchases_that_have_it(
        self, rows: RowBuilder, purchases: list[str], status: str, places: list[int]
    ) -> None:
        cancel(rows, rows.db.get_one(Purchase, purchases[1]))
        page, expected = PageRequest(status), [purchases[place] for place in places]
        own = queries.purchases_of_student(rows.db, rows.student.id, page)
        all_classes = queries.purchases_for_teacher(rows.db, rows.as_teacher, page)
        of_class = queries.purchases_of_class(rows.db, rows.classroom.id, page)
        assert [each.id for each in own] == [each.id for each in all_classes] == expected
        assert {each.id for each in of_class} == set(expected)

    @pytest.mark.spec("11.2")
    def test_each_list_has_the_purchases_of_its_student_class_or_teacher(self, rows: RowBuilder) -> None:
        first, student, second = rows.classroom, rows.student, rows.add_classroom()
        made = []
        for classroom, buyer in (
            (first, student),
            (first, rows.add_student(first)),
            (second, rows.add_student(second)),
        ):
            rows.classroom, rows.student = classroom, buyer
            rows.award(5)
            made.append(rows.buy(rows.add_item()).id)
        other_rows = rows.for_other_teacher()
        other_rows.award(5)
        other_rows.buy(other_rows.add_item())
        for results, expected in (
            (queries.purchases_of_student(rows.db, student.id, PageRequest()), made[:1]),
            (queries.purchases_of_class(rows.db, first.id, PageRequest()), made[1::-1]),
            (queries.purchases_for_teacher(rows.db, rows.as_teacher, PageRequest()), made[::-1]),
        ):
            assert [purchase.id for purchase in results] == expected
