"""The ledger: postings, awards, reversals, corrections and the check of the stored balances."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

import pytest
from sqlalchemy import delete, select
from sqlalchemy.exc import IntegrityError

from server.database.base import new_id
from server.database.paging import PageRequest
from server.domain.goalbucks import queries, service
from server.domain.goalbucks.models import EFFECTS, AwardFields, Balance, LedgerEntry, LedgerReason
from server.domain.goalbucks.service import (
    AlreadyReversedError,
    LedgerPosting,
    NotEnoughGoalbucksError,
)
from server.domain.goals import service as goals
from server.domain.store import service as store
from server.domain.students import service as students
from server.errors import NotFoundError
from server.security.actor import SYSTEM
from tests.factories.fake_clock import FakeClock
from tests.unit.row_builder import RowBuilder


def post(rows: RowBuilder, amount: int, reason: LedgerReason, source_id: str | None = None) -> LedgerEntry:
    posting = LedgerPosting(amount, reason, source_id or new_id(), "Stickers")
    return service.post(rows.db, rows.as_teacher, rows.student.id, posting)


def undone_source(rows: RowBuilder, reason: LedgerReason, amount: int) -> str | None:
    """Post the entry that one of this reason undoes, if any, and return the source of the undoing entry."""
    effect = EFFECTS[reason]
    if effect.undoes is None:
        return None
    undone = post(rows, amount, effect.undoes)
    return undone.source_id if effect.shares_source else undone.id


def sums(rows: RowBuilder) -> tuple[int, int, int, int]:
    balance = queries.balance_of(rows.db, rows.student.id)
    return balance.earned, balance.spent, balance.goals_completed, balance.goals_goalbucks


class TestPosting:
    @pytest.mark.spec("9.2")
    def test_a_student_without_entries_has_a_balance_of_zero(self, rows: RowBuilder) -> None:
        assert (rows.balance, sums(rows)) == (0, (0, 0, 0, 0))

    @pytest.mark.spec("9.2")
    @pytest.mark.parametrize(
        ("reason", "amount", "change"),
        [
            ("goal", 25, (25, 0, 1, 25)),
            ("goal_reversed", -25, (-25, 0, -1, -25)),
            ("award", 5, (5, 0, 0, 0)),
            ("award_reversed", -5, (-5, 0, 0, 0)),
            ("correction", -5, (-5, 0, 0, 0)),
            ("purchase", -5, (0, 5, 0, 0)),
            ("refund", 5, (0, -5, 0, 0)),
        ],
    )
    def test_each_reason_counts_toward_the_right_totals(
        self, rows: RowBuilder, reason: LedgerReason, amount: int, change: tuple[int, ...]
    ) -> None:
        source_id = undone_source(rows, reason, -amount)
        before = sums(rows)
        entry = post(rows, amount, reason, source_id)
        assert tuple(new - old for new, old in zip(sums(rows), before, strict=True)) == change
        assert entry.balance_after == rows.balance == before[0] - before[1] + amount

    @pytest.mark.spec("9.1")
    def test_every_entry_has_the_balance_after_it(self, rows: RowBuilder) -> None:
        entries = [post(rows, amount, "correction") for amount in (10, -3, 5, -20)]
        assert [entry.balance_after for entry in entries] == [10, 7, 12, -8]

    def test_the_server_itself_can_post(self, rows: RowBuilder) -> None:
        entry = service.post(rows.db, SYSTEM, rows.student.id, LedgerPosting(5, "award", new_id(), "Tidy desk"))
        assert (entry.created_by, rows.balance) == ("system", 5)

    @pytest.mark.spec("9.3")
    def test_a_source_is_posted_once(self, rows: RowBuilder) -> None:
        post(rows, 25, "goal", "review")
        with pytest.raises(IntegrityError), rows.db.begin_nested():
            post(rows, 25, "goal", "review")

    def test_a_source_may_be_posted_to_several_students(self, rows: RowBuilder) -> None:
        post(rows, 25, "award", "same")
        rows.student = rows.add_student()
        post(rows, 25, "award", "same")
        assert rows.balance == 25

    @pytest.mark.spec("9.3")
    def test_a_goals_credit_is_reversed_at_most_once(self, rows: RowBuilder) -> None:
        credit_id = rows.add_completed_goal().credit_id
        assert credit_id is not None
        service.reverse_goal(rows.db, rows.as_teacher, credit_id)
        with pytest.raises(IntegrityError), rows.db.begin_nested():
            service.reverse_goal(rows.db, rows.as_teacher, credit_id)
        rows.db.expire_all()
        assert (rows.balance, rows.reasons()) == (0, ["goal", "goal_reversed"])

    @pytest.mark.spec("9.4")
    @pytest.mark.parametrize(("amount", "allowed"), [(-9, True), (-10, True), (-11, False)])
    def test_spending_goes_down_to_zero_and_no_further(self, rows: RowBuilder, amount: int, *, allowed: bool) -> None:
        rows.award(10)
        posting = LedgerPosting(amount, "purchase", new_id(), "Pencil")
        if allowed:
            assert service.spend(rows.db, rows.as_student, rows.student.id, posting).balance_after == 10 + amount
        else:
            with pytest.raises(NotEnoughGoalbucksError):
                service.spend(rows.db, rows.as_student, rows.student.id, posting)
            assert (rows.balance, rows.reasons()) == (10, ["award"])

    @pytest.mark.spec("9.4", "9.7")
    def test_a_correction_may_take_the_balance_below_zero(self, rows: RowBuilder) -> None:
        entry = service.correct(rows.db, rows.as_teacher, rows.student.id, amount=-7, reason="Counted twice")
        assert (rows.balance, entry.description) == (-7, "Counted twice")
        event = rows.events()[-1]
        assert (event.kind, event.amount, event.about) == ("correction", -7, "Counted twice")


class TestWeeks:
    @pytest.fixture(autouse=True)
    def _sunday_evening_in_new_york(self, fake_clock: FakeClock, set_time_zone: Callable[[str], None]) -> None:
        set_time_zone("EST5EDT,M3.2.0,M11.1.0")
        fake_clock.now = datetime(2026, 3, 9, 3, 59, tzinfo=UTC)

    def test_an_entry_counts_in_the_week_of_its_local_date(self, rows: RowBuilder, fake_clock: FakeClock) -> None:
        sunday = post(rows, 5, "correction")
        fake_clock.advance(minutes=1)
        assert (sunday.week, post(rows, 5, "correction").week) == (date(2026, 3, 2), date(2026, 3, 9))

    def test_a_reversal_counts_in_the_week_of_its_credit_and_a_refund_in_that_of_its_purchase(
        self, rows: RowBuilder, fake_clock: FakeClock
    ) -> None:
        entries, goal = rows.award(50), rows.add_completed_goal()
        purchase = rows.buy(rows.add_item())
        fake_clock.advance(days=10)
        service.reverse_award(rows.db, rows.as_teacher, entries)
        goals.reopen_and_reverse(rows.db, rows.as_teacher, goal)
        store.cancel(rows.db, rows.as_teacher, purchase, None)
        assert set(rows.db.scalars(select(LedgerEntry.week))) == {date(2026, 3, 2)}
        assert queries.find_wrong_weeks(rows.db) == []

    @pytest.mark.parametrize("undo", ["award_reversed", "goal_reversed", "refund"])
    def test_a_reversal_or_refund_in_another_week_is_found(self, rows: RowBuilder, undo: LedgerReason) -> None:
        entry = post(rows, -5, undo, undone_source(rows, undo, 5))
        entry.week += timedelta(days=7)
        rows.db.flush()
        assert queries.find_wrong_weeks(rows.db) == [entry]


class TestAwards:
    def test_every_student_gets_the_award_once_under_one_id(self, rows: RowBuilder) -> None:
        ids = [rows.student.id, rows.add_student().id]
        fields = AwardFields(5, "Tidy")
        entries = service.award(rows.db, rows.as_teacher, rows.classroom, ids * 2, fields)
        assert sorted(entry.student_id for entry in entries) == sorted(ids)
        assert len({entry.assignment_id for entry in entries}) == 1
        recorded = {(entry.amount, entry.reason, entry.description, entry.created_by) for entry in entries}
        assert recorded == {(5, "award", "Tidy", rows.teacher.id)}

    @pytest.mark.spec("9.5")
    def test_no_student_is_awarded_if_one_is_of_another_class(self, rows: RowBuilder) -> None:
        with pytest.raises(NotFoundError):
            rows.award(5, rows.student, rows.add_student(rows.add_classroom()))
        assert rows.balance == 0

    def test_reversing_an_award_debits_all_its_students(self, rows: RowBuilder) -> None:
        entries = rows.award(5, rows.student, rows.add_student())
        assert service.reverse_award(rows.db, rows.as_teacher, entries) == 2
        event = rows.events()[-1]
        assert (event.kind, event.about, event.amount, event.count) == ("award_reversed", "Tidy desk", 5, 2)
        assert [queries.balance_of(rows.db, entry.student_id).balance for entry in entries] == [0, 0]

    @pytest.mark.spec("9.6")
    def test_reversing_an_award_that_was_spent_takes_the_balance_below_zero(self, rows: RowBuilder) -> None:
        entries = rows.award(5)
        rows.buy(rows.add_item(goalbucks_cost=5))
        service.reverse_award(rows.db, rows.as_teacher, entries)
        assert rows.balance == -5

    def test_an_award_is_reversed_once(self, rows: RowBuilder) -> None:
        entries = rows.award(5)
        service.reverse_award(rows.db, rows.as_teacher, entries)
        with pytest.raises(AlreadyReversedError):
            service.reverse_award(rows.db, rows.as_teacher, entries)
        assert rows.balance == 0

    def test_only_entries_that_are_not_reversed_yet_are_reversed(self, rows: RowBuilder) -> None:
        entries = rows.award(5, rows.student, rows.add_student())
        service.reverse_award(rows.db, rows.as_teacher, entries[:1])
        assert service.reverse_award(rows.db, rows.as_teacher, entries) == 1

    def test_an_award_is_found_only_by_its_teacher(self, rows: RowBuilder) -> None:
        (entry,) = rows.award(5)
        found = queries.get_award(rows.db, rows.as_teacher, "view", entry.source_id)
        assert [each.id for each in found] == [entry.id]
        with pytest.raises(NotFoundError):
            queries.get_award(rows.db, rows.for_other_teacher().as_teacher, "view", entry.source_id)

    def test_a_correction_is_not_found_as_an_award(self, rows: RowBuilder) -> None:
        entry = post(rows, 5, "correction")
        assert entry.assignment_id is None
        with pytest.raises(NotFoundError):
            queries.get_award(rows.db, rows.as_teacher, "view", entry.source_id)

    @pytest.mark.parametrize("many", [False, True])
    def test_an_award_is_recorded_for_its_student_or_for_the_class(self, rows: RowBuilder, *, many: bool) -> None:
        rows.award(5, *([rows.student, rows.add_student()] if many else [rows.student]))
        event = rows.events()[-1]
        assert (event.kind, event.amount, event.count) == ("award", 5, 2 if many else 1)
        assert event.student_id == (None if many else rows.student.id)

    def test_the_ledger_has_the_time_at_which_an_entry_was_reversed(
        self, rows: RowBuilder, fake_clock: FakeClock
    ) -> None:
        entries, kept = rows.award(5), rows.award(5)
        moment = fake_clock.advance(minutes=1)
        service.reverse_award(rows.db, rows.as_teacher, entries)
        ledger = queries.ledger_of_student(rows.db, rows.student.id, PageRequest())
        times = {entry.id: entry.reversed_at for entry in ledger if entry.reason == "award"}
        assert times == {entries[0].id: moment, kept[0].id: None}


class TestRecentAwards:
    def give(self, rows: RowBuilder, amount: int, reason: str) -> list[LedgerEntry]:
        fields = AwardFields(amount, reason)
        return list(service.award(rows.db, rows.as_teacher, rows.classroom, [rows.student.id], fields))

    def recent(self, rows: RowBuilder) -> list[tuple[int, str]]:
        return [(award.amount, award.reason) for award in queries.recent_awards(rows.db, rows.as_teacher)]

    @pytest.mark.spec("9.10")
    def test_awards_that_differ_in_amount_or_reason_are_listed_newest_first(self, rows: RowBuilder) -> None:
        for amount, reason in [(5, "Helped"), (2, "Tidy"), (5, "Tidy"), (5, "Helped")]:
            self.give(rows, amount, reason)
        assert self.recent(rows) == [(5, "Helped"), (5, "Tidy"), (2, "Tidy")]

    @pytest.mark.spec("9.10")
    def test_at_most_six_are_listed(self, rows: RowBuilder) -> None:
        for amount in range(1, 9):
            self.give(rows, amount, "Tidy")
        assert [amount for amount, _ in self.recent(rows)] == [8, 7, 6, 5, 4, 3]

    @pytest.mark.spec("9.10")
    def test_an_award_that_was_taken_back_is_not_listed_unless_it_was_given_before(self, rows: RowBuilder) -> None:
        self.give(rows, 5, "Helped")
        for reason in ("Helped", "Hepled"):
            service.reverse_award(rows.db, rows.as_teacher, self.give(rows, 5, reason))
        assert self.recent(rows) == [(5, "Helped")]

    def test_the_awards_of_another_teacher_and_other_entries_are_not_listed(self, rows: RowBuilder) -> None:
        self.give(rows.for_other_teacher(), 5, "Helped")
        post(rows, 5, "correction")
        rows.add_completed_goal()
        assert self.recent(rows) == []

    def test_awards_in_every_class_of_the_teacher_are_listed(self, rows: RowBuilder) -> None:
        self.give(rows, 5, "Helped")
        rows.classroom = rows.add_classroom()
        rows.student = rows.add_student()
        self.give(rows, 2, "Tidy")
        assert self.recent(rows) == [(2, "Tidy"), (5, "Helped")]


class TestMismatches:
    def test_balances_that_equal_their_ledger_are_not_mismatches(self, rows: RowBuilder) -> None:
        rows.award(50)
        goal = rows.add_completed_goal()
        goals.reopen_and_reverse(rows.db, rows.as_teacher, goal)
        rows.buy(rows.add_item())
        service.correct(rows.db, rows.as_teacher, rows.student.id, amount=-90, reason="Counted twice")
        assert queries.find_mismatches(rows.db) == []

    @pytest.mark.parametrize("column", ["earned", "spent", "goals_completed", "goals_goalbucks"])
    def test_a_stored_sum_that_differs_from_the_ledger_is_found(self, rows: RowBuilder, column: str) -> None:
        rows.award(50)
        balance = rows.db.get_one(Balance, rows.student.id)
        setattr(balance, column, getattr(balance, column) + 1)
        rows.db.flush()
        (found,) = queries.find_mismatches(rows.db)
        assert (found.student_id, found.column, found.stored - found.ledger_sum) == (rows.student.id, column, 1)

    def test_a_ledger_without_a_stored_balance_is_found(self, rows: RowBuilder) -> None:
        rows.award(50)
        rows.db.execute(delete(Balance))
        assert queries.find_mismatches(rows.db) == [(rows.student.id, "earned", 50, 0)]

    def test_a_stored_balance_without_a_ledger_is_found(self, rows: RowBuilder) -> None:
        rows.award(50)
        rows.db.execute(delete(LedgerEntry))
        assert queries.find_mismatches(rows.db) == [(rows.student.id, "earned", 0, 50)]

    def test_a_deleted_student_leaves_neither_ledger_nor_balance(self, rows: RowBuilder) -> None:
        rows.award(50)
        students.delete(rows.db, rows.as_teacher, rows.student)
        assert rows.db.scalars(select(LedgerEntry)).all() == []
        assert rows.db.scalars(select(Balance)).all() == []


@pytest.mark.spec("9.8")
def test_the_ledger_is_listed_newest_first_and_by_reason(rows: RowBuilder) -> None:
    entries = [post(rows, 5, reason).id for reason in ("award", "correction", "award")]
    rows.award(5, rows.add_student())

    def listed(page: PageRequest) -> list[str]:
        return [entry.id for entry in queries.ledger_of_student(rows.db, rows.student.id, page)]

    assert listed(PageRequest()) == entries[::-1]
    assert listed(PageRequest("award")) == [entries[2], entries[0]]
    assert listed(PageRequest(limit=1, before=entries[2])) == [entries[1]]
