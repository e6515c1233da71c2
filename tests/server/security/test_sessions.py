"""Sessions: cookies, stored digests, lifetimes and sign-out (specification 2.22 to 2.24)."""

from http.cookies import SimpleCookie

import pytest
from httpx2 import Response

from server.domain.teachers.models import Teacher
from server.security.sessions import SESSION_COOKIE
from server.security.throttle import BROWSER_COOKIE
from tests.factories.api_client import LOCAL_URL, ApiClient, error
from tests.factories.classroom import PreparedClassroom
from tests.factories.fake_clock import FakeClock
from tests.factories.passwords import PASSWORD
from tests.factories.snapshots import count_rows, take_snapshot
from tests.server.conftest import MakeTestApp

SESSION = "/api/auth/session"
DAY = 24 * 60


def sign_in_teacher(browser: ApiClient, teacher: Teacher) -> Response:
    response = browser.post("/api/auth/teacher", {"username": teacher.email, "password": PASSWORD})
    assert response.status_code == 200
    return response


def sign_in_student(browser: ApiClient, classroom: PreparedClassroom) -> Response:
    response = classroom.sign_in_student(browser)
    assert response.status_code == 200
    return response


def cookies(response: Response) -> dict[str, dict[str, str]]:
    """Return the response's cookies with their non-empty attributes."""
    found: dict[str, dict[str, str]] = {}
    for header in response.headers.get_list("set-cookie"):
        for name, morsel in SimpleCookie(header).items():
            found[name] = {key: str(value) for key, value in morsel.items() if value} | {"value": morsel.value}
    return found


def is_signed_in(browser: ApiClient) -> bool:
    response = browser.get(SESSION)
    if response.status_code != 200:
        assert error(response) == (401, "not_signed_in")
    return response.status_code == 200


class TestCookies:
    @pytest.mark.spec("2.22")
    def test_session_cookies_are_http_only_and_same_site_lax(self, classroom: PreparedClassroom) -> None:
        for response in (
            sign_in_teacher(classroom.test_app.anonymous_client(), classroom.teacher),
            sign_in_student(classroom.test_app.lan_client(), classroom),
        ):
            given = cookies(response)
            assert set(given) == {SESSION_COOKIE, BROWSER_COOKIE}
            for cookie in given.values():
                assert cookie["httponly"] == "True"
                assert cookie["samesite"].lower() == "lax"
                assert cookie["path"] == "/"
                assert "secure" not in cookie  # browsers drop it on the class's plain HTTP
                assert "domain" not in cookie

    @pytest.mark.spec("2.22")
    def test_session_cookies_are_secure_with_a_host_prefix_on_https(self, classroom: PreparedClassroom) -> None:
        browser = classroom.test_app.client(base_url=LOCAL_URL.replace("http:", "https:"))
        given = cookies(sign_in_teacher(browser, classroom.teacher))
        assert all(cookie["secure"] == "True" for cookie in given.values())
        assert set(given) == {f"__Host-{SESSION_COOKIE}", f"__Host-{BROWSER_COOKIE}"}
        assert is_signed_in(browser)
        gone = browser.post("/api/auth/logout").headers["set-cookie"]
        assert gone.startswith(f'__Host-{SESSION_COOKIE}=""')
        assert "; Secure" in gone  # otherwise the browser would keep it
        assert not is_signed_in(browser)

    def test_a_session_cookie_without_the_host_prefix_is_ignored_on_https(self, classroom: PreparedClassroom) -> None:
        browser = classroom.test_app.client(base_url=LOCAL_URL.replace("http:", "https:"))
        assert not is_signed_in(classroom.test_app.client_for(classroom.teacher, browser))

    def test_a_local_teachers_cookie_lasts_30_days(self, classroom: PreparedClassroom) -> None:
        given = cookies(sign_in_teacher(classroom.test_app.anonymous_client(), classroom.teacher))
        assert given[SESSION_COOKIE]["max-age"] == str(30 * DAY * 60)

    def test_a_students_cookie_ends_with_the_browser(self, classroom: PreparedClassroom) -> None:
        for browser in (classroom.test_app.lan_client(), classroom.test_app.anonymous_client()):
            assert not {"max-age", "expires"} & set(cookies(sign_in_student(browser, classroom))[SESSION_COOKIE])

    def test_a_remote_teachers_cookie_ends_with_the_browser(self, make_test_app: MakeTestApp) -> None:
        test_app = make_test_app(teacher_from_network=True)
        given = cookies(sign_in_teacher(test_app.lan_client(), test_app.teacher()))
        assert not {"max-age", "expires"} & set(given[SESSION_COOKIE])

    @pytest.mark.spec("2.22")
    def test_only_digests_of_the_cookies_tokens_are_stored(self, classroom: PreparedClassroom) -> None:
        given = cookies(sign_in_teacher(classroom.test_app.anonymous_client(), classroom.teacher))
        everything = repr(take_snapshot(classroom.test_app))
        assert len(given[SESSION_COOKIE]["value"]) >= 40
        for cookie in given.values():
            assert cookie["value"] not in everything


