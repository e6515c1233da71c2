"""Sign-out from every session of the account (specification 2.26)."""

import pytest

from server.security.sessions import SESSION_COOKIE
from tests.factories.app import error, is_signed_in
from tests.factories.classroom import PreparedClassroom
from tests.factories.snapshots import assert_unchanged, count_rows

CALL = "/api/auth/logout-everywhere"


@pytest.mark.spec("2.26")
@pytest.mark.parametrize("role", ["teacher", "student"])
def test_every_session_of_the_account_ends_including_the_one_that_signs_out(
    classroom: PreparedClassroom, role: str
) -> None:
    person = classroom.teacher if role == "teacher" else classroom.student
    browsers = [classroom.test_app.client_for(person) for _ in range(3)]
    token = browsers[0].http.cookies[SESSION_COOKIE]
    response = browsers[0].post(CALL)
    assert (response.status_code, response.content) == (204, b"")
    assert response.headers["set-cookie"].startswith(f'{SESSION_COOKIE}=""; ')
    assert [is_signed_in(browser) for browser in browsers] == [False] * 3
    attacker = classroom.test_app.anonymous_client()
    attacker.http.cookies.set(SESSION_COOKIE, token)
    assert not is_signed_in(attacker)


def test_signing_out_everywhere_ends_no_session_of_other_accounts(classroom: PreparedClassroom) -> None:
    elsewhere = classroom.other_teachers_classroom()
    others = [classroom.student_client, elsewhere.teacher_client, elsewhere.student_client]
    classroom.teacher_client.post(CALL)
    assert [is_signed_in(browser) for browser in others] == [True] * 3
    assert count_rows(classroom.test_app, "sessions") == 3


def test_a_student_signing_out_everywhere_keeps_classmates_signed_in(classroom: PreparedClassroom) -> None:
    classmate = classroom.test_app.client_for(classroom.test_app.student(classroom.row))
    classroom.student_client.post(CALL)
    assert not is_signed_in(classroom.student_client)
    assert is_signed_in(classmate)
    assert is_signed_in(classroom.teacher_client)


def test_a_student_can_sign_in_again_right_after_signing_out_everywhere(classroom: PreparedClassroom) -> None:
    classroom.student_client.post(CALL)
    assert classroom.sign_in_student(classroom.student_client).status_code == 200
    assert is_signed_in(classroom.student_client)


def test_signing_out_everywhere_without_a_session_is_401(read_only_classroom: PreparedClassroom) -> None:
    with assert_unchanged(read_only_classroom.test_app):
        assert error(read_only_classroom.test_app.lan_client().post(CALL)) == (401, "not_signed_in")
