"""Making the goals of the days of a series, and ending earlier ones."""

from datetime import timedelta

import pytest

from server import clock
from server.domain.no_school_days.models import DateRange
from server.domain.no_school_days.service import replace_ranges
from server.domain.series import service
from server.domain.series.making import make_planned_day
from server.domain.students import archiving
from server.domain.submissions import service as submissions
from server.domain.submissions.models import Review
from tests.unit.domain.series.school_days import MONDAY, SchoolDays


class TestTheDayOf:
    def test_a_new_series_is_made_at_once_if_it_is_planned_today(self, school: SchoolDays) -> None:
        series = school.create()
        (goal,) = school.goals()
        assert (goal.name, goal.goalbucks, goal.due_date) == ("Read for 20 minutes", 5, MONDAY)
        assert (goal.details, goal.picture) == ("Title and page", "book")
        assert (goal.series_id, goal.status) == (series.id, "current")

    def test_a_series_that_is_not_planned_today_is_made_later(self, school: SchoolDays) -> None:
        school.create(weekdays=["wed"])
        assert school.goals() == []
        school.pass_days(2)
        assert school.days() == ["wed 16"]

    def test_all_students_of_the_class_share_an_assignment(self, school: SchoolDays) -> None:
        other = school.rows.add_student()
        school.create()
        (mine,), (others,) = school.goals(), school.goals(other)
        assert mine.assignment_id == others.assignment_id is not None

    def test_a_series_of_chosen_students_gives_nobody_else_a_goal(self, school: SchoolDays) -> None:
        other = school.rows.add_student()
        school.create(student_ids=[other.id])
        assert (len(school.goals()), len(school.goals(other))) == (0, 1)

    def test_a_series_of_everybody_includes_who_joins_later_from_the_next_day_on(self, school: SchoolDays) -> None:
        school.create()
        newcomer = school.rows.add_student()
        school.run_day_job()
        assert school.goals(newcomer) == []
        school.pass_days(1)
        assert school.days(student=newcomer) == ["tue 15"]

    def test_a_student_who_is_away_gets_none(self, school: SchoolDays) -> None:
        school.rows.student.away_since = school.rows.student.created_at
        school.create()
        assert school.goals() == []

    @pytest.mark.parametrize("weekdays", [["mon"], ["sat", "sun"]])
    def test_the_weekends_and_other_weekdays_have_none(self, school: SchoolDays, weekdays: list[str]) -> None:
        school.create(weekdays=weekdays)
        school.pass_days(6)
        assert {day[:3] for day in school.days() + school.days("ended")} == set(weekdays)

    @pytest.mark.spec("22.2")
    def test_a_day_is_made_once_though_its_goals_were_deleted(self, school: SchoolDays) -> None:
        school.create()
        for goal in school.goals():
            school.rows.db.delete(goal)
        school.run_day_job()
        assert school.goals() == []

    @pytest.mark.spec("22.2")
    def test_missed_days_are_not_made_up(self, school: SchoolDays) -> None:
        school.create()
        school.go_to(MONDAY + timedelta(days=4))
        school.run_day_job()
        assert school.days() == ["mon 14", "fri 18"]

    def test_nothing_is_made_before_the_first_and_after_the_last_day(self, school: SchoolDays) -> None:
        school.create(first_day=MONDAY + timedelta(days=1), last_day=MONDAY + timedelta(days=2))
        school.pass_days(10)
        assert school.days() == ["tue 15", "wed 16"]

    @pytest.mark.spec("22.4")
    def test_no_school_days_have_none(self, school: SchoolDays) -> None:
        break_ = DateRange(MONDAY + timedelta(days=1), MONDAY + timedelta(days=3), "Break")
        replace_ranges(school.rows.db, school.rows.teacher.id, [break_])
        school.create()
        school.pass_days(4)
        assert school.days() == ["mon 14", "fri 18"]


