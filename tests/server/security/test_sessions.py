"""Sessions: cookies, stored digests, lifetimes and sign-out (specification 2.22 to 2.24)."""

from http.cookies import SimpleCookie

import pytest
from httpx2 import Response

from server.domain.teachers.models import Teacher
from server.security.sessions import SESSION_COOKIE
from server.security.throttle import BROWSER_COOKIE
from tests.factories.passwords import PASSWORD
from tests.factories.room import Room
from tests.factories.stored import count, stored
from tests.factories.world import HERE, Browser, World, error
from tests.server.conftest import Hands, MakeWorld

SESSION = "/api/auth/session"
DAY = 24 * 60


def sign_in_teacher(browser: Browser, teacher: Teacher) -> Response:
    answer = browser.post("/api/auth/teacher", {"username": teacher.email, "password": PASSWORD})
    assert answer.status_code == 200
    return answer


def sign_in_student(browser: Browser, room: Room) -> Response:
    body = {"username": room.student.username, "password": PASSWORD, "classCode": room.classroom.class_code}
    answer = browser.post("/api/auth/student", body)
    assert answer.status_code == 200
    return answer


def cookies(answer: Response) -> dict[str, dict[str, str]]:
    """Return the response's cookies with their non-empty attributes."""
    found: dict[str, dict[str, str]] = {}
    for header in answer.headers.get_list("set-cookie"):
        for name, morsel in SimpleCookie(header).items():
            found[name] = {key: str(value) for key, value in morsel.items() if value} | {"value": morsel.value}
    return found


def is_signed_in(browser: Browser) -> bool:
    answer = browser.get(SESSION)
    if answer.status_code != 200:
        assert error(answer) == (401, "not_signed_in")
    return answer.status_code == 200


class TestCookies:
    @pytest.mark.spec("2.22")
    def test_session_cookies_are_http_only_and_same_site_lax(self, room: Room) -> None:
        for answer in (
            sign_in_teacher(room.world.visitor(), room.teacher),
            sign_in_student(room.world.device(), room),
        ):
            given = cookies(answer)
            assert set(given) == {SESSION_COOKIE, BROWSER_COOKIE}
            for cookie in given.values():
                assert cookie["httponly"] == "True"
                assert cookie["samesite"].lower() == "lax"
                assert cookie["path"] == "/"
                assert "secure" not in cookie  # browsers drop it on the class's plain HTTP
                assert "domain" not in cookie

    @pytest.mark.spec("2.22")
    def test_session_cookies_are_secure_with_a_host_prefix_on_https(self, room: Room) -> None:
        browser = Browser(room.world.app, base_url=HERE.replace("http:", "https:"))
        given = cookies(sign_in_teacher(browser, room.teacher))
        assert all(cookie["secure"] == "True" for cookie in given.values())
        assert set(given) == {f"__Host-{SESSION_COOKIE}", f"__Host-{BROWSER_COOKIE}"}
        assert is_signed_in(browser)
        gone = browser.post("/api/auth/logout").headers["set-cookie"]
        assert gone.startswith(f'__Host-{SESSION_COOKIE}=""')
        assert "; Secure" in gone  # otherwise the browser would keep it
        assert not is_signed_in(browser)

    def test_a_session_cookie_without_the_host_prefix_is_ignored_on_https(self, room: Room) -> None:
        browser = Browser(room.world.app, base_url=HERE.replace("http:", "https:"))
        assert not is_signed_in(room.world.signed_in(room.teacher, browser))

    def test_a_local_teachers_cookie_lasts_30_days(self, room: Room) -> None:
        given = cookies(sign_in_teacher(room.world.visitor(), room.teacher))
        assert given[SESSION_COOKIE]["max-age"] == str(30 * DAY * 60)

    def test_a_students_cookie_ends_with_the_browser(self, room: Room) -> None:
        for browser in (room.world.device(), room.world.visitor()):
            assert not {"max-age", "expires"} & set(cookies(sign_in_student(browser, room))[SESSION_COOKIE])

    def test_a_remote_teachers_cookie_ends_with_the_browser(self, make_world: MakeWorld) -> None:
        world = make_world(teacher_from_network=True)
        given = cookies(sign_in_teacher(world.device(), world.teacher()))
        assert not {"max-age", "expires"} & set(given[SESSION_COOKIE])

    @pytest.mark.spec("2.22")
    def test_only_digests_of_the_cookies_tokens_are_stored(self, room: Room) -> None:
        given = cookies(sign_in_teacher(room.world.visitor(), room.teacher))
        everything = repr(stored(room.world))
        assert len(given[SESSION_COOKIE]["value"]) >= 40
        for cookie in given.values():
            assert cookie["value"] not in everything

    def test_no_two_sign_ins_get_the_same_session_token(self, room: Room) -> None:
        tokens = {cookies(sign_in_student(room.world.device(), room))[SESSION_COOKIE]["value"] for _ in range(5)}
        assert len(tokens) == 5


