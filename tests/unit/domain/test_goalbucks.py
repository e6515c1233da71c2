"""The ledger: postings, awards, reversals, corrections and the check of the stored balances."""

import pytest
from sqlalchemy import delete, select
from sqlalchemy.exc import IntegrityError

from server.database.base import new_id
from server.database.paging import PageRequest
from server.domain.goalbucks import queries, service
from server.domain.goalbucks.models import Balance, LedgerEntry, LedgerReason
from server.domain.goalbucks.service import (
    AlreadyReversedError,
    AwardFields,
    LedgerPosting,
    NotEnoughGoalbucksError,
)
from server.domain.goals import service as goals
from server.domain.students import service as students
from server.errors import NotFoundError
from tests.factories.fake_clock import FakeClock
from tests.unit.school import School


def post(school: School, amount: int, reason: LedgerReason, source_id: str | None = None) -> LedgerEntry:
    posting = LedgerPosting(amount, reason, source_id or new_id(), "Stickers")
    return service.post(school.db, school.as_teacher, school.student.id, posting)


def sums(school: School) -> tuple[int, int, int, int]:
    balance = queries.balance_of(school.db, school.student.id)
    return balance.earned, balance.spent, balance.goals_completed, balance.goals_goalbucks


class TestPosting:
    def test_a_student_without_entries_has_a_balance_of_zero(self, school: School) -> None:
        assert (school.balance, sums(school)) == (0, (0, 0, 0, 0))

    @pytest.mark.parametrize(
        ("reason", "amount", "expected"),
        [
            ("goal", 25, (125, 0, 1, 25)),
            ("goal_reversed", -25, (75, 0, -1, -25)),
            ("award", 5, (105, 0, 0, 0)),
            ("award_reversed", -5, (95, 0, 0, 0)),
            ("correction", -5, (95, 0, 0, 0)),
            ("purchase", -5, (100, 5, 0, 0)),
            ("refund", 5, (100, -5, 0, 0)),
        ],
    )
    def test_each_reason_counts_as_earned_as_spent_and_as_a_goal_as_it_should(
        self, school: School, reason: LedgerReason, amount: int, expected: tuple[int, ...]
    ) -> None:
        school.award(100)
        entry = post(school, amount, reason)
        assert sums(school) == expected
        assert entry.balance_after == school.balance == 100 + amount

    def test_every_entry_has_the_balance_that_it_left(self, school: School) -> None:
        entries = [post(school, amount, "correction") for amount in (10, -3, 5, -20)]
        assert [entry.balance_after for entry in entries] == [10, 7, 12, -8]

    @pytest.mark.spec("9.3")
    def test_one_cause_is_posted_once(self, school: School) -> None:
        post(school, 25, "goal", "review")
        with pytest.raises(IntegrityError), school.db.begin_nested():
            post(school, 25, "goal", "review")

    def test_the_same_cause_may_concern_several_students(self, school: School) -> None:
        post(school, 25, "award", "same")
        school.student = school.add_student()
        post(school, 25, "award", "same")
        assert school.balance == 25

    @pytest.mark.parametrize(("amount", "allowed"), [(-9, True), (-10, True), (-11, False)])
    def test_spending_goes_down_to_zero_and_no_further(self, school: School, amount: int, *, allowed: bool) -> None:
        school.award(10)
        posting = LedgerPosting(amount, "purchase", new_id(), "Pencil")
        if allowed:
            assert service.spend(school.db, school.as_student, school.student.id, posting).balance_after == 10 + amount
        else:
            with pytest.raises(NotEnoughGoalbucksError):
                service.spend(school.db, school.as_student, school.student.id, posting)
            assert (school.balance, school.reasons()) == (10, ["award"])

    @pytest.mark.spec("9.4", "9.7")
    def test_a_correction_may_take_the_balance_below_zero(self, school: School) -> None:
        entry = service.correct(school.db, school.as_teacher, school.student.id, amount=-7, reason="Counted twice")
        assert (school.balance, entry.description) == (-7, "Counted twice")
        event = school.events()[-1]
        assert (event.kind, event.amount, event.about) == ("correction", -7, "Counted twice")


