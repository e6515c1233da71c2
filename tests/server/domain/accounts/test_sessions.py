"""The list of a teacher's sessions, and ending one of them (specification 2.35)."""

import pytest

from server.security.sessions import SESSION_COOKIE
from tests.factories.api_client import ApiClient, is_signed_in
from tests.factories.classroom import PreparedClassroom

CALL = "/api/account/sessions"
WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)"
CHROME_ON_WINDOWS = f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {WEBKIT} Chrome/142.0.0.0 Safari/537.36"
SAFARI_ON_IPAD = "Mozilla/5.0 (iPad; CPU OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Version/17.4 Safari/604.1"


def sign_in(classroom: PreparedClassroom, user_agent: str) -> ApiClient:
    """Return a browser in which the teacher has signed in."""
    browser = classroom.test_app.anonymous_client()
    browser.http.headers["User-Agent"] = user_agent
    assert classroom.sign_in_teacher(browser).status_code == 200
    return browser


def session_ids(browser: ApiClient) -> list[str]:
    return [each["id"] for each in browser.get(CALL).json()]


@pytest.mark.spec("2.35")
def test_the_own_session_is_listed_first_then_the_newest_each_with_its_browser(classroom: PreparedClassroom) -> None:
    classroom.teacher_client.post("/api/auth/logout")
    unknown, windows, _ = (sign_in(classroom, each) for each in ("curl/8.5.0", CHROME_ON_WINDOWS, SAFARI_ON_IPAD))
    listed = windows.get(CALL).json()
    assert [(each["device"], each["current"]) for each in listed] == [
        ("Windows, Chrome", True),
        ("iPad, Safari", False),
        (None, False),
    ]
    assert [set(each) for each in listed] == [{"id", "startedAt", "device", "current"}] * 3
    assert [each["current"] for each in unknown.get(CALL).json()] == [True, False, False]


@pytest.mark.spec("2.35")
def test_ending_a_session_signs_that_browser_out_alone(classroom: PreparedClassroom) -> None:
    own, lost, kept = (sign_in(classroom, SAFARI_ON_IPAD) for _ in range(3))
    (lost_id,) = [each["id"] for each in lost.get(CALL).json() if each["current"]]
    response = own.delete(f"{CALL}/{lost_id}")
    assert (response.status_code, response.content) == (204, b"")
    assert "set-cookie" not in response.headers
    assert [is_signed_in(browser) for browser in (own, lost, kept)] == [True, False, True]
    assert lost_id not in session_ids(own)
    assert own.get("/api/activity").json()[0]["kind"] == "session_ended"


def test_ending_the_own_session_removes_its_cookie(classroom: PreparedClassroom) -> None:
    own = sign_in(classroom, SAFARI_ON_IPAD)
    response = own.delete(f"{CALL}/{session_ids(own)[0]}")
    assert response.status_code == 204
    assert response.headers["set-cookie"].startswith(f'{SESSION_COOKIE}=""; ')
    assert not is_signed_in(own)


def test_the_id_of_a_session_signs_nobody_in(classroom: PreparedClassroom) -> None:
    attacker = classroom.test_app.anonymous_client()
    for session_id in session_ids(classroom.teacher_client):
        attacker.http.cookies.set(SESSION_COOKIE, session_id)
        assert not is_signed_in(attacker)
