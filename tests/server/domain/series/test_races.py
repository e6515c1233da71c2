"""Two processes, or the day job and a teacher, at the same time: each day has its goals once."""

from functools import partial

import pytest
from httpx2 import Response

from server import clock
from server.domain.goals.models import Goal
from server.domain.series.making import make_planned_day
from server.domain.series.models import SeriesDay
from tests.factories.app import RunningApp
from tests.factories.classroom import PreparedClassroom
from tests.factories.concurrency import run_concurrently
from tests.factories.fake_clock import FakeClock

pytestmark = pytest.mark.postgresql
ROUNDS = 10


def make_today(test_app: RunningApp, series_id: str) -> None:
    """Make the day as the job of a process does, which tries again after a conflict."""
    work = partial(make_planned_day, series_id=series_id, day=clock.local_date())
    test_app.portal.call(test_app.transactions.write, work)


def goals_of_today(test_app: RunningApp, series_id: str) -> int:
    with test_app.open_session() as db:
        return db.query(Goal).filter(Goal.due_date == clock.local_date(), Goal.series_id == series_id).count()


@pytest.mark.spec("22.2")
def test_two_processes_make_a_day_once(fake_clock: FakeClock, classroom: PreparedClassroom) -> None:
    series = classroom.test_app.series(classroom.row)
    for _ in range(ROUNDS):
        fake_clock.advance(days=1)
        if not series.is_running(clock.local_date()):
            series = classroom.test_app.series(classroom.row)
        run_concurrently(*[partial(make_today, classroom.test_app, series.id)] * 3)
        assert goals_of_today(classroom.test_app, series.id) == 1


def test_the_job_and_make_todays_goals_make_a_day_once(classroom: PreparedClassroom) -> None:
    for _ in range(ROUNDS):
        series = classroom.test_app.series(classroom.row)
        with classroom.test_app.transactions.writing() as db:
            db.query(Goal).delete()
            db.query(SeriesDay).delete()
        path = f"/api/goal-series/{series.id}/today"
        run_concurrently(
            partial(make_today, classroom.test_app, series.id),
            partial(classroom.teacher_client.post, path),
            partial(classroom.teacher_client.post, path),
        )
        assert goals_of_today(classroom.test_app, series.id) == 1


def test_a_day_that_is_made_while_a_student_moves_leaves_no_goal_in_the_other_class(
    classroom: PreparedClassroom,
) -> None:
    other = classroom.test_app.classroom(classroom.teacher, "Room 13")
    path = f"/api/students/{classroom.student.id}/classroom"
    for _ in range(ROUNDS):
        series = classroom.test_app.series(classroom.row)
        with classroom.test_app.transactions.writing() as db:
            db.query(Goal).delete()
            db.query(SeriesDay).delete()
        run_concurrently(
            partial(make_today, classroom.test_app, series.id),
            partial(classroom.teacher_client.put, path, {"classroomId": other.id}),
        )
        with classroom.test_app.open_session() as db:
            for goal in db.query(Goal):
                assert (goal.series_id is None) == (goal.classroom_id == other.id)
        classroom.teacher_client.put(path, {"classroomId": classroom.row.id})


def test_deleting_a_class_while_its_day_is_made_ends_with_the_deletion(classroom: PreparedClassroom) -> None:
    for _ in range(ROUNDS):
        doomed = classroom.test_app.classroom(classroom.teacher, "Room 14")
        classroom.test_app.student(doomed, "Noor", "Ali")
        series = classroom.test_app.series(doomed)
        with classroom.test_app.transactions.writing() as db:
            db.query(SeriesDay).delete()
        _, deleted = run_concurrently(
            partial(make_today, classroom.test_app, series.id),
            partial(classroom.teacher_client.delete, f"/api/classrooms/{doomed.id}"),
        )
        assert isinstance(deleted, Response)
        assert deleted.status_code == 204
        with classroom.test_app.open_session() as db:
            assert db.query(Goal).filter(Goal.classroom_id == doomed.id).count() == 0