class TestEarlierGoals:
    @pytest.mark.spec("22.3")
    def test_those_of_the_last_day_stay_and_older_ones_end_as_missed(self, school: SchoolDays) -> None:
        school.create()
        school.pass_days(2)
        assert (school.days("ended"), school.days()) == (["mon 14"], ["tue 15", "wed 16"])
        assert school.goals()[0].ended_reason == "missed"

    def test_the_weekend_does_not_count_as_a_day(self, school: SchoolDays) -> None:
        school.create()
        school.pass_days(7)
        assert school.days() == ["fri 18", "mon 21"]

    @pytest.mark.spec("22.3")
    def test_those_with_pending_proof_stay(self, school: SchoolDays) -> None:
        school.create()
        school.rows.submit(school.goals()[0])
        school.pass_days(3)
        assert school.days() == ["mon 14", "wed 16", "thu 17"]

    @pytest.mark.spec("22.3")
    def test_those_returned_since_the_last_day_was_made_stay_until_the_day_after(self, school: SchoolDays) -> None:
        school.create()
        proof = school.rows.submit(school.goals()[0])
        school.pass_days(2)
        decision = Review("denied", "Which page?", allow_resubmission=True)
        submissions.review(school.rows.db, school.rows.as_teacher, proof, decision)
        school.pass_days(1)
        assert school.days() == ["mon 14", "wed 16", "thu 17"]
        school.pass_days(1)
        assert school.days() == ["thu 17", "fri 18"]

    @pytest.mark.spec("22.3")
    def test_a_reopened_one_has_no_due_date_and_never_ends_by_itself(self, school: SchoolDays) -> None:
        school.create()
        school.pass_days(2)
        submissions.reopen_goal(school.rows.db, school.rows.as_teacher, school.goals()[0])
        school.pass_days(30)
        assert school.days()[0] == "no day"

    def test_a_completed_one_is_reopened_without_a_due_date(self, school: SchoolDays) -> None:
        school.create()
        (goal,) = school.goals()
        submissions.complete_goal(school.rows.db, school.rows.as_teacher, goal)
        submissions.reopen_goal(school.rows.db, school.rows.as_teacher, goal)
        assert school.days() == ["no day"]

    @pytest.mark.spec("22.3")
    def test_none_is_overdue(self, school: SchoolDays) -> None:
        school.create()
        school.pass_days(1)
        assert [goal.overdue for goal in school.goals()] == [False, False]


class TestTheClock:
    @pytest.mark.parametrize("days", [-1, -7, -2800])
    def test_set_back_makes_no_goal_twice(self, school: SchoolDays, days: int) -> None:
        school.create()
        school.pass_days(4)
        before = len(school.goals())
        school.go_to(MONDAY + timedelta(days=4 + days))
        school.run_day_job()
        school.go_to(MONDAY + timedelta(days=4))
        school.run_day_job()
        assert len(school.goals()) == before

    @pytest.mark.parametrize("days", [1, 7, 4000])
    def test_that_was_ahead_leaves_two_goals_at_most(self, school: SchoolDays, days: int) -> None:
        school.create()
        school.go_to(MONDAY + timedelta(days=days))
        school.run_day_job()
        school.go_to(MONDAY)
        school.pass_days(1)
        assert school.days()[-1] == "tue 15"
        school.pass_days(1)
        assert len(school.days()) == 2
        assert school.days()[-1] == "wed 16"

    @pytest.mark.spec("4.12", "22.2")
    def test_of_an_archived_class_is_not_made_and_the_days_are_not_made_up(self, school: SchoolDays) -> None:
        series, rows = school.create(), school.rows
        archiving.set_archived(rows.db, rows.as_teacher, rows.classroom, archived=True)
        school.pass_days(2)
        make_planned_day(rows.db, series.id, clock.local_date())  # the job chose it before the class was archived
        assert school.days() == ["mon 14"]
        archiving.set_archived(rows.db, rows.as_teacher, rows.classroom, archived=False)
        school.pass_days(1)
        assert school.days() == ["mon 14", "thu 17"]


class TestMakeTodaysGoals:
    @pytest.mark.spec("22.2")
    def test_on_a_day_without_school_makes_the_day_for_everybody(self, school: SchoolDays) -> None:
        series = school.create(weekdays=["tue"])
        count, assignment_id = service.make_today(school.rows.db, series)
        assert (count, [goal.assignment_id for goal in school.goals()]) == (1, [assignment_id])
        assert school.days() == ["mon 14"]

    def test_on_a_made_day_gives_a_goal_only_to_those_without_one(self, school: SchoolDays) -> None:
        series = school.create()
        newcomer = school.rows.add_student()
        count, assignment_id = service.make_today(school.rows.db, series)
        assert (count, len(school.goals()), len(school.goals(newcomer))) == (1, 1, 1)
        assert school.goals(newcomer)[0].assignment_id == school.goals()[0].assignment_id == assignment_id
        assert service.make_today(school.rows.db, series) == (0, assignment_id)
