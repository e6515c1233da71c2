"""A session's last use is noted beside reading; reading never depends on it."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from server.security.sessions import SignInSession, refresh
from tests.factories.world import World
from tests.server.conftest import Hands

pytestmark = pytest.mark.postgresql


def test_a_students_use_is_noted_at_most_once_a_minute_and_a_teachers_never(world: World, hands: Hands) -> None:
    classroom = world.classroom()
    student, begun = world.student(classroom), hands.now
    tablet = world.signed_in(student)
    for seconds in (30, 40):
        hands.move(seconds=seconds)
        assert tablet.get(f"/api/students/{student.id}/goals").status_code == 200
    with world.look() as db:
        seen = db.scalars(select(SignInSession.seen_at)).one()
    assert (seen - begun).total_seconds() == 70


def test_of_many_requests_that_find_it_due_at_once_one_notes_the_use(world: World, hands: Hands) -> None:
    student = world.student(world.classroom())
    world.signed_in(student)
    with world.look() as db:
        session_id = db.scalars(select(SignInSession.id)).one()
    noted = []
    for seconds in (90, 1):
        hands.move(seconds=seconds)
        with world.transactions.writing() as db:
            refresh(db, session_id)
        with world.look() as db:
            noted.append(db.scalars(select(SignInSession.seen_at)).one())
    assert noted[0] == noted[1] == hands.now - timedelta(seconds=1)


@pytest.mark.sqlite_file
def test_reading_goes_on_when_the_use_cannot_be_noted(world: World, hands: Hands) -> None:
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