class TestLifetime:
    @pytest.mark.spec("2.23")
    def test_a_students_session_ends_after_two_idle_hours(self, room: Room, hands: Hands) -> None:
        tablet = room.world.signed_in(room.student)
        hands.move(hours=1, minutes=59)
        assert is_signed_in(tablet)
        hands.move(hours=1, minutes=59)
        assert is_signed_in(tablet)
        hands.move(hours=2)
        assert not is_signed_in(tablet)
        hands.move(hours=-1)
        assert is_signed_in(tablet)  # the session had only expired; it wasn't deleted

    @pytest.mark.parametrize("call", ["read", "write", "upload"])
    def test_every_kind_of_request_of_a_student_extends_the_session(self, room: Room, hands: Hands, call: str) -> None:
        tablet = room.world.signed_in(room.student)
        goals = [room.world.goal(room.student) for _ in range(4)]
        for goal in goals:
            hands.move(hours=1, minutes=30)
            if call == "read":
                assert tablet.get(f"/api/students/{room.student.id}/goals").status_code == 200
            elif call == "write":
                submission = room.world.submission(goal)
                assert tablet.delete(f"/api/submissions/{submission.id}").status_code == 204
            else:
                assert tablet.upload(goal, text="Done").status_code == 201
        hands.move(hours=2)
        assert not is_signed_in(tablet)

    @pytest.mark.spec("2.23")
    def test_a_students_session_ends_after_12_hours_regardless_of_activity(self, room: Room, hands: Hands) -> None:
        tablet = room.world.signed_in(room.student)
        for _ in range(11):
            hands.move(hours=1)
            assert is_signed_in(tablet)
        hands.move(minutes=59)
        assert is_signed_in(tablet)
        hands.move(minutes=1)
        assert not is_signed_in(tablet)

    @pytest.mark.spec("2.23")
    def test_a_local_teachers_session_ends_after_30_days_without_an_idle_timeout(
        self, room: Room, hands: Hands
    ) -> None:
        desk = room.world.visitor()
        sign_in_teacher(desk, room.teacher)
        hands.move(days=29, hours=23, minutes=59)
        assert is_signed_in(desk)
        hands.move(minutes=1)
        assert not is_signed_in(desk)

    @pytest.mark.spec("2.23")
    @pytest.mark.parametrize("options", [{"teacher_from_network": True}, {"school": True}])
    def test_a_remote_teachers_session_ends_after_12_hours(
        self, make_world: MakeWorld, hands: Hands, options: dict[str, bool]
    ) -> None:
        world = make_world(**options)
        phone = world.device()
        sign_in_teacher(phone, world.teacher())
        hands.move(hours=11, minutes=59)
        assert is_signed_in(phone)
        hands.move(minutes=1)
        assert not is_signed_in(phone)

    def test_the_session_response_gives_a_students_remaining_lifetime_and_idle_timeout(
        self, room: Room, hands: Hands
    ) -> None:
        tablet = room.world.signed_in(room.student)
        hands.move(seconds=59)  # too soon for a refresh
        body = tablet.get("/api/auth/session").json()
        assert (body["expiresIn"], body["idleTimeout"]) == (12 * 3600 - 59, 2 * 3600 - 60)
        hands.move(seconds=body["idleTimeout"])
        assert is_signed_in(tablet)

    def test_the_session_response_gives_a_teachers_remaining_lifetime_and_no_idle_timeout(
        self, room: Room, hands: Hands
    ) -> None:
        desk = room.world.visitor()
        sign_in_teacher(desk, room.teacher)
        hands.move(days=29)
        body = desk.get("/api/auth/session").json()
        assert (body["expiresIn"], body["idleTimeout"]) == (24 * 3600, None)

    def test_every_call_with_an_expired_session_is_401(self, room: Room, hands: Hands) -> None:
        tablet = room.world.signed_in(room.student)
        goal = room.world.goal(room.student)
        hands.move(hours=2)
        assert error(tablet.get(f"/api/students/{room.student.id}/goals")) == (401, "not_signed_in")
        assert error(tablet.upload(goal, text="Done")) == (401, "not_signed_in")
        assert count(room.world, "submissions") == 0

    def test_expired_sessions_are_deleted_at_the_next_sign_in(self, world: World, hands: Hands) -> None:
        room = Room.of(world)
        assert count(world, "sessions") == 2
        hands.move(days=31)
        sign_in_student(world.device(), room)
        assert count(world, "sessions") == 1


