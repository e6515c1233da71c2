"""Limits on failed sign-ins per account and address, account, and address (specification 2.19, 2.20)."""

from contextlib import ExitStack
from functools import partial
from typing import Any

import pytest
from httpx2 import Response

from server.domain.students.models import Student
from server.security.fair_queue import MAX_SIGN_INS_PER_ADDRESS, FairQueues
from server.security.throttle import BROWSER_COOKIE
from server.settings import Settings
from tests.factories.at_once import at_once
from tests.factories.passwords import PASSWORD
from tests.factories.room import Room
from tests.factories.stored import count, stored
from tests.factories.world import Browser, World, error
from tests.server.conftest import Hands, MakeWorld

SENTENCE = "Too many wrong sign-ins. Please wait a few minutes and try again."
LIMITED = (429, "too_many_attempts")
WRONG = (401, "invalid_credentials")


def sign_in_student(browser: Browser, room: Room, password: str = "wrong", student: Student | None = None) -> Response:
    username = (student or room.student).username
    body = {"username": username, "password": password, "classCode": room.classroom.class_code}
    return browser.post("/api/auth/student", body)


def sign_in_teacher(browser: Browser, room: Room, password: str = "wrong") -> Response:
    return browser.post("/api/auth/teacher", {"username": room.teacher.email, "password": password})


def fail_sign_ins(room: Room, address: str = "192.168.1.77", times: int = 10) -> None:
    """Fail to sign in from an address, each time with an unknown browser."""
    for _ in range(times):
        assert error(sign_in_student(room.world.device(address), room)) == WRONG


class TestQueue:
    def test_an_address_with_100_sign_ins_waiting_gets_429_for_the_next_one(self, room: Room) -> None:
        queues: FairQueues = room.world.services.queues
        with ExitStack() as slots:
            for _ in range(MAX_SIGN_INS_PER_ADDRESS):
                slots.enter_context(queues.sign_in_slot("192.168.1.77"))
            answer = sign_in_student(room.world.device("192.168.1.77"), room, PASSWORD)
            assert error(answer) == (429, "too_many_waiting")
            assert answer.headers["retry-after"] == "3"
            assert sign_in_student(room.world.device("192.168.1.78"), room, PASSWORD).status_code == 200
        assert sign_in_student(room.world.device("192.168.1.77"), room, PASSWORD).status_code == 200


class TestBrowserTokens:
    def test_failures_with_a_copied_browser_token_count_only_for_the_device_that_copied_it(self, room: Room) -> None:
        tablet = room.world.device("192.168.1.10")
        assert sign_in_student(tablet, room, PASSWORD).status_code == 200
        attacker = room.world.device("192.168.1.11")
        attacker.http.cookies.set(BROWSER_COOKIE, tablet.http.cookies[BROWSER_COOKIE])
        for _ in range(10):
            assert error(sign_in_student(attacker, room)) == WRONG
        assert error(sign_in_student(attacker, room, PASSWORD)) == LIMITED
        assert sign_in_student(tablet, room, PASSWORD).status_code == 200

    def test_a_browser_token_that_the_server_did_not_issue_is_replaced(self, room: Room) -> None:
        tablet = room.world.device()
        tablet.http.cookies.set(BROWSER_COOKIE, "made up")
        answer = sign_in_student(tablet, room, PASSWORD)
        assert answer.cookies[BROWSER_COOKIE] != "made up"

    def test_a_browser_shared_by_two_students_keeps_its_token(self, room: Room) -> None:
        tablet = room.world.device()
        token = sign_in_student(tablet, room, PASSWORD).cookies[BROWSER_COOKIE]
        classmate = room.world.student(room.classroom)
        assert sign_in_student(tablet, room, PASSWORD, classmate).cookies[BROWSER_COOKIE] == token


