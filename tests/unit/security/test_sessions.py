"""Sessions: lifetime, ending and revocation."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from server.errors import NotFoundError
from server.security import sessions
from server.security.actor import AccountRole
from server.security.sessions import SigningInBrowser, SignInSession
from tests.factories.fake_clock import FakeClock
from tests.unit.row_builder import RowBuilder


def sign_in(rows: RowBuilder, role: AccountRole, *, is_local: bool = False, previous_token: str | None = None) -> str:
    account_id = rows.teacher.id if role == "teacher" else rows.student.id
    session = sessions.create_session(rows.db, role, account_id, SigningInBrowser(is_local, previous_token))
    rows.db.flush()
    return session.token


def is_valid(rows: RowBuilder, token: str) -> bool:
    return sessions.find_actor(rows.db, token) is not None


def session_id(rows: RowBuilder, token: str) -> str:
    found = sessions.find_actor(rows.db, token)
    assert found is not None
    return found[0].session_id


@pytest.mark.spec("2.23")
@pytest.mark.parametrize(
    ("role", "is_local", "lifetime"),
    [
        ("teacher", True, timedelta(days=30)),
        ("teacher", False, timedelta(hours=12)),
        ("student", False, timedelta(hours=2)),
        ("student", True, timedelta(hours=2)),
    ],
)
def test_a_session_ends_after_its_lifetime(
    rows: RowBuilder, fake_clock: FakeClock, role: AccountRole, lifetime: timedelta, *, is_local: bool
) -> None:
    token = sign_in(rows, role, is_local=is_local)
    fake_clock.now += lifetime - timedelta(seconds=1)
    assert is_valid(rows, token)
    fake_clock.advance(seconds=1)
    assert not is_valid(rows, token)


@pytest.mark.spec("2.23")
def test_an_active_student_stays_signed_in_for_twelve_hours(rows: RowBuilder, fake_clock: FakeClock) -> None:
    token = sign_in(rows, "student")
    for _ in range(11):
        fake_clock.advance(hours=1)
        sessions.refresh(rows.db, session_id(rows, token))
    assert is_valid(rows, token)
    fake_clock.advance(hours=1)
    assert not is_valid(rows, token)


def test_only_a_students_session_is_refreshed_and_at_most_once_a_minute(
    rows: RowBuilder, fake_clock: FakeClock
) -> None:
    tokens = {role: sign_in(rows, role) for role in ("student", "teacher")}

    def due() -> dict[str, bool]:
        found = {role: sessions.find_actor(rows.db, token) for role, token in tokens.items()}
        return {role: each is not None and each[1] for role, each in found.items()}

    assert due() == {"student": False, "teacher": False}
    fake_clock.advance(minutes=1)
    assert due() == {"student": True, "teacher": False}
    sessions.refresh(rows.db, session_id(rows, tokens["student"]))
    assert due() == {"student": False, "teacher": False}


def test_signing_in_again_ends_the_browsers_previous_session(rows: RowBuilder) -> None:
    first = sign_in(rows, "student")
    second = sign_in(rows, "student", previous_token=first)
    assert (is_valid(rows, first), is_valid(rows, second)) == (False, True)


def test_a_session_that_ends_after_the_maximum_lifetime_is_invalid(rows: RowBuilder, fake_clock: FakeClock) -> None:
    fake_clock.advance(days=365)
    token = sign_in(rows, "teacher", is_local=True)
    fake_clock.advance(days=-365)
    assert not is_valid(rows, token)


def test_ending_all_sessions_of_an_account_can_exclude_one(rows: RowBuilder) -> None:
    tokens = [sign_in(rows, "teacher") for _ in range(3)]
    student = sign_in(rows, "student")
    sessions.end_sessions_of(rows.db, "teacher", rows.teacher.id, exclude=session_id(rows, tokens[1]))
    assert [is_valid(rows, token) for token in (*tokens, student)] == [False, True, False, True]


def test_a_revoked_session_is_distinguished_from_an_ended_one(rows: RowBuilder) -> None:
    revoked, ended = sign_in(rows, "teacher"), sign_in(rows, "teacher")
    sessions.end_session(rows.db, ended)
    sessions.revoke_sessions_of(rows.db, rows.teacher.id)
    assert [is_valid(rows, token) for token in (revoked, ended)] == [False, False]
    sign_in(rows, "student")  # which deletes expired sessions
    assert [sessions.was_revoked(rows.db, token) for token in (revoked, ended)] == [True, False]


def test_expired_sessions_are_deleted_by_the_next_sign_in(rows: RowBuilder, fake_clock: FakeClock) -> None:
    sign_in(rows, "student")
    fake_clock.advance(hours=2)
    sign_in(rows, "teacher")
    assert [each.student_id for each in rows.db.scalars(select(SignInSession))] == [None]


def test_the_token_itself_is_not_stored(rows: RowBuilder) -> None:
    token = sign_in(rows, "student")
    (row,) = rows.db.scalars(select(SignInSession))
    assert token not in row.token_hash


@pytest.mark.spec("2.35")
def test_the_open_sessions_of_a_teacher_are_those_that_are_neither_ended_nor_expired_nor_anothers(
    rows: RowBuilder, fake_clock: FakeClock
) -> None:
    expired = sign_in(rows, "teacher")
    fake_clock.advance(hours=11)
    first, second, ended = (sign_in(rows, "teacher") for _ in range(3))
    student, other = sign_in(rows, "student"), sign_in(rows.for_other_teacher(), "teacher")
    hidden = [session_id(rows, token) for token in (expired, ended, student, other)]
    listed = [session_id(rows, token) for token in (second, first)]
    fake_clock.advance(hours=1)
    sessions.end_session(rows.db, ended)
    assert [each.id for each in sessions.open_sessions_of_teacher(rows.db, rows.teacher.id)] == listed
    assert [sessions.get_open_session(rows.db, rows.teacher.id, each).id for each in listed] == listed
    for each in hidden:
        with pytest.raises(NotFoundError):
            sessions.get_open_session(rows.db, rows.teacher.id, each)


def test_a_teachers_session_that_ends_after_the_maximum_lifetime_or_was_revoked_is_not_listed(
    rows: RowBuilder, fake_clock: FakeClock
) -> None:
    sign_in(rows, "teacher")
    sessions.revoke_sessions_of(rows.db, rows.teacher.id)
    fake_clock.advance(days=365)
    sign_in(rows, "teacher", is_local=True)
    fake_clock.advance(days=-365)
    assert sessions.open_sessions_of_teacher(rows.db, rows.teacher.id) == []


def test_the_device_of_a_session_is_stored_for_teachers_only(rows: RowBuilder) -> None:
    browser = SigningInBrowser(is_local=False, device="iPad, Safari")
    sessions.create_session(rows.db, "teacher", rows.teacher.id, browser)
    sessions.create_session(rows.db, "student", rows.student.id, browser)
    rows.db.flush()
    stored = {each.student_id: each.device for each in rows.db.scalars(select(SignInSession))}
    assert stored == {None: "iPad, Safari", rows.student.id: None}
