"""How often each student can buy an item, and whether the store is open."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta

import pytest

from server import clock
from server.domain.store import queries, service
from server.domain.store.models import (
    ItemFields,
    ItemLimitReachedError,
    ItemLimitReachedForNowError,
    LimitPeriod,
    OutOfStockError,
    StoreClosedError,
    StoreItem,
    is_limit_reached,
    next_period,
)
from server.domain.store.schemas import StoreItemResponse
from server.domain.students import service as students
from tests.factories.fake_clock import FakeClock
from tests.unit.row_builder import RowBuilder

MONDAY = date(2026, 9, 14)


def moment(day: date, hour: int = 12, minute: int = 0) -> datetime:
    """Return the time of the clock on the wall in the zone of the server."""
    return datetime(day.year, day.month, day.day, hour, minute).astimezone(UTC)


def as_read_by_student(rows: RowBuilder, item: StoreItem) -> StoreItemResponse:
    """Return the item as the student's store lists it."""
    listed = queries.items_for_student(rows.db, rows.student.id, rows.classroom.id)
    return next(each for each in listed if each.id == item.id)


def again(rows: RowBuilder, item: StoreItem) -> tuple[bool, date | None]:
    """Return whether the student has reached the item's limit, and until when."""
    read = as_read_by_student(rows, item)
    return read.limit_reached, read.again_on


@pytest.mark.spec("10.14")
class TestPeriods:
    @pytest.mark.parametrize(
        ("per", "bought_on", "expected"),
        [
            ("ever", [-400], True),
            ("week", [-1], False),  # on Sunday
            ("week", [0], True),
            ("week", [6], True),
            ("week", [7], False),  # the clock was a week ahead
            ("day", [-1], False),
            ("day", [0], True),
            ("day", [1], False),
        ],
    )
    def test_a_purchase_counts_in_the_period_of_its_local_date(
        self, fake_clock: FakeClock, per: LimitPeriod, bought_on: Sequence[int], *, expected: bool
    ) -> None:
        fake_clock.now = moment(MONDAY, 0, 0)
        bought_at = [moment(MONDAY + timedelta(days=days)) for days in bought_on]
        assert is_limit_reached(1, per, bought_at) is expected

    @pytest.mark.parametrize(("bought", "expected"), [(0, False), (1, False), (2, True), (3, True)])
    def test_the_limit_is_reached_with_as_many_purchases_or_more(self, bought: int, *, expected: bool) -> None:
        assert is_limit_reached(2, "day", [clock.now()] * bought) is expected

    def test_without_a_number_there_is_no_limit(self) -> None:
        assert is_limit_reached(None, "ever", [clock.now()] * 100) is False

    @pytest.mark.parametrize(
        ("day", "per", "expected"),
        [
            (0, "ever", None),
            (0, "day", 1),
            (6, "day", 7),
            (0, "week", 7),
            (6, "week", 7),
            (7, "week", 14),
        ],
    )
    def test_the_next_period_is_the_next_day_or_monday(
        self, fake_clock: FakeClock, day: int, per: LimitPeriod, expected: int | None
    ) -> None:
        fake_clock.now = moment(MONDAY + timedelta(days=day), 23, 59)
        assert next_period(per) == (None if expected is None else MONDAY + timedelta(days=expected))


