"""Sign-out from every session of the account (specification 2.26)."""

import pytest

from server.security.sessions import SESSION_COOKIE
from tests.factories.passwords import PASSWORD
from tests.factories.room import Room
from tests.factories.stored import count, nothing_stored
from tests.factories.world import Browser, error

CALL = "/api/auth/logout-everywhere"


def is_signed_in(browser: Browser) -> bool:
    return browser.get("/api/auth/session").status_code == 200


@pytest.mark.spec("2.26")
@pytest.mark.parametrize("role", ["teacher", "student"])
def test_every_session_of_the_account_ends_this_one_included(room: Room, role: str) -> None:
    person = room.teacher if role == "teacher" else room.student
    browsers = [room.world.signed_in(person) for _ in range(3)]
    token = browsers[0].http.cookies[SESSION_COOKIE]
    answer = browsers[0].post(CALL)
    assert (answer.status_code, answer.content) == (204, b"")
    assert answer.headers["set-cookie"].startswith(f'{SESSION_COOKIE}=""; ')
    assert [is_signed_in(browser) for browser in browsers] == [False] * 3
    attacker = room.world.visitor()
    attacker.http.cookies.set(SESSION_COOKIE, token)
    assert not is_signed_in(attacker)


def test_signing_out_everywhere_ends_no_session_of_other_accounts(room: Room) -> None:
    elsewhere = room.elsewhere()
    others = [room.tablet, elsewhere.desk, elsewhere.tablet]
    room.desk.post(CALL)
    assert [is_signed_in(browser) for browser in others] == [True] * 3
    assert count(room.world, "sessions") == 3


def test_a_student_signing_out_everywhere_keeps_classmates_signed_in(room: Room) -> None:
    classmate = room.world.signed_in(room.world.student(room.classroom))
    room.tablet.post(CALL)
    assert not is_signed_in(room.tablet)
    assert is_signed_in(classmate)
    assert is_signed_in(room.desk)


def test_a_student_can_sign_in_again_right_after_signing_out_everywhere(room: Room) -> None:
    room.tablet.post(CALL)
    body = {"username": room.student.username, "password": PASSWORD, "classCode": room.classroom.class_code}
    assert room.tablet.post("/api/auth/student", body).status_code == 200
    assert is_signed_in(room.tablet)


def test_signing_out_everywhere_without_a_session_is_401(untouched: Room) -> None:
    with nothing_stored(untouched.world):
        assert error(untouched.world.device().post(CALL)) == (401, "not_signed_in")
