"""The progress of a class by week and by student, and the lists of what is to be done now."""

from datetime import UTC, date, datetime, timedelta

import pytest

from server import clock
from server.domain.goalbucks import service as goalbucks
from server.domain.goals import service as goals
from server.domain.progress.class_progress import MAX_LISTED, progress_of_class
from server.domain.progress.periods import Period, PeriodChoice, period_of
from server.domain.progress.schemas import ClassProgressResponse
from server.domain.store import service as store
from server.domain.students import service as students
from server.domain.submissions import service as submissions
from tests.factories.fake_clock import FakeClock
from tests.unit.domain.series.school_days import SchoolDays
from tests.unit.row_builder import RowBuilder

pytestmark = pytest.mark.usefixtures("fake_clock")
MONDAY = date(2026, 9, 14)
"""The day of `FakeClock.START`."""


def progress(rows: RowBuilder, choice: PeriodChoice = "8weeks") -> ClassProgressResponse:
    rows.db.flush()
    return progress_of_class(rows.db, rows.classroom, period_of(rows.db, rows.classroom, choice))


def last_weeks(rows: RowBuilder) -> list[tuple[int, int, int, int]]:
    """Return goals, earned, awards and spent of the week before and the present one."""
    weeks = progress(rows).weeks[-2:]
    return [(week.goals_completed, week.earned, week.awards, week.spent) for week in weeks]


NOTHING = (0, 0, 0, 0)


@pytest.mark.spec("23.1")
class TestPeriods:
    def test_a_period_has_the_mondays_of_its_weeks(self) -> None:
        assert Period(MONDAY, MONDAY + timedelta(days=13)).weeks == [MONDAY, MONDAY + timedelta(days=7)]
        assert Period(MONDAY, MONDAY).weeks == [MONDAY]

    def test_the_last_8_weeks_end_with_the_present_week_so_far(self, rows: RowBuilder, fake_clock: FakeClock) -> None:
        fake_clock.advance(days=3)
        period = period_of(rows.db, rows.classroom, "8weeks")
        assert (period.start, period.end) == (MONDAY - timedelta(weeks=7), MONDAY + timedelta(days=3))
        assert len(period.weeks) == 8

    @pytest.mark.parametrize(("weeks_ago", "count"), [(0, 1), (20, 21), (52, 53), (80, 53), (-3, 1)])
    def test_the_first_term_begins_with_the_class_and_has_at_most_53_weeks(
        self, rows: RowBuilder, fake_clock: FakeClock, weeks_ago: int, count: int
    ) -> None:
        rows.classroom.created_at = fake_clock.now - timedelta(weeks=weeks_ago)
        period = period_of(rows.db, rows.classroom, "term")
        assert len(period.weeks) == count
        assert period.weeks[-1] == MONDAY

    def test_a_week_begins_on_the_local_monday_at_midnight(self, rows: RowBuilder) -> None:
        begins_at = clock.local_time(period_of(rows.db, rows.classroom, "8weeks").begins_at)
        assert (begins_at.weekday(), begins_at.hour, begins_at.minute) == (0, 0, 0)


