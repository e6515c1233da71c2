"""The job that makes the goals of each new day."""

from collections.abc import Callable
from datetime import date

import pytest
from sqlalchemy import event
from sqlalchemy.orm import Session

from server import clock
from server.domain.goals.models import Goal
from server.domain.series.day_job import DayJob
from server.domain.series.making import make_planned_day
from server.domain.series.models import SeriesDay
from tests.factories.classroom import PreparedClassroom
from tests.factories.fake_clock import FakeClock

pytestmark = pytest.mark.postgresql


@pytest.fixture
def run(classroom: PreparedClassroom) -> Callable[[], bool]:
    """Run a job on the class's database, as it runs every minute."""
    job = DayJob(classroom.test_app.transactions)
    return lambda: classroom.test_app.portal.call(job.run)


def number_of_goals(classroom: PreparedClassroom) -> int:
    with classroom.test_app.open_session() as db:
        return db.query(Goal).filter(Goal.student_id == classroom.student.id).count()


@pytest.mark.spec("22.2")
def test_goals_are_made_once_for_each_new_date(
    fake_clock: FakeClock, classroom: PreparedClassroom, run: Callable[[], bool]
) -> None:
    classroom.test_app.series(classroom.row)
    assert [run(), run(), number_of_goals(classroom)] == [True, True, 1]
    fake_clock.advance(days=1)
    assert [run(), run(), number_of_goals(classroom)] == [True, True, 2]


def test_a_date_that_is_done_reads_nothing(classroom: PreparedClassroom, run: Callable[[], bool]) -> None:
    run()
    statements: list[str] = []
    event.listen(
        classroom.test_app.transactions.engine,
        "before_cursor_execute",
        lambda _connection, _cursor, statement, *_: statements.append(statement),
    )
    run()
    assert statements == []


def test_a_request_makes_the_days_of_a_database_that_was_restored(
    fake_clock: FakeClock, classroom: PreparedClassroom
) -> None:
    classroom.test_app.series(classroom.row)
    fake_clock.advance(days=1)
    job = DayJob(classroom.test_app.transactions)
    classroom.test_app.portal.call(job.run)
    with classroom.test_app.transactions.writing() as db:  # as in yesterday's backup
        db.query(Goal).filter(Goal.due_date == clock.local_date()).delete()
        db.query(SeriesDay).filter(SeriesDay.day == clock.local_date()).delete()
    classroom.test_app.portal.call(job.run)
    assert number_of_goals(classroom) == 1
    job.requested.set()
    classroom.test_app.portal.call(job.run)
    assert number_of_goals(classroom) == 2


def test_a_series_that_fails_leaves_the_others_and_is_tried_again(
    classroom: PreparedClassroom,
    fake_clock: FakeClock,
    run: Callable[[], bool],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    broken = classroom.test_app.series(classroom.row)
    classroom.test_app.series(classroom.row)
    fake_clock.advance(days=1)

    def fail_once(db: Session, series_id: str, day: date) -> None:
        if series_id == broken.id:
            raise OSError
        make_planned_day(db, series_id, day)

    with monkeypatch.context() as patch:
        patch.setattr("server.domain.series.day_job.make_planned_day", fail_once)
        assert [run(), number_of_goals(classroom)] == [False, 3]
    assert "the goals of a series weren't made" in caplog.text
    assert [run(), number_of_goals(classroom)] == [True, 4]
