"""The refresh of a session's last use, which never makes a read fail."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from server.security.sessions import SignInSession, refresh
from tests.factories.app import RunningApp
from tests.factories.fake_clock import FakeClock

pytestmark = pytest.mark.postgresql


def test_of_two_due_refreshes_within_a_minute_only_the_first_is_stored(
    test_app: RunningApp, fake_clock: FakeClock
) -> None:
    student = test_app.student(test_app.classroom())
    test_app.client_for(student)
    with test_app.open_session() as db:
        session_id = db.scalars(select(SignInSession.id)).one()
    seen_at = []
    for seconds in (90, 1):
        fake_clock.advance(seconds=seconds)
        with test_app.transactions.writing() as db:
            refresh(db, session_id)
        with test_app.open_session() as db:
            seen_at.append(db.scalars(select(SignInSession.seen_at)).one())
    assert seen_at[0] == seen_at[1] == fake_clock.now - timedelta(seconds=1)


@pytest.mark.sqlite_file
def test_a_read_succeeds_when_the_session_cannot_be_refreshed(test_app: RunningApp, fake_clock: FakeClock) -> None:
    student = test_app.student(test_app.classroom())
    student_client = test_app.client_for(student)
    fake_clock.advance(minutes=5)
    with test_app.transactions.engine.connect() as other_program:
        other_program.exec_driver_sql("PRAGMA busy_timeout=1")
        other_program.rollback()
        other_program.execution_options(goalbucks_immediate=True).begin()
        response = student_client.get(f"/api/students/{student.id}/goals")
        other_program.rollback()
    assert response.status_code == 200