@pytest.mark.spec("23.2")
class TestSums:
    def test_goals_awards_and_purchases_count_in_the_week_in_which_they_happened(
        self, rows: RowBuilder, fake_clock: FakeClock
    ) -> None:
        rows.add_completed_goal(goalbucks=25)
        rows.award(7)
        fake_clock.advance(days=7)
        rows.add_completed_goal(goalbucks=10)
        rows.add_completed_goal(goalbucks=5)
        rows.buy(rows.add_item(goalbucks_cost=12))
        assert last_weeks(rows) == [(1, 25, 7, 0), (2, 15, 0, 12)]

    def test_what_is_undone_later_no_longer_counts_in_its_own_week(
        self, rows: RowBuilder, fake_clock: FakeClock
    ) -> None:
        goal = rows.add_completed_goal(goalbucks=25)
        award = rows.award(7)
        purchase = rows.buy(rows.add_item(goalbucks_cost=12))
        fake_clock.advance(days=7)
        goals.reopen_and_reverse(rows.db, rows.as_teacher, goal)
        goalbucks.reverse_award(rows.db, rows.as_teacher, award)
        store.cancel(rows.db, rows.as_teacher, purchase, None)
        assert last_weeks(rows) == [NOTHING, NOTHING]

    def test_corrections_count_nowhere(self, rows: RowBuilder) -> None:
        goalbucks.correct(rows.db, rows.as_teacher, rows.student.id, amount=50, reason="Counted twice")
        assert last_weeks(rows) == [NOTHING, NOTHING]

    def test_what_is_older_than_the_period_does_not_count(self, rows: RowBuilder, fake_clock: FakeClock) -> None:
        rows.add_completed_goal(goalbucks=25)
        fake_clock.advance(weeks=8)
        assert [week.earned for week in progress(rows).weeks] == [0] * 8
        assert [week.earned for week in progress(rows, "term").weeks] == [25, *[0] * 8]

    def test_each_student_has_a_row_by_last_and_first_name(self, rows: RowBuilder) -> None:
        rows.add_completed_goal(goalbucks=25)
        zoe, abe = rows.add_student(None, "Zoe", "Adams"), rows.add_student(None, "Abe", "Adams")
        rows.award(7, zoe)
        listed = [(row.student_id, row.goals_completed, row.earned, row.awards) for row in progress(rows).students]
        assert listed == [(abe.id, 0, 0, 0), (zoe.id, 0, 0, 7), (rows.student.id, 1, 25, 0)]

    def test_goals_of_series_are_counted_with_those_that_were_not_reached(
        self, rows: RowBuilder, fake_clock: FakeClock
    ) -> None:
        rows.add_completed_goal()
        school = SchoolDays(rows, fake_clock)
        school.create()
        school.create(name="Spell")
        newcomer = rows.add_student()
        school.pass_days(3)
        for goal in school.goals()[-2:]:
            submissions.complete_goal(rows.db, rows.as_teacher, goal)
        listed = [(row.student_id, row.repeating_given, row.repeating_completed) for row in progress(rows).students]
        assert listed == [(rows.student.id, 8, 2), (newcomer.id, 6, 0)]
        fake_clock.advance(weeks=8)
        assert [row.repeating_given for row in progress(rows).students] == [0, 0]

    def test_other_classes_and_students_who_left_do_not_count(self, rows: RowBuilder) -> None:
        rows.add_completed_goal(rows.add_student(rows.add_classroom()))
        gone = rows.add_student()
        rows.add_completed_goal(gone)
        students.delete(rows.db, rows.as_teacher, gone)
        assert last_weeks(rows) == [NOTHING, NOTHING]


def without_goal(rows: RowBuilder) -> list[tuple[str, datetime]]:
    return [(row.student_id, row.since) for row in progress(rows).no_open_goal]


@pytest.mark.spec("23.3")
class TestListsAboutNow:
    def test_who_has_no_open_goal_is_listed_since_the_last_one_was_completed(
        self, rows: RowBuilder, fake_clock: FakeClock
    ) -> None:
        added = fake_clock.now
        busy = rows.add_student()
        rows.add_goal(busy)
        completed = fake_clock.advance(days=2)
        done = rows.add_student()
        rows.add_completed_goal(done)
        fake_clock.advance(days=1)
        assert without_goal(rows) == [(rows.student.id, added), (done.id, completed)]

    def test_goals_past_their_due_date_are_listed_earliest_first(self, rows: RowBuilder) -> None:
        late = rows.add_goal(name="late", due_date=MONDAY - timedelta(days=1))
        later = rows.add_goal(name="later", due_date=MONDAY - timedelta(days=9))
        rows.add_goal(due_date=MONDAY)
        rows.add_goal()
        assert [row.goal_id for row in progress(rows).overdue] == [later.id, late.id]

    def test_goals_of_series_are_never_overdue(self, rows: RowBuilder, fake_clock: FakeClock) -> None:
        school = SchoolDays(rows, fake_clock)
        school.create()
        school.pass_days(1)
        assert school.days() == ["mon 14", "tue 15"]
        assert progress(rows).overdue == []

    def test_pending_submissions_are_listed_oldest_first(self, rows: RowBuilder) -> None:
        first = rows.submit(rows.add_goal(name="first"))
        second = rows.submit(rows.add_goal(name="second"))
        assert [(row.submission_id, row.goal_name) for row in progress(rows).waiting] == [
            (first.id, "first"),
            (second.id, "second"),
        ]

    def test_of_a_student_who_is_away_only_waiting_submissions_are_listed(self, rows: RowBuilder) -> None:
        rows.submit(rows.add_goal(due_date=MONDAY - timedelta(days=1)))
        idle = rows.add_student()
        for student in (rows.student, idle):
            student.away_since = datetime.now(UTC)
        found = progress(rows)
        assert (found.no_open_goal, found.overdue, len(found.waiting)) == ([], [], 1)

    def test_a_list_has_at_most_50_rows(self, rows: RowBuilder) -> None:
        for _ in range(MAX_LISTED + 1):
            rows.submit(rows.add_goal(due_date=MONDAY - timedelta(days=1)))
            rows.add_student()
        found = progress(rows)
        assert [len(each) for each in (found.no_open_goal, found.overdue, found.waiting)] == [50, 50, 50]
