"""Terms: which weeks they are, what ends with them, and what can't be undone afterwards."""

from datetime import date, timedelta
from typing import Literal

import pytest

from server.database.base import new_id
from server.domain.goalbucks import service as goalbucks
from server.domain.goalbucks.models import Balance
from server.domain.goalbucks.queries import find_mismatches, find_wrong_resets
from server.domain.goalbucks.service import TermClosedError
from server.domain.progress.class_progress import progress_of_class
from server.domain.progress.periods import PeriodChoice, period_of
from server.domain.reports.queries import reports_of_class
from server.domain.reports.service import save_comment
from server.domain.store import service as store
from server.domain.students import service as students
from server.domain.submissions import service as submissions
from server.domain.submissions.models import Review
from server.domain.terms import queries, service
from server.domain.terms.models import Term, TermEnding, TermTooShortError
from server.errors import NotFoundError
from tests.factories.fake_clock import FakeClock
from tests.unit.row_builder import RowBuilder

MONDAY = date(2026, 9, 14)
"""The day of `FakeClock.START`, on which the class is created."""
WEEK = timedelta(weeks=1)
Choice = Literal["keep", "end"]

pytestmark = pytest.mark.usefixtures("fake_clock")


def begin(rows: RowBuilder, goals: Choice = "keep", balances: Literal["keep", "reset"] = "keep") -> Term:
    rows.db.flush()
    return service.begin(rows.db, rows.as_teacher, rows.classroom, TermEnding("Fall", goals, balances))


def reset(rows: RowBuilder, fake_clock: FakeClock) -> Term:
    """Begin a new term with all balances at 0, a minute after what happened before."""
    fake_clock.advance(minutes=1)
    term = begin(rows, balances="reset")
    fake_clock.advance(minutes=1)
    return term


def balance_row(rows: RowBuilder) -> Balance:
    return rows.db.get_one(Balance, rows.student.id)


@pytest.mark.spec("24.1")
class TestWeeks:
    def test_the_first_term_began_with_the_class_and_ends_with_this_week(
        self, rows: RowBuilder, fake_clock: FakeClock
    ) -> None:
        fake_clock.advance(weeks=3, days=2)
        term = begin(rows)
        assert (term.first_day, term.last_day) == (MONDAY, MONDAY + 4 * WEEK - timedelta(days=1))
        assert rows.events()[-1].kind == "new_term"

    def test_the_next_one_begins_on_the_monday_after(self, rows: RowBuilder, fake_clock: FakeClock) -> None:
        first = begin(rows)
        fake_clock.advance(weeks=1)
        second = begin(rows)
        assert (second.first_day, second.last_day) == (MONDAY + WEEK, MONDAY + 2 * WEEK - timedelta(days=1))
        assert [each.id for each in queries.terms_of_class(rows.db, rows.classroom.id)] == [second.id, first.id]

    def test_a_second_one_in_the_same_week_is_too_short(self, rows: RowBuilder, fake_clock: FakeClock) -> None:
        begin(rows)
        fake_clock.advance(days=6)
        with pytest.raises(TermTooShortError, match="on September 21, 2026"):
            begin(rows)

    def test_a_class_that_was_created_by_a_clock_ahead_has_a_term_of_this_week(
        self, rows: RowBuilder, fake_clock: FakeClock
    ) -> None:
        fake_clock.advance(days=-30)
        assert begin(rows).first_day == MONDAY - 5 * WEEK


