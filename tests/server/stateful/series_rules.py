"""Rules: goals that repeat, and days without school."""

from datetime import timedelta
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import rule

from server import clock
from server.domain.classrooms.models import Classroom
from server.domain.goals.models import Goal
from server.domain.no_school_days.models import NoSchoolDays
from server.domain.series.models import WEEKDAYS, GoalSeries, SeriesStudent
from tests.server.stateful.machine import Machine, amounts, booleans, one_in_six, row_indexes
from tests.server.stateful.school_model import NOT_FOUND, assert_outcome

Body = dict[str, Any]


@st.composite
def series_bodies(draw: st.DrawFn) -> Body:
    """Draw the fields of a series without its students: on all weekdays, or on all others than today's."""
    today = clock.local_date()
    without_today = [day for day in WEEKDAYS if day != WEEKDAYS[today.weekday()]]
    return {
        "name": "Water the plants",
        "goalbucks": draw(amounts),
        "weekdays": draw(st.sampled_from((list(WEEKDAYS), without_today))),
        "until": str(today + timedelta(days=14)),
    }


class SeriesRules(Machine):
    """Create, edit and stop series, make today's goals, and replace days without school."""

    @rule(
        index=row_indexes,
        students=st.none() | st.lists(row_indexes, min_size=1, max_size=3),
        body=series_bodies(),
        other_user=one_in_six,
        action=st.sampled_from(("create", "edit", "today", "today")),
    )
    def change_series(
        self, index: int, students: list[int] | None, body: Body, action: str, *, other_user: bool
    ) -> None:
        """Change a series. One rule, since hypothesis omits whole rules from runs and these depend on each other."""
        if action == "create":
            self.create_series(index, students, body, other_user=other_user)
        elif action == "edit":
            self.edit_series(index, students, body, other_user=other_user)
        else:
            self.make_today(index, other_user=other_user)

    def create_series(self, classroom: int, students: list[int] | None, body: Body, *, other_user: bool) -> None:
        """Create a series for some students, or for everybody in a class."""
        if students is None:
            ids = None
            class_id, row = self.school.find(Classroom, classroom)
            client, access_error = self.school.teacher_client_for(row, other_user=other_user)
        else:
            ids, class_id, client, access_error = self.selection(students, other_user=other_user)
        fields = body | {"classroomId": class_id, "studentIds": ids}
        response = self.school.call_twice(client, "POST /api/goal-series", fields)
        if assert_outcome(response, access_error, status=201):
            self.school.seen_ids[GoalSeries].append(response.json()["id"])
            self.record_new_ids(Goal)
            series_id, series = self.school.find(GoalSeries, 0)
            assert series is not None
            made = [goal.student_id for goal in self.goals_of(series_id)]
            assert sorted(made) == (self.present_students(series) if self.is_planned_today(series) else [])

    def edit_series(self, index: int, students: list[int] | None, body: Body, *, other_user: bool) -> None:
        """Change a series, which leaves its goals as they are."""
        series_id, row = self.school.find(GoalSeries, index)
        ids = None if students is None else self.selection(students, other_user=False)[0]
        client, access_error = self.school.teacher_client_for(row, other_user=other_user)
        in_class = {student.id for student in self.students_in(row.classroom_id)} if row else set()
        student_error = None if in_class.issuperset(ids or ()) else NOT_FOUND
        fields = body | {"studentIds": ids}
        before = [goal.goalbucks for goal in self.goals_of(series_id)]
        response = self.school.call(client, "PUT /api/goal-series/{series_id}", fields, row_id=series_id)
        if assert_outcome(response, access_error, stopped_error(row), student_error):
            assert response.json()["goalbucks"] == body["goalbucks"]
        assert [goal.goalbucks for goal in self.goals_of(series_id)] == before

    @rule(index=row_indexes, end_open=booleans, other_user=one_in_six)
    def stop_series(self, index: int, *, end_open: bool, other_user: bool) -> None:
        """Stop a series; its open goals end if wanted, but those with pending proof and reopened ones."""
        series_id, row = self.school.find(GoalSeries, index)
        client, access_error = self.school.teacher_client_for(row, other_user=other_user)
        is_open = {goal.id for goal in self.goals_of(series_id) if goal.is_current}
        call, body = "POST /api/goal-series/{series_id}/stop", {"endOpen": end_open}
        response = self.school.call(client, call, body, row_id=series_id)
        if assert_outcome(response, access_error, stopped_error(row)) and end_open:
            is_open = {
                goal.id
                for goal in self.goals_of(series_id)
                if goal.id in is_open and (goal.due_date is None or self.has_pending_proof(goal))
            }
        assert {goal.id for goal in self.goals_of(series_id) if goal.is_current} == is_open

    def make_today(self, index: int, *, other_user: bool) -> None:
        """Make today's goals: each present student of the series has one of them afterwards."""
        series_id, row = self.school.find(GoalSeries, index)
        client, access_error = self.school.teacher_client_for(row, other_user=other_user)
        before = {(goal.assignment_id, goal.student_id) for goal in self.school.all(Goal)}
        call = "POST /api/goal-series/{series_id}/today"
        response = self.school.call_twice(client, call, None, row_id=series_id)
        if assert_outcome(response, access_error, stopped_error(row), status=201) and row is not None:
            having = {(response.json()["assignmentId"], student_id) for student_id in self.present_students(row)}
            assert response.json()["count"] == len(having - before)
            before |= having
            self.record_new_ids(Goal)
        assert {(goal.assignment_id, goal.student_id) for goal in self.school.all(Goal)} == before

    @rule(teacher=st.integers(0, 1), today=booleans)
    def replace_no_school_days(self, teacher: int, *, today: bool) -> None:
        """Make today a day with or without school."""
        day = str(clock.local_date())
        ranges = [{"from": day, "to": day, "name": "Snow"}] if today else []
        client, teacher_id = self.school.teacher_clients[teacher], self.school.teachers[teacher].id
        call = "PUT /api/teachers/{teacher_id}/no-school-days"
        response = self.school.call(client, call, ranges, row_id=teacher_id)
        if assert_outcome(response):
            assert response.json() == ranges

    def goals_of(self, series_id: str) -> list[Goal]:
        """Return the goals of the series, oldest first."""
        return [goal for goal in self.school.all(Goal) if goal.series_id == series_id]

    def has_pending_proof(self, goal: Goal) -> bool:
        """Return whether proof for the goal waits for a review."""
        return any(each.status == "pending" for each in self.school.submissions_of(goal.id))

    def present_students(self, series: GoalSeries) -> list[str]:
        """Return the ids of the students of the series who aren't away, oldest first."""
        chosen = {each.student_id for each in self.school.all(SeriesStudent) if each.series_id == series.id}
        in_class = self.students_in(series.classroom_id)
        present = [student.id for student in in_class if student.away_since is None]
        return [each for each in present if series.for_everybody or each in chosen]

    def is_planned_today(self, series: GoalSeries) -> bool:
        """Return whether today is one of the weekdays of the series, with school."""
        with self.school.test_app.open_session() as db:
            owner = db.get_one(Classroom, series.classroom_id).teacher_id
        no_school = {each.teacher_id for each in self.school.all(NoSchoolDays)}
        return len(series.weekdays) == len(WEEKDAYS) and owner not in no_school


def stopped_error(series: GoalSeries | None) -> str | None:
    """Return the error code for changing a series that was stopped, or for making its goals."""
    return "series_stopped" if series is not None and series.stopped_at is not None else None
