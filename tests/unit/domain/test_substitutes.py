"""Rules of substitutes: when a substitution ends, its code, its session."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import select

from server.data_protection.backups.integrity import substitute_problems
from server.domain.classrooms import service as classrooms
from server.domain.classrooms.membership import get_classroom, role_in
from server.domain.submissions import service as submissions
from server.domain.submissions.models import Review
from server.domain.substitutes import queries, service
from server.domain.substitutes.key import SUBSTITUTE_CODES
from server.errors import NotAsSubstituteError, NotFoundError
from server.security.actor import Actor
from server.security.code_key import CodeKey
from server.security.sessions import (
    SigningInBrowser,
    SignInSession,
    create_substitute_session,
    find_actor,
    refresh,
    revoke_sessions_of,
)
from server.security.substitutions import Substitution
from server.settings import Settings
from tests.factories.fake_clock import FakeClock
from tests.unit.row_builder import RowBuilder


@pytest.fixture
def key(tmp_path: Path) -> CodeKey:
    return CodeKey(Settings(data_dir=tmp_path), SUBSTITUTE_CODES)


def begin(rows: RowBuilder, key: CodeKey) -> tuple[Substitution, str]:
    """Begin a substitution; return it and the token of its session."""
    typed = service.make_code(rows.db, rows.as_teacher, key, rows.classroom)
    code = queries.find_code(rows.db, key, typed)
    assert code is not None
    begun = service.begin(rows.db, code, "Dana Cho")
    browser = SigningInBrowser(is_local=True)
    session = create_substitute_session(rows.db, rows.teacher.id, begun.id, begun.ends_at, browser)
    rows.db.flush()
    return begun, session.token


@pytest.mark.spec("27.3")
@pytest.mark.parametrize(
    ("began", "ends"),
    [
        ("2026-09-14T00:00", "2026-09-14T12:00"),
        ("2026-09-14T08:00", "2026-09-14T20:00"),
        ("2026-09-14T12:00", "2026-09-15T00:00"),
        ("2026-09-14T12:01", "2026-09-15T00:00"),
        ("2026-09-14T23:59", "2026-09-15T00:00"),
        ("2026-12-31T15:00", "2027-01-01T00:00"),
    ],
)
def test_a_substitution_ends_at_midnight_or_after_twelve_hours(began: str, ends: str) -> None:
    began_at, ends_at = (datetime.fromisoformat(each).astimezone(UTC) for each in (began, ends))
    assert service.end_of_day(began_at) == ends_at


@pytest.mark.spec("27.3")
@pytest.mark.parametrize(("began", "last"), [("15:00", "23:59:59"), ("06:00", "17:59:59")])
def test_the_session_ends_with_the_substitution(
    rows: RowBuilder, key: CodeKey, fake_clock: FakeClock, began: str, last: str
) -> None:
    fake_clock.now, moment = (datetime.fromisoformat(f"2026-09-14T{each}").astimezone(UTC) for each in (began, last))
    _, token = begin(rows, key)
    fake_clock.now = moment
    assert find_actor(rows.db, token) is not None
    fake_clock.advance(seconds=1)
    assert find_actor(rows.db, token) is None


@pytest.mark.spec("27.3")
def test_the_session_ends_if_the_clock_is_set_back_behind_its_last_use(
    rows: RowBuilder, key: CodeKey, fake_clock: FakeClock
) -> None:
    """Otherwise it would last longer than it may."""
    _, token = begin(rows, key)
    fake_clock.advance(hours=2)
    found = find_actor(rows.db, token)
    assert found is not None
    assert found[1], "a refresh is due"
    refresh(rows.db, found[0].session_id)
    fake_clock.advance(minutes=-5)
    assert find_actor(rows.db, token) is not None
    fake_clock.advance(seconds=-1)
    assert find_actor(rows.db, token) is None


@pytest.mark.spec("27.2")
def test_the_actor_is_the_substitution_with_a_role_in_its_class(rows: RowBuilder, key: CodeKey) -> None:
    begun, token = begin(rows, key)
    found = find_actor(rows.db, token)
    assert found is not None
    actor, is_due = found
    assert (actor.id, actor.role, is_due) == (begun.id, "substitute", False)
    assert role_in(actor, rows.classroom) == "substitute"
    assert get_classroom(rows.db, actor, "review", rows.classroom.id) is rows.classroom
    with pytest.raises(NotAsSubstituteError):
        get_classroom(rows.db, actor, "manage", rows.classroom.id)
    with pytest.raises(NotFoundError):
        get_classroom(rows.db, actor, "view", rows.add_classroom("Room 13").id)


@pytest.mark.spec("27.3")
def test_an_ended_substitution_has_no_actor(rows: RowBuilder, key: CodeKey, fake_clock: FakeClock) -> None:
    begun, token = begin(rows, key)
    begun.ended_at = fake_clock.now
    rows.db.flush()
    assert find_actor(rows.db, token) is None


@pytest.mark.spec("27.3")
def test_disabling_the_owners_account_ends_its_substitutes(
    rows: RowBuilder, key: CodeKey, fake_clock: FakeClock
) -> None:
    begun, token = begin(rows, key)
    fake_clock.advance(minutes=10)
    revoke_sessions_of(rows.db, rows.teacher.id)
    assert find_actor(rows.db, token) is None
    assert begun.ended_at == fake_clock.now


@pytest.mark.spec("27.3")
@pytest.mark.parametrize(("hours", "ended_after"), [(-3, 0), (3, 3), (30, 12)])
def test_the_end_lies_within_the_substitution_whatever_the_clock_does(
    rows: RowBuilder, key: CodeKey, fake_clock: FakeClock, hours: int, ended_after: int
) -> None:
    begun, _ = begin(rows, key)
    fake_clock.advance(hours=hours)
    service.end_code(rows.db, rows.as_teacher, rows.classroom)
    assert begun.ended_at == begun.created_at + timedelta(hours=ended_after)


@pytest.mark.spec("27.4")
def test_an_amount_is_refused_also_with_a_denial(rows: RowBuilder) -> None:
    actor = Actor("a substitution", "substitute", "")
    submission = rows.submit(rows.add_goal())
    for verdict in ("approved", "denied"):
        for amount in (5, 25):
            with pytest.raises(NotAsSubstituteError):
                submissions.review(rows.db, actor, submission, Review(verdict, "Well read", goalbucks=amount))


def test_the_check_finds_a_session_that_should_have_ended(
    rows: RowBuilder, key: CodeKey, fake_clock: FakeClock
) -> None:
    begun, _ = begin(rows, key)
    assert substitute_problems(rows.db) == []
    begun.ended_at = fake_clock.now
    rows.db.flush()
    (problem,) = substitute_problems(rows.db)
    assert "has ended" in problem


@pytest.mark.spec("27.3")
def test_deleting_the_class_ends_the_session_of_its_substitute(rows: RowBuilder, key: CodeKey) -> None:
    _, token = begin(rows, key)
    classrooms.delete(rows.db, rows.as_teacher, rows.classroom)
    assert find_actor(rows.db, token) is None
    assert rows.db.scalars(select(SignInSession.id).where(SignInSession.substitution_id.is_not(None))).all() == []
