"""Sessions: what the browser gets, what the server keeps, and when they end (specification 2.22, 2.23)."""

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
    """The answer's cookies with their attributes that say something."""
    found: dict[str, dict[str, str]] = {}
    for header in answer.headers.get_list("set-cookie"):
        for name, morsel in SimpleCookie(header).items():
            found[name] = {key: str(value) for key, value in morsel.items() if value} | {"value": morsel.value}
    return found


def is_in(browser: Browser) -> bool:
    answer = browser.get(SESSION)
    if answer.status_code != 200:
        assert error(answer) == (401, "not_signed_in")
    return answer.status_code == 200


class TestTheCookie:
    @pytest.mark.spec("2.22")
    def test_scripts_cannot_read_it_and_other_sites_cannot_send_it(self, room: Room) -> None:
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
                assert "secure" not in cookie  # the class's plain HTTP would drop it
                assert "domain" not in cookie

    @pytest.mark.spec("2.22")
    def test_it_is_secure_on_https(self, room: Room) -> None:
        browser = Browser(room.world.app, base_url=HERE.replace("http:", "https:"))
        given = cookies(sign_in_teacher(browser, room.teacher))
        assert all(cookie["secure"] == "True" for cookie in given.values())
        assert set(given) == {f"__Host-{SESSION_COOKIE}", f"__Host-{BROWSER_COOKIE}"}
        assert is_in(browser)
        gone = browser.post("/api/auth/logout").headers["set-cookie"]
        assert gone.startswith(f'__Host-{SESSION_COOKIE}=""')
        assert "; Secure" in gone  # else the browser would leave it as it is
        assert not is_in(browser)

    def test_on_https_one_that_any_host_may_have_set_signs_nobody_in(self, room: Room) -> None:
        browser = Browser(room.world.app, base_url=HERE.replace("http:", "https:"))
        assert not is_in(room.world.signed_in(room.teacher, browser))

    def test_a_teachers_on_the_desktop_is_kept_for_30_days(self, room: Room) -> None:
        given = cookies(sign_in_teacher(room.world.visitor(), room.teacher))
        assert given[SESSION_COOKIE]["max-age"] == str(30 * DAY * 60)

    def test_a_students_ends_with_the_browser(self, room: Room) -> None:
        for browser in (room.world.device(), room.world.visitor()):
            assert not {"max-age", "expires"} & set(cookies(sign_in_student(browser, room))[SESSION_COOKIE])

    def test_a_teachers_elsewhere_ends_with_the_browser(self, make_world: MakeWorld) -> None:
        world = make_world(teacher_from_network=True)
        given = cookies(sign_in_teacher(world.device(), world.teacher()))
        assert not {"max-age", "expires"} & set(given[SESSION_COOKIE])

    @pytest.mark.spec("2.22")
    def test_only_the_tokens_digests_are_stored(self, room: Room) -> None:
        given = cookies(sign_in_teacher(room.world.visitor(), room.teacher))
        everything = repr(stored(room.world))
        assert len(given[SESSION_COOKIE]["value"]) >= 40
        for cookie in given.values():
            assert cookie["value"] not in everything

    def test_no_two_sign_ins_get_the_same_token(self, room: Room) -> None:
        tokens = {cookies(sign_in_student(room.world.device(), room))[SESSION_COOKIE]["value"] for _ in range(5)}
        assert len(tokens) == 5


