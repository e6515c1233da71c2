"""Making, changing and stopping series, and what happens to a student who moves."""

from dataclasses import replace
from datetime import timedelta

import pytest

from server import clock
from server.database.hooks import hooks_of
from server.database.paging import PageRequest
from server.domain.no_school_days.models import DateRange
from server.domain.no_school_days.service import replace_ranges
from server.domain.series import queries, service
from server.domain.series.models import SeriesFields, SeriesStoppedError, TooManySeriesError
from server.domain.students import service as students
from server.domain.submissions import service as submissions
from server.errors import InvalidError, NotFoundError
from tests.unit.domain.series.school_days import DAILY, MONDAY, SchoolDays


class TestCreating:
    @pytest.mark.spec("22.1")
    @pytest.mark.parametrize("last_day", [MONDAY - timedelta(days=1), MONDAY + timedelta(days=281)])
    def test_a_series_until_before_its_first_day_or_too_far_ahead_is_refused(
        self, school: SchoolDays, last_day: object
    ) -> None:
        with pytest.raises(InvalidError) as refused:
            school.create(last_day=last_day)
        assert set(refused.value.fields) == {"until"}

    def test_a_series_for_a_student_of_another_class_is_refused(self, school: SchoolDays) -> None:
        other = school.rows.add_student(school.rows.add_classroom())
        with pytest.raises(NotFoundError):
            school.create(student_ids=[other.id])

    def test_a_class_has_a_limited_number_of_running_series(
        self, school: SchoolDays, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(service, "MAX_RUNNING", 2)
        first = school.create()
        school.create()
        with pytest.raises(TooManySeriesError):
            school.create()
        service.stop(school.rows.db, first, end_open=False)
        school.create()


class TestChanging:
    def test_changes_goals_from_the_next_day_on(self, school: SchoolDays) -> None:
        series = school.create()
        chosen = [school.rows.student.id]
        fields = SeriesFields("Read for an hour", 9, ["tue"], MONDAY, DAILY.last_day, chosen, "The page", "globe")
        service.edit(school.rows.db, school.rows.classroom, series, fields)
        school.pass_days(3)
        assert [(goal.name, goal.goalbucks, goal.details, goal.picture) for goal in school.goals()] == [
            ("Read for 20 minutes", 5, "Title and page", "book"),
            ("Read for an hour", 9, "The page", "globe"),
        ]

    def test_adding_the_weekday_of_today_makes_no_goals_today(self, school: SchoolDays) -> None:
        series = school.create(weekdays=["tue"])
        fields = replace(DAILY, weekdays=["mon", "tue"])
        service.edit(school.rows.db, school.rows.classroom, series, fields)
        assert queries.describe(school.rows.db, [series])[0].next_day == MONDAY + timedelta(days=1)
        school.run_day_job()
        assert school.days() == []
        school.pass_days(7)
        assert school.days() == ["tue 15", "mon 21"]

    def test_a_stopped_series_can_not_be_changed_stopped_or_made(self, school: SchoolDays) -> None:
        series = school.create()
        service.stop(school.rows.db, series, end_open=False)
        with pytest.raises(SeriesStoppedError):
            service.edit(school.rows.db, school.rows.classroom, series, DAILY)
        with pytest.raises(SeriesStoppedError):
            service.stop(school.rows.db, series, end_open=False)
        with pytest.raises(SeriesStoppedError):
            service.make_today(school.rows.db, series)


class TestStopping:
    def test_leaves_open_goals_and_makes_no_more(self, school: SchoolDays) -> None:
        service.stop(school.rows.db, school.create(), end_open=False)
        school.pass_days(3)
        assert school.days() == ["mon 14"]

    def test_can_end_open_goals_but_those_with_pending_proof(self, school: SchoolDays) -> None:
        series = school.create()
        school.rows.submit(school.goals()[0])
        school.pass_days(1)
        service.stop(school.rows.db, series, end_open=True)
        assert (school.days(), school.days("ended")) == (["mon 14"], ["tue 15"])


class TestMoving:
    def test_a_student_leaves_all_series_and_open_goals_end(self, school: SchoolDays) -> None:
        hooks_of(school.rows.db).before_move.append(service.leave_all)
        chosen = school.create(student_ids=[school.rows.student.id])
        other_class = school.rows.add_classroom()
        students.move(school.rows.db, school.rows.as_teacher, school.rows.student, other_class)
        school.rows.db.expire_all()
        assert school.days("ended") == ["mon 14"]
        assert [(goal.series_id, goal.classroom_id) for goal in school.goals()] == [(None, other_class.id)]
        assert queries.describe(school.rows.db, [chosen])[0].student_ids == []
        school.pass_days(1)
        assert school.days() == []

    def test_a_goal_with_pending_proof_goes_along(self, school: SchoolDays) -> None:
        hooks_of(school.rows.db).before_move.append(service.leave_all)
        school.create()
        school.rows.submit(school.goals()[0])
        students.move(school.rows.db, school.rows.as_teacher, school.rows.student, school.rows.add_classroom())
        school.rows.db.expire_all()
        assert school.days() == ["mon 14"]


class TestTheList:
    def test_tells_the_next_day_and_how_many_goals_were_given_and_completed(self, school: SchoolDays) -> None:
        series = school.create()
        (goal,) = school.goals()
        service.make_today(school.rows.db, series)
        submissions.complete_goal(school.rows.db, school.rows.as_teacher, goal)
        (listed,) = queries.series_for_teacher(school.rows.db, school.rows.as_teacher, PageRequest())
        assert (listed.given, listed.completed, listed.next_day) == (1, 1, MONDAY + timedelta(days=1))
        assert (listed.weekdays, listed.student_ids) == (["mon", "tue", "wed", "thu", "fri"], None)

    def test_leaves_out_no_school_days_for_the_next_day(self, school: SchoolDays) -> None:
        tuesday = MONDAY + timedelta(days=1)
        replace_ranges(school.rows.db, school.rows.teacher.id, [DateRange(tuesday, tuesday)])
        (listed,) = queries.describe(school.rows.db, [school.create()])
        assert listed.next_day == MONDAY + timedelta(days=2)

    @pytest.mark.parametrize(("status", "number"), [("running", 1), ("stopped", 2), ("paused", 0), (None, 3)])
    def test_can_be_of_running_or_stopped_ones(self, school: SchoolDays, status: str | None, number: int) -> None:
        school.create()
        school.create(last_day=clock.local_date())
        service.stop(school.rows.db, school.create(), end_open=False)
        school.pass_days(1)
        listed = queries.series_for_teacher(school.rows.db, school.rows.as_teacher, PageRequest(status=status))
        assert len(listed) == number

    def test_has_none_of_another_teacher(self, school: SchoolDays) -> None:
        school.create()
        other = school.rows.for_other_teacher()
        assert queries.series_for_teacher(school.rows.db, other.as_teacher, PageRequest()) == []