class TestAwards:
    def test_every_student_gets_the_award_once_under_one_id(self, school: School) -> None:
        ids = [school.student.id, school.add_student().id]
        fields = AwardFields(5, "Tidy")
        entries = service.award(school.db, school.as_teacher, school.classroom.id, ids * 2, fields)
        assert sorted(entry.student_id for entry in entries) == sorted(ids)
        assert len({entry.assignment_id for entry in entries}) == 1
        assert {entry.amount for entry in entries} == {5}

    def test_one_student_of_another_class_keeps_all_from_being_awarded(self, school: School) -> None:
        with pytest.raises(NotFoundError):
            school.award(5, school.student, school.add_student(school.add_classroom()))
        assert school.balance == 0

    def test_reversing_takes_the_award_back_from_everybody(self, school: School) -> None:
        entries = school.award(5, school.student, school.add_student())
        assert service.reverse_award(school.db, school.as_teacher, entries) == 2
        assert [queries.balance_of(school.db, entry.student_id).balance for entry in entries] == [0, 0]

    @pytest.mark.spec("9.6")
    def test_reversing_an_award_that_was_spent_takes_the_balance_below_zero(self, school: School) -> None:
        entries = school.award(5)
        school.buy(school.add_item(goalbucks_cost=5))
        service.reverse_award(school.db, school.as_teacher, entries)
        assert school.balance == -5

    def test_an_award_is_reversed_once(self, school: School) -> None:
        entries = school.award(5)
        service.reverse_award(school.db, school.as_teacher, entries)
        with pytest.raises(AlreadyReversedError):
            service.reverse_award(school.db, school.as_teacher, entries)
        assert school.balance == 0

    def test_only_entries_that_are_not_reversed_yet_are_reversed(self, school: School) -> None:
        entries = school.award(5, school.student, school.add_student())
        service.reverse_award(school.db, school.as_teacher, entries[:1])
        assert service.reverse_award(school.db, school.as_teacher, entries) == 1

    def test_an_award_is_found_by_its_teacher_alone(self, school: School) -> None:
        (entry,) = school.award(5)
        found = queries.get_owned_award(school.db, school.as_teacher, entry.source_id)
        assert [each.id for each in found] == [entry.id]
        with pytest.raises(NotFoundError):
            queries.get_owned_award(school.db, school.elsewhere().as_teacher, entry.source_id)

    def test_a_correction_is_no_award(self, school: School) -> None:
        entry = post(school, 5, "correction")
        assert entry.assignment_id is None
        with pytest.raises(NotFoundError):
            queries.get_owned_award(school.db, school.as_teacher, entry.source_id)

    @pytest.mark.parametrize("many", [False, True])
    def test_an_award_is_recorded_for_its_student_or_for_the_class(self, school: School, *, many: bool) -> None:
        school.award(5, *([school.student, school.add_student()] if many else [school.student]))
        event = school.events()[-1]
        assert (event.kind, event.amount, event.count) == ("award", 5, 2 if many else 1)
        assert event.student_id == (None if many else school.student.id)

    def test_the_ledger_knows_when_an_entry_was_reversed(self, school: School, fake_clock: FakeClock) -> None:
        entries, kept = school.award(5), school.award(5)
        moment = fake_clock.advance(minutes=1)
        service.reverse_award(school.db, school.as_teacher, entries)
        assert queries.reversal_times(school.db, [*entries, *kept]) == {entries[0].id: moment}


class TestMismatches:
    def test_balances_that_equal_their_ledger_are_no_mismatch(self, school: School) -> None:
        school.award(50)
        goal = school.add_completed_goal()
        goals.reopen_and_reverse(school.db, school.as_teacher, goal)
        school.buy(school.add_item())
        service.correct(school.db, school.as_teacher, school.student.id, amount=-90, reason="Counted twice")
        assert service.find_mismatches(school.db) == []

    @pytest.mark.parametrize("column", ["earned", "spent", "goals_completed", "goals_goalbucks"])
    def test_a_stored_sum_that_differs_from_the_ledger_is_found(self, school: School, column: str) -> None:
        school.award(50)
        balance = school.db.get_one(Balance, school.student.id)
        setattr(balance, column, getattr(balance, column) + 1)
        school.db.flush()
        (row,) = service.find_mismatches(school.db)
        assert (row[0], row[1]) == (school.student.id, 50)

    def test_a_ledger_without_a_stored_balance_is_found(self, school: School) -> None:
        school.award(50)
        school.db.execute(delete(Balance))
        assert [tuple(row) for row in service.find_mismatches(school.db)] == [(school.student.id, 50, 0)]

    def test_a_stored_balance_without_a_ledger_is_found(self, school: School) -> None:
        school.award(50)
        school.db.execute(delete(LedgerEntry))
        assert [tuple(row) for row in service.find_mismatches(school.db)] == [(school.student.id, 0, 50)]

    def test_a_deleted_student_leaves_neither_ledger_nor_balance(self, school: School) -> None:
        school.award(50)
        students.delete(school.db, school.as_teacher, school.student)
        assert school.db.scalars(select(LedgerEntry)).all() == []
        assert school.db.scalars(select(Balance)).all() == []


def test_the_ledger_is_listed_newest_first_and_by_reason(school: School) -> None:
    entries = [post(school, 5, reason).id for reason in ("award", "correction", "award")]

    def listed(page: PageRequest) -> list[str]:
        return [entry.id for entry in queries.ledger_of_student(school.db, school.student.id, page)]

    assert listed(PageRequest()) == entries[::-1]
    assert listed(PageRequest("award")) == [entries[2], entries[0]]
    assert listed(PageRequest(limit=1, before=entries[2])) == [entries[1]]