class TestHowLong:
    @pytest.mark.spec("2.23")
    def test_a_students_ends_after_two_idle_hours(self, room: Room, hands: Hands) -> None:
        tablet = room.world.signed_in(room.student)
        hands.move(hours=1, minutes=59)
        assert is_in(tablet)
        hands.move(hours=1, minutes=59)
        assert is_in(tablet)
        hands.move(hours=2)
        assert not is_in(tablet)
        hands.move(hours=-1)
        assert is_in(tablet)  # it had ended by the clock alone

    @pytest.mark.parametrize("call", ["read", "write", "upload"])
    def test_whatever_a_student_does_keeps_it_alive(self, room: Room, hands: Hands, call: str) -> None:
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
        assert not is_in(tablet)

    @pytest.mark.spec("2.23")
    def test_a_students_ends_after_12_hours_however_busy(self, room: Room, hands: Hands) -> None:
        tablet = room.world.signed_in(room.student)
        for _ in range(11):
            hands.move(hours=1)
            assert is_in(tablet)
        hands.move(minutes=59)
        assert is_in(tablet)
        hands.move(minutes=1)
        assert not is_in(tablet)

    @pytest.mark.spec("2.23")
    def test_a_teachers_on_the_desktop_ends_after_30_days_however_idle(self, room: Room, hands: Hands) -> None:
        desk = room.world.visitor()
        sign_in_teacher(desk, room.teacher)
        hands.move(days=29, hours=23, minutes=59)
        assert is_in(desk)
        hands.move(minutes=1)
        assert not is_in(desk)

    @pytest.mark.spec("2.23")
    @pytest.mark.parametrize("options", [{"teacher_from_network": True}, {"school": True}])
    def test_a_teachers_elsewhere_ends_after_12_hours(
        self, make_world: MakeWorld, hands: Hands, options: dict[str, bool]
    ) -> None:
        world = make_world(**options)
        phone = world.device()
        sign_in_teacher(phone, world.teacher())
        hands.move(hours=11, minutes=59)
        assert is_in(phone)
        hands.move(minutes=1)
        assert not is_in(phone)

    def test_a_students_page_is_told_how_long_it_lasts_and_it_lasts_so_long(self, room: Room, hands: Hands) -> None:
        tablet = room.world.signed_in(room.student)
        hands.move(seconds=59)  # too soon to be noted as a use
        told = tablet.get("/api/auth/session").json()
        assert (told["expiresIn"], told["idleTimeout"]) == (12 * 3600 - 59, 2 * 3600 - 60)
        hands.move(seconds=told["idleTimeout"])
        assert is_in(tablet)

    def test_a_teachers_page_is_told_of_its_end_and_of_no_idle_limit(self, room: Room, hands: Hands) -> None:
        desk = room.world.visitor()
        sign_in_teacher(desk, room.teacher)
        hands.move(days=29)
        told = desk.get("/api/auth/session").json()
        assert (told["expiresIn"], told["idleTimeout"]) == (24 * 3600, None)

    def test_over_means_over_for_every_call(self, room: Room, hands: Hands) -> None:
        tablet = room.world.signed_in(room.student)
        goal = room.world.goal(room.student)
        hands.move(hours=2)
        assert error(tablet.get(f"/api/students/{room.student.id}/goals")) == (401, "not_signed_in")
        assert error(tablet.upload(goal, text="Done")) == (401, "not_signed_in")
        assert count(room.world, "submissions") == 0

    def test_sessions_that_are_over_are_forgotten(self, world: World, hands: Hands) -> None:
        room = Room.of(world)
        assert count(world, "sessions") == 2
        hands.move(days=31)
        sign_in_student(world.device(), room)
        assert count(world, "sessions") == 1


class TestSigningOut:
    @pytest.mark.spec("2.24")
    def test_the_session_ends_on_the_server(self, room: Room) -> None:
        token = room.tablet.http.cookies[SESSION_COOKIE]
        answer = room.tablet.post("/api/auth/logout")
        assert (answer.status_code, answer.content) == (204, b"")
        assert cookies(answer)[SESSION_COOKIE]["value"] == ""
        assert not is_in(room.tablet)
        thief = room.world.device()
        thief.http.cookies.set(SESSION_COOKIE, token)
        assert not is_in(thief)

    def test_only_this_browsers_session_ends(self, room: Room) -> None:
        other = room.world.signed_in(room.student)
        room.tablet.post("/api/auth/logout")
        assert is_in(other)
        assert is_in(room.desk)

    @pytest.mark.parametrize("token", [None, "", "x", "x" * 10_000, "é"])
    def test_nobody_may_sign_out_too(self, room: Room, token: str | None) -> None:
        headers = {} if token is None else {"Cookie": f"{SESSION_COOKIE}={token}".encode()}
        browser = room.world.device()
        assert browser.http.post("/api/auth/logout", headers=headers).status_code == 204  # type: ignore[arg-type]
        assert error(browser.http.get(SESSION, headers=headers)) == (401, "not_signed_in")  # type: ignore[arg-type]
        assert is_in(room.tablet)


class TestOtherEnds:
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
        assert not is_in(before)

    def test_a_token_that_was_planted_before_the_sign_in_is_none_after_it(self, room: Room) -> None:
        victim, planter = room.world.device(), room.world.device()
        for browser in (victim, planter):
            browser.http.cookies.set(SESSION_COOKIE, "planted")
        given = cookies(sign_in_student(victim, room))[SESSION_COOKIE]["value"]
        assert given != "planted"
        assert not is_in(planter)

    def test_a_failed_sign_in_leaves_the_session_as_it_is(self, room: Room) -> None:
        body = {"username": room.student.username, "password": "wrong", "classCode": room.classroom.class_code}
        assert room.tablet.post("/api/auth/student", body).status_code == 401
        assert is_in(room.tablet)

    @pytest.mark.spec("2.23")
    def test_a_new_password_signs_the_student_out_everywhere(self, room: Room) -> None:
        classmate = room.world.signed_in(room.world.student(room.classroom))
        names = {"firstName": "Amara", "lastName": "Okafor", "username": room.student.username}
        assert room.desk.put(f"/api/students/{room.student.id}", names).status_code == 200
        assert is_in(room.tablet)
        assert room.desk.put(f"/api/students/{room.student.id}", names | {"password": "new one"}).status_code == 200
        assert not is_in(room.tablet)
        assert is_in(classmate)

    def test_deleting_the_student_ends_its_sessions_at_once(self, room: Room) -> None:
        room.desk.delete(f"/api/students/{room.student.id}")
        assert not is_in(room.tablet)
        assert count(room.world, "sessions") == 1

    def test_deleting_the_class_ends_its_students_sessions_at_once(self, room: Room) -> None:
        elsewhere = room.another()
        room.desk.delete(f"/api/classrooms/{room.classroom.id}")
        assert not is_in(room.tablet)
        assert is_in(elsewhere.tablet)
        assert is_in(room.desk)