@pytest.mark.spec("10.14")
class TestBuying:
    def test_what_can_be_had_once_cannot_be_bought_again(self, rows: RowBuilder) -> None:
        rows.award(20)
        item = rows.add_limited_item(1)
        assert again(rows, item) == (False, None)
        rows.buy(item)
        assert again(rows, item) == (True, None)
        with pytest.raises(ItemLimitReachedError) as refused:
            rows.buy(item)
        assert refused.value.key == "item_limit_reached"
        assert rows.balance == 15

    def test_what_can_be_had_once_a_week_can_be_bought_again_on_monday(
        self, rows: RowBuilder, fake_clock: FakeClock
    ) -> None:
        sunday = MONDAY + timedelta(days=6)
        fake_clock.now = moment(sunday, 23, 59)
        rows.award(20)
        item = rows.add_limited_item(1, "week")
        rows.buy(item)
        assert again(rows, item) == (True, MONDAY + timedelta(days=7))
        with pytest.raises(ItemLimitReachedForNowError) as refused:
            rows.buy(item)
        assert str(refused.value) == "You already got this. You can get it again on September 21, 2026."
        fake_clock.advance(minutes=1)
        assert again(rows, item) == (False, None)
        rows.buy(item)
        with pytest.raises(ItemLimitReachedForNowError):
            rows.buy(item)

    def test_a_clock_that_was_set_back_locks_nobody_out(self, rows: RowBuilder, fake_clock: FakeClock) -> None:
        fake_clock.now = moment(MONDAY + timedelta(days=365))
        rows.award(20)
        item = rows.add_limited_item(1, "day")
        rows.buy(item)
        fake_clock.now = moment(MONDAY)
        rows.buy(item)
        assert again(rows, item) == (True, MONDAY + timedelta(days=1))

    def test_cancelled_purchases_do_not_count(self, rows: RowBuilder) -> None:
        rows.award(20)
        item = rows.add_limited_item(1)
        service.cancel(rows.db, rows.as_teacher, rows.buy(item), None)
        assert again(rows, item) == (False, None)
        service.fulfill(rows.db, rows.as_teacher, rows.buy(item))
        with pytest.raises(ItemLimitReachedError):
            rows.buy(item)

    def test_each_student_has_a_limit_of_its_own(self, rows: RowBuilder) -> None:
        item = rows.add_limited_item(1)
        for student in (rows.student, rows.add_student()):
            rows.student = student
            rows.award(5)
            rows.buy(item)

    def test_a_limit_that_was_lowered_meanwhile_counts_what_was_bought_before(self, rows: RowBuilder) -> None:
        rows.award(20)
        item = rows.add_limited_item(3)
        for _ in range(2):
            rows.buy(item)
        service.edit_item(item, ItemFields("Pencil", None, 5, None, None, 2))
        assert again(rows, item) == (True, None)
        with pytest.raises(ItemLimitReachedError):
            rows.buy(item)
        service.edit_item(item, ItemFields("Pencil", None, 5, None))
        rows.buy(item)

    def test_an_item_that_was_deleted_and_made_again_is_a_new_one(self, rows: RowBuilder) -> None:
        rows.award(20)
        item = rows.add_limited_item(1)
        rows.buy(item)
        service.delete_item(rows.db, rows.as_teacher, item)
        rows.buy(rows.add_limited_item(1))

    def test_a_student_who_left_the_class_and_came_back_has_bought_the_item(self, rows: RowBuilder) -> None:
        rows.award(20)
        item, old = rows.add_limited_item(1), rows.classroom
        rows.buy(item)
        for classroom in (rows.add_classroom(), old):
            students.move(rows.db, rows.as_teacher, rows.student, classroom)
        assert again(rows, item) == (True, None)

    def test_sold_out_is_said_before_the_limit(self, rows: RowBuilder) -> None:
        rows.award(20)
        item = rows.add_limited_item(1, stock=1)
        rows.buy(item)
        with pytest.raises(OutOfStockError):
            rows.buy(item)

    def test_a_teacher_reads_no_limit_as_reached(self, rows: RowBuilder) -> None:
        rows.award(5)
        rows.buy(rows.add_limited_item(1, "day"))
        (item,) = queries.items_of_class(rows.db, rows.classroom.id)
        assert (item.per_student, item.per, item.limit_reached, item.again_on) == (1, "day", False, None)


@pytest.mark.spec("10.15")
class TestClosedStore:
    def test_nothing_can_be_bought_until_it_is_open_again(self, rows: RowBuilder) -> None:
        rows.award(5)
        item = rows.add_item(stock=0)
        service.set_open(rows.db, rows.classroom, is_open=False)
        with pytest.raises(StoreClosedError):
            rows.buy(item)
        service.edit_item(item, ItemFields("Pencil", None, 5, 1))
        service.set_open(rows.db, rows.classroom, is_open=True)
        rows.buy(item)

    def test_items_stay_visible_and_purchases_are_fulfilled_and_cancelled(self, rows: RowBuilder) -> None:
        rows.award(10)
        item = rows.add_item()
        first, second = rows.buy(item), rows.buy(item)
        service.set_open(rows.db, rows.classroom, is_open=False)
        assert as_read_by_student(rows, item).id == item.id
        service.fulfill(rows.db, rows.as_teacher, first)
        service.cancel(rows.db, rows.as_teacher, second, None)
        assert rows.balance == 5

    def test_the_stores_of_other_classes_stay_open(self, rows: RowBuilder) -> None:
        service.set_open(rows.db, rows.classroom, is_open=False)
        rows.classroom = rows.add_classroom()
        rows.student = rows.add_student(rows.classroom)
        rows.award(5)
        rows.buy(rows.add_item())