@pytest.mark.spec("24.2")
class TestGoals:
    def test_open_goals_end_but_those_with_pending_proof_or_another_try(self, rows: RowBuilder) -> None:
        unfinished, pending, returned, denied = (rows.add_goal(name=str(number)) for number in range(4))
        rows.submit(pending)
        again = Review("denied", "Both pages, please", allow_resubmission=True)
        submissions.review(rows.db, rows.as_teacher, rows.submit(returned), again)
        submissions.review(rows.db, rows.as_teacher, rows.submit(denied), Review("denied", "Blurred"))
        done = rows.add_completed_goal()
        found = queries.describe_next_term(rows.db, rows.classroom.id, MONDAY, MONDAY)
        assert (found.open_goals, found.kept_goals, found.goalbucks) == (4, 2, 25)
        begin(rows, "end")
        assert [(goal.status, goal.ended_reason) for goal in (unfinished, denied)] == [("ended", "term")] * 2
        assert [goal.status for goal in (pending, returned, done)] == ["current", "current", "completed"]

    def test_goals_and_balances_stay_if_the_teacher_keeps_them(self, rows: RowBuilder) -> None:
        goal = rows.add_goal()
        rows.award(5)
        begin(rows)
        assert (goal.status, rows.balance, balance_row(rows).reset_id) == ("current", 5, None)

    def test_another_class_is_untouched(self, rows: RowBuilder) -> None:
        other = rows.add_student(rows.add_classroom("Science Club"))
        goal = rows.add_goal(other)
        begin(rows, "end", "reset")
        assert goal.status == "current"
        assert rows.db.get(Balance, other.id) is None


@pytest.mark.spec("24.3")
class TestBalances:
    def test_every_balance_is_0_by_one_entry(self, rows: RowBuilder, fake_clock: FakeClock) -> None:
        below_zero, nothing = rows.add_student(), rows.add_student()
        rows.award(240)
        goalbucks.correct(rows.db, rows.as_teacher, below_zero.id, amount=-10, reason="Counted twice")
        reset(rows, fake_clock)
        assert rows.reasons() == ["award", "new_term"]
        assert rows.reasons(below_zero) == ["correction", "new_term"]
        assert rows.reasons(nothing) == []
        found = [rows.db.get_one(Balance, each.id) for each in (rows.student, below_zero, nothing)]
        assert [each.balance for each in found] == [0, 0, 0]
        assert len({each.reset_id for each in found} - {None}) == 1
        assert (find_mismatches(rows.db), find_wrong_resets(rows.db)) == ([], [])

    def test_a_reset_that_did_not_reach_0_is_found(self, rows: RowBuilder, fake_clock: FakeClock) -> None:
        rows.award(5)
        reset(rows, fake_clock)
        rows.award(7)
        balance_row(rows).reset_id = new_id()
        rows.db.flush()
        assert find_wrong_resets(rows.db) == [rows.student.id]

    def test_what_was_credited_before_is_neither_reopened_nor_undone(
        self, rows: RowBuilder, fake_clock: FakeClock
    ) -> None:
        done, submission = rows.add_completed_goal(), rows.submit(rows.add_goal())
        submissions.review(rows.db, rows.as_teacher, submission, Review("approved", None))
        reset(rows, fake_clock)
        with pytest.raises(TermClosedError):
            submissions.reopen_goal(rows.db, rows.as_teacher, done)
        with pytest.raises(TermClosedError):
            submissions.undo_review(rows.db, rows.as_teacher, submission)

    def test_what_is_credited_afterwards_is_undone(self, rows: RowBuilder, fake_clock: FakeClock) -> None:
        reset(rows, fake_clock)
        goal = rows.add_completed_goal()
        submissions.reopen_goal(rows.db, rows.as_teacher, goal)
        assert (goal.status, rows.balance) == ("current", 0)

    def test_what_is_credited_after_a_reset_by_a_clock_ahead_is_undone(
        self, rows: RowBuilder, fake_clock: FakeClock
    ) -> None:
        rows.award(5)
        fake_clock.advance(weeks=52)
        reset(rows, fake_clock)
        fake_clock.advance(weeks=-52)
        goal = rows.add_completed_goal()
        assert find_wrong_resets(rows.db) == []
        submissions.reopen_goal(rows.db, rows.as_teacher, goal)
        assert (goal.status, rows.balance) == ("current", 0)

    def test_a_goal_that_ended_with_the_term_is_reopened(self, rows: RowBuilder) -> None:
        goal = rows.add_goal()
        begin(rows, "end", "reset")
        submissions.reopen_goal(rows.db, rows.as_teacher, goal)
        assert goal.status == "current"

    def test_a_credit_by_a_clock_ahead_stays_too(self, rows: RowBuilder, fake_clock: FakeClock) -> None:
        done = rows.add_completed_goal()
        rows.db.flush()
        fake_clock.advance(hours=-5)
        reset(rows, fake_clock)
        with pytest.raises(TermClosedError):
            submissions.reopen_goal(rows.db, rows.as_teacher, done)

    def test_taking_back_an_award_skips_students_who_have_begun_again(
        self, rows: RowBuilder, fake_clock: FakeClock
    ) -> None:
        moved = rows.add_student()
        entries = rows.award(5, rows.student, moved)
        students.move(rows.db, rows.as_teacher, moved, rows.add_classroom("Science Club"))
        reset(rows, fake_clock)
        assert goalbucks.reverse_award(rows.db, rows.as_teacher, entries) == 1
        assert (rows.reasons(), rows.reasons(moved)) == (["award", "new_term"], ["award", "award_reversed"])

    def test_an_award_of_students_who_have_all_begun_again_is_not_taken_back(
        self, rows: RowBuilder, fake_clock: FakeClock
    ) -> None:
        entries = rows.award(5)
        reset(rows, fake_clock)
        students.move(rows.db, rows.as_teacher, rows.student, rows.add_classroom("Science Club"))
        with pytest.raises(TermClosedError):
            goalbucks.reverse_award(rows.db, rows.as_teacher, entries)

    def test_cancelling_an_earlier_purchase_still_refunds(self, rows: RowBuilder, fake_clock: FakeClock) -> None:
        rows.award(20)
        purchase = rows.buy(rows.add_item(goalbucks_cost=12))
        reset(rows, fake_clock)
        store.cancel(rows.db, rows.as_teacher, purchase, None)
        assert rows.balance == 12


