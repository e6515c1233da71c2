"""The job that makes the goals of each new day."""

from collections.abc import Callable
from datetime import date

import pytest
from sqlalchemy.orm import Session

from server import clock
from server.domain.goals.models import Goal
from server.domain.no_school_days.models import DateRange
from server.domain.no_school_days.service import replace_ranges
from server.domain.series.day_job import make_due_goals
from server.domain.series.making import make_planned_day
from tests.factories.classroom import PreparedClassroom
from tests.factories.fake_clock import FakeClock

pytestmark = pytest.mark.postgresql


@pytest.fixture
def run(classroom: PreparedClassroom) -> Callable[[], bool]:
    """Run the job on the class's database, as it runs every minute."""
    return lambda: classroom.test_app.portal.call(make_due_goals, classroom.test_app.transactions)


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


def test_goals_are_made_later_on_the_day_once_there_is_school_after_all(
    classroom: PreparedClassroom, run: Callable[[], bool]
) -> None:
    today = clock.local_date()
    with classroom.test_app.transactions.writing() as db:
        replace_ranges(db, classroom.teacher.id, [DateRange(today, today)])
    classroom.test_app.series(classroom.row)
    assert [run(), number_of_goals(classroom)] == [True, 0]
    with classroom.test_app.transactions.writing() as db:
        replace_ranges(db, classroom.teacher.id, [])
    assert [run(), number_of_goals(classroom)] == [True, 1]


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