class TestAccountAndAddressLimit:
    @pytest.mark.spec("2.19")
    def test_after_ten_wrong_passwords_even_the_right_one_is_429(self, room: Room, hands: Hands) -> None:
        fail_sign_ins(room)
        answer = sign_in_student(room.world.device(), room)
        assert error(answer) == LIMITED
        assert answer.json()["error"] == SENTENCE
        assert answer.headers["retry-after"] == "300"
        assert error(sign_in_student(room.world.device(), room, PASSWORD)) == LIMITED
        hands.move(minutes=2)
        assert sign_in_student(room.world.device(), room, PASSWORD).headers["retry-after"] == "180"

    def test_a_teachers_sign_in_is_throttled_too(self, room: Room, hands: Hands) -> None:
        for _ in range(10):
            assert error(sign_in_teacher(room.world.visitor(), room)) == WRONG
        assert error(sign_in_teacher(room.world.visitor(), room)) == LIMITED
        assert error(sign_in_teacher(room.world.visitor(), room, PASSWORD)) == LIMITED
        hands.move(minutes=5)
        assert sign_in_teacher(room.world.visitor(), room, PASSWORD).status_code == 200

    def test_a_new_password_set_by_the_teacher_resets_the_students_failures(self, room: Room) -> None:
        fail_sign_ins(room)
        names = {"firstName": "Amara", "lastName": "Okafor", "username": room.student.username}
        assert room.desk.put(f"/api/students/{room.student.id}", {**names, "password": "new one"}).status_code == 200
        assert sign_in_student(room.world.device(), room, "new one").status_code == 200

    def test_the_limit_ends_five_minutes_after_the_failures(self, room: Room, hands: Hands) -> None:
        fail_sign_ins(room)
        hands.move(minutes=4, seconds=59)
        assert error(sign_in_student(room.world.device(), room, PASSWORD)) == LIMITED
        hands.move(seconds=1)
        assert sign_in_student(room.world.device(), room, PASSWORD).status_code == 200

    def test_each_failure_expires_five_minutes_after_it_happened(self, room: Room, hands: Hands) -> None:
        fail_sign_ins(room, times=5)
        hands.move(minutes=3)
        fail_sign_ins(room, times=5)
        answer = sign_in_student(room.world.device(), room)
        assert (error(answer), answer.headers["retry-after"]) == (LIMITED, "120")
        hands.move(minutes=2)
        fail_sign_ins(room, times=5)
        assert error(sign_in_student(room.world.device(), room)) == LIMITED

    def test_waiting_as_long_as_retry_after_says_is_enough_to_sign_in(self, room: Room, hands: Hands) -> None:
        fail_sign_ins(room, times=9)
        hands.move(seconds=7.4)
        fail_sign_ins(room, times=1)
        seconds = int(sign_in_student(room.world.device(), room).headers["retry-after"])
        hands.move(seconds=seconds)
        assert sign_in_student(room.world.device(), room, PASSWORD).status_code == 200

    def test_attempts_beyond_the_limit_do_not_extend_it(self, room: Room, hands: Hands) -> None:
        fail_sign_ins(room)
        hands.move(minutes=4)
        for _ in range(20):
            assert error(sign_in_student(room.world.device(), room)) == LIMITED
        hands.move(minutes=1)
        assert sign_in_student(room.world.device(), room, PASSWORD).status_code == 200

    def test_failures_of_one_account_and_address_limit_no_other_account_or_address(self, room: Room) -> None:
        classmate = room.world.student(room.classroom)
        fail_sign_ins(room)
        assert sign_in_student(room.world.device(), room, PASSWORD, classmate).status_code == 200
        assert sign_in_student(room.world.device("192.168.1.78"), room, PASSWORD).status_code == 200

    def test_failures_are_counted_together_however_the_username_is_typed(self, room: Room) -> None:
        code = room.classroom.class_code
        for name in (room.student.username, f" {room.student.username.upper()} ") * 5:
            body = {"username": name, "password": "wrong", "classCode": f" {code.lower()}"}
            assert error(room.world.device().post("/api/auth/student", body)) == WRONG
        assert error(sign_in_student(room.world.device(), room, PASSWORD)) == LIMITED

    @pytest.mark.parametrize(
        ("call", "body"),
        [
            ("/api/auth/student", {"username": "Nobody", "password": "x", "classCode": "222222"}),
            ("/api/auth/teacher", {"username": "Nobody@school.org", "password": "x"}),
        ],
    )
    def test_an_unknown_account_is_throttled_like_an_existing_one(
        self, world: World, call: str, body: dict[str, str]
    ) -> None:
        for _ in range(5):
            assert error(world.visitor().post(call, body)) == WRONG
            assert error(world.visitor().post(call, body | {"username": body["username"].upper()})) == WRONG
        answer = world.visitor().post(call, body)
        assert error(answer) == LIMITED
        assert answer.json()["error"] == SENTENCE

    def test_an_invalid_body_is_not_counted_as_a_failure(self, room: Room) -> None:
        for _ in range(12):
            assert sign_in_student(room.world.device(), room, "").status_code == 422
        assert count(room.world, "sign_in_failures") == 0
        assert sign_in_student(room.world.device(), room, PASSWORD).status_code == 200

    @pytest.mark.postgresql
    def test_of_sixteen_concurrent_attempts_only_ten_are_verified(self, room: Room) -> None:
        answers = at_once(*(partial(sign_in_student, room.world.device(), room) for _ in range(16)))
        assert sorted(error(answer) for answer in answers) == [WRONG] * 10 + [LIMITED] * 6