class TestSignOut:
    @pytest.mark.spec("2.24")
    def test_signing_out_ends_the_session_on_the_server(self, room: Room) -> None:
        token = room.tablet.http.cookies[SESSION_COOKIE]
        answer = room.tablet.post("/api/auth/logout")
        assert (answer.status_code, answer.content) == (204, b"")
        assert cookies(answer)[SESSION_COOKIE]["value"] == ""
        assert not is_signed_in(room.tablet)
        attacker = room.world.device()
        attacker.http.cookies.set(SESSION_COOKIE, token)
        assert not is_signed_in(attacker)

    def test_signing_out_ends_no_other_session(self, room: Room) -> None:
        other = room.world.signed_in(room.student)
        room.tablet.post("/api/auth/logout")
        assert is_signed_in(other)
        assert is_signed_in(room.desk)

    @pytest.mark.parametrize("token", [None, "", "x", "x" * 10_000, "é"])
    def test_signing_out_without_a_session_is_204(self, room: Room, token: str | None) -> None:
        headers = {} if token is None else {"Cookie": f"{SESSION_COOKIE}={token}".encode()}
        browser = room.world.device()
        assert browser.http.post("/api/auth/logout", headers=headers).status_code == 204  # type: ignore[arg-type]
        assert error(browser.http.get(SESSION, headers=headers)) == (401, "not_signed_in")  # type: ignore[arg-type]
        assert is_signed_in(room.tablet)


class TestReplacedAndEndedSessions:
    @pytest.mark.spec("2.22")
    def test_signing_in_replaces_the_browsers_session(self, room: Room) -> None:
        shared = room.world.device()
        sign_in_student(shared, room)
        token = shared.http.cookies[SESSION_COOKIE]
        other = room.another()
        sign_in_student(shared, other)
        assert shared.get(SESSION).json()["user"]["id"] == other.student.id
        before = room.world.device()
        before.http.cookies.set(SESSION_COOKIE, token)
        assert not is_signed_in(before)

    def test_a_session_token_planted_before_the_sign_in_is_invalid_after_it(self, room: Room) -> None:
        victim, attacker = room.world.device(), room.world.device()
        for browser in (victim, attacker):
            browser.http.cookies.set(SESSION_COOKIE, "planted")
        given = cookies(sign_in_student(victim, room))[SESSION_COOKIE]["value"]
        assert given != "planted"
        assert not is_signed_in(attacker)

    def test_a_failed_sign_in_keeps_the_browsers_session(self, room: Room) -> None:
        body = {"username": room.student.username, "password": "wrong", "classCode": room.classroom.class_code}
        assert room.tablet.post("/api/auth/student", body).status_code == 401
        assert is_signed_in(room.tablet)

    @pytest.mark.spec("2.23")
    def test_a_new_password_set_by_the_teacher_ends_the_students_sessions(self, room: Room) -> None:
        classmate = room.world.signed_in(room.world.student(room.classroom))
        names = {"firstName": "Amara", "lastName": "Okafor", "username": room.student.username}
        assert room.desk.put(f"/api/students/{room.student.id}", names).status_code == 200
        assert is_signed_in(room.tablet)
        assert room.desk.put(f"/api/students/{room.student.id}", names | {"password": "new one"}).status_code == 200
        assert not is_signed_in(room.tablet)
        assert is_signed_in(classmate)

    def test_deleting_a_student_ends_its_sessions(self, room: Room) -> None:
        room.desk.delete(f"/api/students/{room.student.id}")
        assert not is_signed_in(room.tablet)
        assert count(room.world, "sessions") == 1

    def test_deleting_a_class_ends_its_students_sessions(self, room: Room) -> None:
        elsewhere = room.another()
        room.desk.delete(f"/api/classrooms/{room.classroom.id}")
        assert not is_signed_in(room.tablet)
        assert is_signed_in(elsewhere.tablet)
        assert is_signed_in(room.desk)