def earned(rows: RowBuilder, time: PeriodChoice) -> list[int]:
    rows.db.flush()
    period = period_of(rows.db, rows.classroom, time)
    return [week.earned for week in progress_of_class(rows.db, rows.classroom, period).weeks]


@pytest.mark.spec("24.4")
class TestEarlierTerms:
    def test_until_its_sunday_the_term_that_was_ended_is_shown(self, rows: RowBuilder, fake_clock: FakeClock) -> None:
        rows.add_completed_goal()
        term = begin(rows, balances="reset")
        fake_clock.advance(days=6)
        assert earned(rows, "term") == [25]
        assert period_of(rows.db, rows.classroom, "term").end == MONDAY + timedelta(days=6)
        fake_clock.advance(days=1)
        rows.add_completed_goal(goalbucks=10)
        assert (earned(rows, "term"), earned(rows, term.id)) == ([10], [25])

    def test_a_term_of_another_class_is_not_found(self, rows: RowBuilder) -> None:
        term = begin(rows)
        with pytest.raises(NotFoundError):
            period_of(rows.db, rows.add_classroom("Science Club"), term.id)

    def test_the_report_of_an_earlier_term_has_its_goals_purchases_and_comment(
        self, rows: RowBuilder, fake_clock: FakeClock
    ) -> None:
        rows.add_completed_goal(name="Old")
        rows.buy(rows.add_item("Old pencil"))
        save_comment(rows.db, rows.student, "A good start.", None)
        term = begin(rows)
        fake_clock.advance(weeks=1)
        rows.add_completed_goal(name="New")
        rows.buy(rows.add_item("New pencil"))
        save_comment(rows.db, rows.student, "And on it goes.", None)
        for time, name, comment in (("term", "New", "And on it goes."), (term.id, "Old", "A good start.")):
            (found,) = reports_of_class(rows.db, rows.classroom, period_of(rows.db, rows.classroom, time)).reports
            assert [goal.name for goal in found.reached] == [name]
            assert [item.item_name for item in found.bought] == [f"{name} pencil"]
            assert found.comment.text == comment

    def test_a_comment_is_about_the_term_that_ended_until_its_sunday_or_the_one_that_is_named(
        self, rows: RowBuilder, fake_clock: FakeClock
    ) -> None:
        term = begin(rows)
        written = save_comment(rows.db, rows.student, "A good start.", None)
        assert written.term_id == term.id
        fake_clock.advance(weeks=1)
        assert save_comment(rows.db, rows.student, "On it goes.", None).term_id is None
        changed = save_comment(rows.db, rows.student, "A very good start.", written.updated_at, term.id)
        assert (changed.id, changed.text) == (written.id, "A very good start.")