class TestAccountLimit:
    @pytest.mark.spec("2.19")
    def test_after_fifty_failures_of_an_account_each_other_address_may_try_once(self, room: Room, hands: Hands) -> None:
        for device in range(5):
            fail_sign_ins(room, f"10.0.0.{device}")
        assert error(sign_in_student(room.world.device("10.0.0.99"), room)) == WRONG
        assert error(sign_in_student(room.world.device("10.0.0.99"), room, PASSWORD)) == LIMITED
        classmate = room.world.student(room.classroom)
        assert sign_in_student(room.world.device("10.0.0.99"), room, PASSWORD, classmate).status_code == 200
        hands.move(minutes=5)
        assert sign_in_student(room.world.device("10.0.0.99"), room, PASSWORD).status_code == 200


class TestAddressLimit:
    @pytest.mark.spec("2.19")
    def test_the_address_failure_limit_is_300_unless_the_environment_sets_it(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delenv("GOALBUCKS_ADDRESS_FAILURE_LIMIT", raising=False)
        assert Settings().address_failure_limit == 300
        monkeypatch.setenv("GOALBUCKS_ADDRESS_FAILURE_LIMIT", "2000")
        assert Settings().address_failure_limit == 2000

    def test_an_address_at_its_limit_can_sign_in_to_no_account(self, make_world: MakeWorld, hands: Hands) -> None:
        room = Room.of(make_world(address_failure_limit=30))
        others = [room.world.student(room.classroom) for _ in range(3)]
        for student in others:
            for _ in range(10):
                assert error(sign_in_student(room.world.device(), room, student=student)) == WRONG
        answer = sign_in_student(room.world.device(), room, PASSWORD)
        assert (error(answer), answer.headers["retry-after"]) == (LIMITED, "300")
        assert sign_in_student(room.world.device("192.168.1.78"), room, PASSWORD).status_code == 200
        hands.move(minutes=5)
        assert sign_in_student(room.world.device(), room, PASSWORD).status_code == 200

    def test_failures_of_students_and_teachers_count_toward_one_address_limit(self, make_world: MakeWorld) -> None:
        room = Room.of(make_world(address_failure_limit=4))
        for _ in range(2):
            assert error(sign_in_teacher(room.world.visitor(), room)) == WRONG
            assert error(sign_in_student(room.world.visitor(), room)) == WRONG
        assert error(sign_in_student(room.world.visitor(), room, PASSWORD)) == LIMITED


class TestKnownBrowsers:
    """A browser that has signed in to the account before has a failure count of its own."""

    @pytest.fixture
    def known(self, room: Room) -> Browser:
        tablet = room.world.device()
        assert sign_in_student(tablet, room, PASSWORD).status_code == 200
        tablet.post("/api/auth/logout")
        return tablet

    @pytest.mark.spec("2.20")
    def test_a_classmates_failures_do_not_lock_out_a_known_browser(self, room: Room, known: Browser) -> None:
        fail_sign_ins(room)
        assert error(sign_in_student(room.world.device(), room, PASSWORD)) == LIMITED
        assert sign_in_student(known, room, PASSWORD).status_code == 200

    def test_failures_from_many_devices_do_not_lock_out_a_known_browser(self, room: Room, known: Browser) -> None:
        for device in range(5):
            fail_sign_ins(room, f"10.0.0.{device}")
        assert sign_in_student(known, room, PASSWORD).status_code == 200

    def test_an_address_at_its_limit_does_not_lock_out_a_known_browser(self, make_world: MakeWorld) -> None:
        room = Room.of(make_world(address_failure_limit=3))
        tablet = room.world.device()
        sign_in_student(tablet, room, PASSWORD)
        fail_sign_ins(room, times=3)
        assert error(sign_in_student(room.world.device(), room, PASSWORD)) == LIMITED
        assert sign_in_student(tablet, room, PASSWORD).status_code == 200

    def test_a_known_browser_is_limited_after_ten_failures_of_its_own(
        self, room: Room, known: Browser, hands: Hands
    ) -> None:
        for _ in range(10):
            assert error(sign_in_student(known, room)) == WRONG
        assert error(sign_in_student(known, room, PASSWORD)) == LIMITED
        assert sign_in_student(room.world.device(), room, PASSWORD).status_code == 200
        hands.move(minutes=5)
        assert sign_in_student(known, room, PASSWORD).status_code == 200

    def test_a_browser_known_to_one_account_is_unknown_to_a_classmates(self, room: Room, known: Browser) -> None:
        classmate = room.world.student(room.classroom)
        for _ in range(10):
            assert error(sign_in_student(known, room, student=classmate)) == WRONG
        assert error(sign_in_student(room.world.device(), room, PASSWORD, classmate)) == LIMITED

    def test_a_made_up_browser_cookie_is_not_a_known_browser(self, room: Room) -> None:
        fail_sign_ins(room)
        browser = room.world.device()
        browser.http.cookies.set(BROWSER_COOKIE, "made up")
        assert error(sign_in_student(browser, room, PASSWORD)) == LIMITED

    def test_the_browser_that_registered_a_teacher_is_a_known_browser(self, world: World) -> None:
        account: dict[str, Any] = {"username": "elena@school.org", "password": "wrong"}
        own, stranger = world.visitor(), world.visitor()
        own.post("/api/auth/register-teacher", {"name": "Elena", "email": "elena@school.org", "password": PASSWORD})
        for _ in range(10):
            assert error(stranger.post("/api/auth/teacher", account)) == WRONG
        assert error(stranger.post("/api/auth/teacher", account)) == LIMITED
        assert own.post("/api/auth/teacher", account | {"password": PASSWORD}).status_code == 200


@pytest.mark.postgresql
@pytest.mark.spec("2.19")
def test_thirty_students_behind_one_address_sign_in_at_once_after_one_failure_each(room: Room) -> None:
    """All thirty mistype once at the same moment, then sign in at the same moment."""
    students = [room.world.student(room.classroom) for _ in range(30)]
    devices = [room.world.device() for _ in students]
    for password, expected in (("wrong", 401), (PASSWORD, 200)):
        calls = zip(devices, students, strict=True)
        answers = at_once(*(partial(sign_in_student, device, room, password, student) for device, student in calls))
        assert {answer.status_code for answer in answers} == {expected}


def test_successful_sign_ins_are_not_counted(room: Room) -> None:
    for _ in range(12):
        assert sign_in_student(room.world.device(), room, PASSWORD).status_code == 200
    assert count(room.world, "sign_in_failures") == 0


@pytest.mark.spec("2.19")
def test_reads_are_not_limited_by_failed_sign_ins(room: Room) -> None:
    fail_sign_ins(room)
    assert {room.tablet.get("/api/auth/session").status_code for _ in range(50)} == {200}


def test_failures_are_stored_without_names_and_deleted_once_expired(room: Room, hands: Hands) -> None:
    fail_sign_ins(room, times=3)
    rows = repr(stored(room.world)["sign_in_failures"])
    assert room.student.username not in rows
    assert room.student.id not in rows
    hands.move(minutes=5)
    fail_sign_ins(room, times=1)
    assert count(room.world, "sign_in_failures") == 1
