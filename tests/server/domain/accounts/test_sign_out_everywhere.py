"""Sign-out from every session of the account (specification 2.26)."""

import pytest

from server.security.sessions import SESSION_COOKIE
from tests.factories.api_client import is_signed_in
from tests.factories.classroom import PreparedClassroom

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
