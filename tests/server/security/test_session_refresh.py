"""The refresh of a session's last use, which never makes a read fail."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from server.security.sessions import SignInSession, refresh
from tests.factories.world import World
from tests.server.conftest import Hands

pytestmark = pytest.mark.postgresql


def test_a_students_session_is_refreshed_at_most_once_a_minute(world: World, hands: Hands) -> None:
    classroom = world.classroom()
    student, begun = world.student(classroom), hands.now
    tablet = world.signed_in(student)
    for seconds in (30, 40):
        hands.move(seconds=seconds)
        assert tablet.get(f"/api/students/{student.id}/goals").status_code == 200
    with world.look() as db:
        seen = db.scalars(select(SignInSession.seen_at)).one()
    assert (seen - begun).total_seconds() == 70


def test_of_two_due_refreshes_within_a_minute_only_the_first_is_stored(world: World, hands: Hands) -> None:
    student = world.student(world.classroom())
    world.signed_in(student)
    with world.look() as db:
        session_id = db.scalars(select(SignInSession.id)).one()
    seen_at = []
    for seconds in (90, 1):
        hands.move(seconds=seconds)
        with world.transactions.writing() as db:
            refresh(db, session_id)
        with world.look() as db:
            seen_at.append(db.scalars(select(SignInSession.seen_at)).one())
    assert seen_at[0] == seen_at[1] == hands.now - timedelta(seconds=1)


@pytest.mark.sqlite_file
def test_a_read_succeeds_when_the_session_cannot_be_refreshed(world: World, hands: Hands) -> None:
    student = world.student(world.classroom())
    tablet = world.signed_in(student)
    hands.move(minutes=5)
    with world.transactions.engine.connect() as other_program:
        other_program.exec_driver_sql("PRAGMA busy_timeout=1")
        other_program.rollback()
        other_program.execution_options(goalbucks_immediate=True).begin()
        answer = tablet.get(f"/api/students/{student.id}/goals")
        other_program.rollback()
    assert answer.status_code == 200