class TestLifetime:
    @pytest.mark.parametrize("call", ["read", "write", "upload"])
    def test_every_kind_of_request_of_a_student_extends_the_session(
        self, classroom: PreparedClassroom, fake_clock: FakeClock, call: str
    ) -> None:
        student_client = classroom.test_app.client_for(classroom.student)
        goals = [classroom.test_app.goal(classroom.student) for _ in range(4)]
        for goal in goals:
            fake_clock.advance(hours=1, minutes=30)
            if call == "read":
                assert student_client.get(f"/api/students/{classroom.student.id}/goals").status_code == 200
            elif call == "write":
                submission = classroom.test_app.submission(goal)
                assert student_client.delete(f"/api/submissions/{submission.id}").status_code == 204
            else:
                assert student_client.upload(goal, text="Done").status_code == 201
        fake_clock.advance(hours=2)
        assert not is_signed_in(student_client)

    @pytest.mark.spec("2.23")
    @pytest.mark.parametrize("options", [{"teacher_from_network": True}, {"school": True}])
    def test_a_remote_teachers_session_ends_after_12_hours(
        self, make_test_app: MakeTestApp, fake_clock: FakeClock, options: dict[str, bool]
    ) -> None:
        test_app = make_test_app(**options)
        phone = test_app.lan_client()
        sign_in_teacher(phone, test_app.teacher())
        fake_clock.advance(hours=11, minutes=59)
        assert is_signed_in(phone)
        fake_clock.advance(minutes=1)
        assert not is_signed_in(phone)

    def test_the_session_response_gives_a_students_remaining_lifetime_and_idle_timeout(
        self, classroom: PreparedClassroom, fake_clock: FakeClock
    ) -> None:
        student_client = classroom.test_app.client_for(classroom.student)
        fake_clock.advance(seconds=59)  # too soon for a refresh
        body = student_client.get("/api/auth/session").json()
        assert (body["expiresIn"], body["idleTimeout"]) == (12 * 3600 - 59, 2 * 3600 - 60)
        fake_clock.advance(seconds=body["idleTimeout"])
        assert is_signed_in(student_client)

    def test_the_session_response_gives_a_teachers_remaining_lifetime_and_no_idle_timeout(
        self, classroom: PreparedClassroom, fake_clock: FakeClock
    ) -> None:
        teacher_client = classroom.test_app.anonymous_client()
        sign_in_teacher(teacher_client, classroom.teacher)
        fake_clock.advance(days=29)
        body = teacher_client.get("/api/auth/session").json()
        assert (body["expiresIn"], body["idleTimeout"]) == (24 * 3600, None)

    def test_every_call_with_an_expired_session_is_401(
        self, classroom: PreparedClassroom, fake_clock: FakeClock
    ) -> None:
        student_client = classroom.test_app.client_for(classroom.student)
        goal = classroom.test_app.goal(classroom.student)
        fake_clock.advance(hours=2)
        assert error(student_client.get(f"/api/students/{classroom.student.id}/goals")) == (401, "not_signed_in")
        assert error(student_client.upload(goal, text="Done")) == (401, "not_signed_in")
        assert count_rows(classroom.test_app, "submissions") == 0


class TestSignOut:
    @pytest.mark.spec("2.24")
    def test_signing_out_ends_the_session_on_the_server(self, classroom: PreparedClassroom) -> None:
        token = classroom.student_client.http.cookies[SESSION_COOKIE]
        response = classroom.student_client.post("/api/auth/logout")
        assert (response.status_code, response.content) == (204, b"")
        assert cookies(response)[SESSION_COOKIE]["value"] == ""
        assert not is_signed_in(classroom.student_client)
        attacker = classroom.test_app.lan_client()
        attacker.http.cookies.set(SESSION_COOKIE, token)
        assert not is_signed_in(attacker)

    @pytest.mark.parametrize("token", [None, "", "x", "x" * 10_000, "é"])
    def test_signing_out_without_a_session_is_204(self, classroom: PreparedClassroom, token: str | None) -> None:
        headers = {} if token is None else {"Cookie": f"{SESSION_COOKIE}={token}".encode()}
        browser = classroom.test_app.lan_client()
        assert browser.http.post("/api/auth/logout", headers=headers).status_code == 204  # type: ignore[arg-type]
        assert error(browser.http.get(SESSION, headers=headers)) == (401, "not_signed_in")  # type: ignore[arg-type]
        assert is_signed_in(classroom.student_client)


class TestReplacedAndEndedSessions:
    @pytest.mark.spec("2.22", "2.32")
    def test_signing_in_replaces_the_browsers_session(self, classroom: PreparedClassroom) -> None:
        shared = classroom.test_app.lan_client()
        sign_in_student(shared, classroom)
        token = shared.http.cookies[SESSION_COOKIE]
        other = classroom.other_classroom()
        sign_in_student(shared, other)
        assert shared.get(SESSION).json()["user"]["id"] == other.student.id
        before = classroom.test_app.lan_client()
        before.http.cookies.set(SESSION_COOKIE, token)
        assert not is_signed_in(before)

    def test_a_session_token_planted_before_the_sign_in_is_invalid_after_it(self, classroom: PreparedClassroom) -> None:
        victim, attacker = classroom.test_app.lan_client(), classroom.test_app.lan_client()
        for browser in (victim, attacker):
            browser.http.cookies.set(SESSION_COOKIE, "planted")
        given = cookies(sign_in_student(victim, classroom))[SESSION_COOKIE]["value"]
        assert given != "planted"
        assert not is_signed_in(attacker)

    def test_a_failed_sign_in_keeps_the_browsers_session(self, classroom: PreparedClassroom) -> None:
        assert classroom.sign_in_student(classroom.student_client, "wrong").status_code == 401
        assert is_signed_in(classroom.student_client)
