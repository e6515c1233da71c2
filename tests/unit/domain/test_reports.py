"""The reports of a class, and comments for families."""

from datetime import date, datetime, timedelta

import pytest

from server.domain.progress.periods import PeriodChoice, period_of
from server.domain.reports.models import ChangedMeanwhileError
from server.domain.reports.queries import reports_of_class
from server.domain.reports.schemas import StudentReport
from server.domain.reports.service import save_comment
from server.domain.store import service as store
from server.domain.submissions import service as submissions
from tests.factories.fake_clock import FakeClock
from tests.unit.domain.series.school_days import SchoolDays
from tests.unit.row_builder import RowBuilder

pytestmark = pytest.mark.usefixtures("fake_clock")
MONDAY = date(2026, 9, 14)


def reports(rows: RowBuilder, time: PeriodChoice = "8weeks") -> list[StudentReport]:
    rows.db.flush()
    return reports_of_class(rows.db, rows.classroom, period_of(rows.db, rows.classroom, time)).reports


def report(rows: RowBuilder, time: PeriodChoice = "8weeks") -> StudentReport:
    (found,) = reports(rows, time)
    return found


@pytest.mark.spec("23.5")
class TestReports:
    def test_a_report_has_the_sums_of_the_weeks_and_the_balance_of_now(
        self, rows: RowBuilder, fake_clock: FakeClock
    ) -> None:
        rows.add_completed_goal(goalbucks=50)
        fake_clock.advance(weeks=8)
        rows.add_completed_goal(goalbucks=25)
        rows.award(7)
        rows.buy(rows.add_item(goalbucks_cost=12))
        found = report(rows)
        assert (found.goals_completed, found.earned, found.awards, found.spent, found.balance) == (1, 25, 7, 12, 70)
        assert found.goals_by_week == [0, 0, 0, 0, 0, 0, 0, 1]
        assert [goal.goalbucks for goal in found.reached] == [25]

    def test_the_newest_14_goals_are_lines(self, rows: RowBuilder, fake_clock: FakeClock) -> None:
        for number in range(16):
            fake_clock.advance(minutes=1)
            rows.add_completed_goal(name=f"Goal {number}")
        found = report(rows)
        assert [goal.name for goal in found.reached] == [f"Goal {number}" for number in range(15, 1, -1)]
        assert found.goals_completed == 16

    def test_six_open_goals_are_lines_the_next_due_first(self, rows: RowBuilder) -> None:
        rows.add_goal(name="whenever")
        for days in range(7, 0, -1):
            rows.add_goal(name=f"in {days}", due_date=MONDAY + timedelta(days=days))
        found = report(rows)
        assert [goal.name for goal in found.working_on] == [f"in {days}" for days in range(1, 7)]
        assert found.open_goals == 8

    def test_reached_goals_of_a_series_are_one_line_by_the_last_of_them(
        self, rows: RowBuilder, fake_clock: FakeClock
    ) -> None:
        school = SchoolDays(rows, fake_clock)
        school.create()
        school.pass_days(4)
        thursday, friday = school.goals()[-2:]
        submissions.complete_goal(rows.db, rows.as_teacher, thursday)
        fake_clock.advance(minutes=1)
        rows.add_completed_goal(name="Once", goalbucks=20)
        assert [line.name for line in report(rows).reached] == ["Once", "Read for 20 minutes"]
        fake_clock.advance(minutes=1)
        submissions.complete_goal(rows.db, rows.as_teacher, friday)
        lines = [(line.name, line.goals, line.given, line.goalbucks) for line in report(rows).reached]
        assert lines == [("Read for 20 minutes", 2, 5, 10), ("Once", 1, None, 20)]
        assert report(rows).goals_completed == 3

    def test_open_goals_of_a_series_are_one_line(self, rows: RowBuilder, fake_clock: FakeClock) -> None:
        rows.add_goal(name="Once", due_date=MONDAY + timedelta(days=5))
        school = SchoolDays(rows, fake_clock)
        school.create()
        school.pass_days(1)
        found = report(rows)
        lines = [(line.name, line.due_date, line.goals, line.repeats) for line in found.working_on]
        assert lines == [
            ("Read for 20 minutes", MONDAY + timedelta(days=1), 2, True),
            ("Once", MONDAY + timedelta(days=5), 1, False),
        ]
        assert (found.open_goals, found.reached) == (3, [])

    def test_the_newest_five_purchases_that_were_not_cancelled_are_lines(self, rows: RowBuilder) -> None:
        rows.award(100)
        for number in range(6):
            rows.buy(rows.add_item(f"Item {number}", 5))
        store.cancel(rows.db, rows.as_teacher, rows.buy(rows.add_item("Undone")), None)
        found = report(rows)
        assert [item.item_name for item in found.bought] == [f"Item {number}" for number in range(5, 0, -1)]
        assert found.purchases == 6

    def test_every_student_has_a_report_by_last_name_with_nothing_of_another_one(self, rows: RowBuilder) -> None:
        rows.add_completed_goal(name="Mine")
        abe = rows.add_student(None, "Abe", "Adams")
        rows.add_goal(abe, name="Open")
        first, second = reports(rows)
        assert (first.student_id, first.reached, [goal.name for goal in first.working_on]) == (abe.id, [], ["Open"])
        assert ([goal.name for goal in second.reached], second.working_on) == (["Mine"], [])


def save(rows: RowBuilder, text: str, based_on: datetime | None) -> datetime:
    return save_comment(rows.db, rows.student, text, based_on).updated_at


@pytest.mark.spec("23.6")
class TestComments:
    def test_a_saved_comment_is_on_the_report(self, rows: RowBuilder) -> None:
        assert (report(rows).comment.text, report(rows).comment.updated_at) == ("", None)
        saved_at = save(rows, "Amara reads.", None)
        assert (report(rows).comment.text, report(rows).comment.updated_at) == ("Amara reads.", saved_at)

    def test_a_comment_that_was_seen_is_replaced(self, rows: RowBuilder, fake_clock: FakeClock) -> None:
        saved_at = save(rows, "first", None)
        fake_clock.advance(minutes=1)
        assert save(rows, "", saved_at) > saved_at
        assert report(rows).comment.text == ""

    def test_a_comment_that_was_not_seen_is_kept_and_told(self, rows: RowBuilder) -> None:
        save(rows, "theirs", None)
        with pytest.raises(ChangedMeanwhileError, match="“theirs”"):
            save(rows, "mine", None)
        assert report(rows).comment.text == "theirs"

    def test_the_same_text_again_is_no_change(self, rows: RowBuilder, fake_clock: FakeClock) -> None:
        saved_at = save(rows, "text", None)
        fake_clock.advance(minutes=1)
        assert save(rows, "text", None) == saved_at
