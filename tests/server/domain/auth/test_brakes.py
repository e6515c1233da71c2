"""Brakes on wrong sign-ins (specification 2.19, 2.20): failures only, so that a class gets in at the bell."""

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
BRAKED = (429, "too_many_attempts")
WRONG = (401, "invalid_credentials")


def student_tries(browser: Browser, room: Room, password: str = "wrong", student: Student | None = None) -> Response:
    username = (student or room.student).username
    body = {"username": username, "password": password, "classCode": room.classroom.class_code}
    return browser.post("/api/auth/student", body)


def teacher_tries(browser: Browser, room: Room, password: str = "wrong") -> Response:
    return browser.post("/api/auth/teacher", {"username": room.teacher.email, "password": password})


def exhaust(room: Room, address: str = "192.168.1.77", times: int = 10) -> None:
    """Fail so often from an address, each time as a browser that nobody knows."""
    for _ in range(times):
        assert error(student_tries(room.world.device(address), room)) == WRONG


class TestWaiting:
    def test_an_address_with_a_hundred_sign_ins_waiting_is_told_to_wait(self, room: Room) -> None:
        queues: FairQueues = room.world.services.queues
        with ExitStack() as line:
            for _ in range(MAX_SIGN_INS_PER_ADDRESS):
                line.enter_context(queues.sign_in_slot("192.168.1.77"))
            answer = student_tries(room.world.device("192.168.1.77"), room, PASSWORD)
            assert error(answer) == (429, "too_many_waiting")
            assert answer.headers["retry-after"] == "3"
            assert student_tries(room.world.device("192.168.1.78"), room, PASSWORD).status_code == 200
        assert student_tries(room.world.device("192.168.1.77"), room, PASSWORD).status_code == 200


class TestTokensOfBrowsers:
    def test_a_copied_token_fails_on_its_own_device_only(self, room: Room) -> None:
        tablet = room.world.device("192.168.1.10")
        assert student_tries(tablet, room, PASSWORD).status_code == 200
        thief = room.world.device("192.168.1.11")
        thief.http.cookies.set(BROWSER_COOKIE, tablet.http.cookies[BROWSER_COOKIE])
        for _ in range(10):
            assert error(student_tries(thief, room)) == WRONG
        assert error(student_tries(thief, room, PASSWORD)) == BRAKED
        assert student_tries(tablet, room, PASSWORD).status_code == 200

    def test_a_token_that_the_server_did_not_make_is_replaced(self, room: Room) -> None:
        tablet = room.world.device()
        tablet.http.cookies.set(BROWSER_COOKIE, "made up")
        answer = student_tries(tablet, room, PASSWORD)
        assert answer.cookies[BROWSER_COOKIE] != "made up"

    def test_a_shared_browser_keeps_its_token(self, room: Room) -> None:
        tablet = room.world.device()
        token = student_tries(tablet, room, PASSWORD).cookies[BROWSER_COOKIE]
        classmate = room.world.student(room.classroom)
        assert student_tries(tablet, room, PASSWORD, classmate).cookies[BROWSER_COOKIE] == token


class TestPerAccountAndAddress:
    @pytest.mark.spec("2.19")
    def test_the_eleventh_wrong_password_is_429_and_so_is_the_right_one(self, room: Room, hands: Hands) -> None:
        exhaust(room)
        answer = student_tries(room.world.device(), room)
        assert error(answer) == BRAKED
        assert answer.json()["error"] == SENTENCE
        assert answer.headers["retry-after"] == "300"
        assert error(student_tries(room.world.device(), room, PASSWORD)) == BRAKED
        hands.move(minutes=2)
        assert student_tries(room.world.device(), room, PASSWORD).headers["retry-after"] == "180"

    def test_a_teacher_is_braked_as_well(self, room: Room, hands: Hands) -> None:
        for _ in range(10):
            assert error(teacher_tries(room.world.visitor(), room)) == WRONG
        assert error(teacher_tries(room.world.visitor(), room)) == BRAKED
        assert error(teacher_tries(room.world.visitor(), room, PASSWORD)) == BRAKED
        hands.move(minutes=5)
        assert teacher_tries(room.world.visitor(), room, PASSWORD).status_code == 200

    def test_a_new_password_from_the_teacher_lets_the_student_in_at_once(self, room: Room) -> None:
        exhaust(room)
        names = {"firstName": "Amara", "lastName": "Okafor", "username": room.student.username}
        assert room.desk.put(f"/api/students/{room.student.id}", {**names, "password": "new one"}).status_code == 200
        assert student_tries(room.world.device(), room, "new one").status_code == 200

    def test_after_five_minutes_it_is_off(self, room: Room, hands: Hands) -> None:
        exhaust(room)
        hands.move(minutes=4, seconds=59)
        assert error(student_tries(room.world.device(), room, PASSWORD)) == BRAKED
        hands.move(seconds=1)
        assert student_tries(room.world.device(), room, PASSWORD).status_code == 200

    def test_the_five_minutes_go_with_the_failures(self, room: Room, hands: Hands) -> None:
        exhaust(room, times=5)
        hands.move(minutes=3)
        exhaust(room, times=5)
        answer = student_tries(room.world.device(), room)
        assert (error(answer), answer.headers["retry-after"]) == (BRAKED, "120")
        hands.move(minutes=2)
        exhaust(room, times=5)
        assert error(student_tries(room.world.device(), room)) == BRAKED

    def test_waiting_as_long_as_retry_after_says_is_enough(self, room: Room, hands: Hands) -> None:
        exhaust(room, times=9)
        hands.move(seconds=7.4)
        exhaust(room, times=1)
        seconds = int(student_tries(room.world.device(), room).headers["retry-after"])
        hands.move(seconds=seconds)
        assert student_tries(room.world.device(), room, PASSWORD).status_code == 200

    def test_asking_while_braked_does_not_make_it_longer(self, room: Room, hands: Hands) -> None:
        exhaust(room)
        hands.move(minutes=4)
        for _ in range(20):
            assert error(student_tries(room.world.device(), room)) == BRAKED
        hands.move(minutes=1)
        assert student_tries(room.world.device(), room, PASSWORD).status_code == 200

    def test_other_accounts_and_other_addresses_go_on(self, room: Room) -> None:
        classmate = room.world.student(room.classroom)
        exhaust(room)
        assert student_tries(room.world.device(), room, PASSWORD, classmate).status_code == 200
        assert student_tries(room.world.device("192.168.1.78"), room, PASSWORD).status_code == 200

    def test_the_account_is_one_however_its_name_is_written(self, room: Room) -> None:
        code = room.classroom.class_code
        for name in (room.student.username, f" {room.student.username.upper()} ") * 5:
            body = {"username": name, "password": "wrong", "classCode": f" {code.lower()}"}
            assert error(room.world.device().post("/api/auth/student", body)) == WRONG
        assert error(student_tries(room.world.device(), room, PASSWORD)) == BRAKED

    @pytest.mark.parametrize(
        ("call", "body"),
        [
            ("/api/auth/student", {"username": "Nobody", "password": "x", "classCode": "222222"}),
            ("/api/auth/teacher", {"username": "Nobody@school.org", "password": "x"}),
        ],
    )
    def test_an_account_that_does_not_exist_is_braked_alike(
        self, world: World, call: str, body: dict[str, str]
    ) -> None:
        for _ in range(5):
            assert error(world.visitor().post(call, body)) == WRONG
            assert error(world.visitor().post(call, body | {"username": body["username"].upper()})) == WRONG
        answer = world.visitor().post(call, body)
        assert error(answer) == BRAKED
        assert answer.json()["error"] == SENTENCE

    def test_what_does_not_validate_is_no_failure(self, room: Room) -> None:
        for _ in range(12):
            assert student_tries(room.world.device(), room, "").status_code == 422
        assert count(room.world, "sign_in_failures") == 0
        assert student_tries(room.world.device(), room, PASSWORD).status_code == 200

    @pytest.mark.postgresql
    def test_of_many_tries_at_once_no_more_than_ten_are_looked_at(self, room: Room) -> None:
        answers = at_once(*(partial(student_tries, room.world.device(), room) for _ in range(16)))
        assert sorted(error(answer) for answer in answers) == [WRONG] * 10 + [BRAKED] * 6


class TestPerAccount:
    @pytest.mark.spec("2.19")
    def test_fifty_failures_from_many_addresses_leave_every_other_address_one_try(
        self, room: Room, hands: Hands
    ) -> None:
        for device in range(5):
            exhaust(room, f"10.0.0.{device}")
        assert error(student_tries(room.world.device("10.0.0.99"), room)) == WRONG
        assert error(student_tries(room.world.device("10.0.0.99"), room, PASSWORD)) == BRAKED
        classmate = room.world.student(room.classroom)
        assert student_tries(room.world.device("10.0.0.99"), room, PASSWORD, classmate).status_code == 200
        hands.move(minutes=5)
        assert student_tries(room.world.device("10.0.0.99"), room, PASSWORD).status_code == 200


class TestPerAddress:
    @pytest.mark.spec("2.19")
    def test_it_is_300_unless_the_school_says_otherwise(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("GOALBUCKS_ADDRESS_FAILURE_LIMIT", raising=False)
        assert Settings().address_failure_limit == 300
        monkeypatch.setenv("GOALBUCKS_ADDRESS_FAILURE_LIMIT", "2000")
        assert Settings().address_failure_limit == 2000

    def test_that_many_failures_brake_the_address_for_every_account(self, make_world: MakeWorld, hands: Hands) -> None:
        room = Room.of(make_world(address_failure_limit=30))
        others = [room.world.student(room.classroom) for _ in range(3)]
        for student in others:
            for _ in range(10):
                assert error(student_tries(room.world.device(), room, student=student)) == WRONG
        answer = student_tries(room.world.device(), room, PASSWORD)
        assert (error(answer), answer.headers["retry-after"]) == (BRAKED, "300")
        assert student_tries(room.world.device("192.168.1.78"), room, PASSWORD).status_code == 200
        hands.move(minutes=5)
        assert student_tries(room.world.device(), room, PASSWORD).status_code == 200

    def test_failures_of_students_and_teachers_count_together(self, make_world: MakeWorld) -> None:
        room = Room.of(make_world(address_failure_limit=4))
        for _ in range(2):
            assert error(teacher_tries(room.world.visitor(), room)) == WRONG
            assert error(student_tries(room.world.visitor(), room)) == WRONG
        assert error(student_tries(room.world.visitor(), room, PASSWORD)) == BRAKED


class TestKnownBrowsers:
    """A browser that signed in to the account before isn't counted against it."""

    @pytest.fixture
    def known(self, room: Room) -> Browser:
        tablet = room.world.device()
        assert student_tries(tablet, room, PASSWORD).status_code == 200
        tablet.post("/api/auth/logout")
        return tablet

    @pytest.mark.spec("2.20")
    def test_a_classmate_cannot_lock_anyone_out(self, room: Room, known: Browser) -> None:
        exhaust(room)
        assert error(student_tries(room.world.device(), room, PASSWORD)) == BRAKED
        assert student_tries(known, room, PASSWORD).status_code == 200

    def test_not_even_from_many_devices(self, room: Room, known: Browser) -> None:
        for device in range(5):
            exhaust(room, f"10.0.0.{device}")
        assert student_tries(known, room, PASSWORD).status_code == 200

    def test_nor_by_braking_the_address(self, make_world: MakeWorld) -> None:
        room = Room.of(make_world(address_failure_limit=3))
        tablet = room.world.device()
        student_tries(tablet, room, PASSWORD)
        exhaust(room, times=3)
        assert error(student_tries(room.world.device(), room, PASSWORD)) == BRAKED
        assert student_tries(tablet, room, PASSWORD).status_code == 200

    def test_its_own_wrong_tries_brake_it_at_the_eleventh(self, room: Room, known: Browser, hands: Hands) -> None:
        for _ in range(10):
            assert error(student_tries(known, room)) == WRONG
        assert error(student_tries(known, room, PASSWORD)) == BRAKED
        assert student_tries(room.world.device(), room, PASSWORD).status_code == 200
        hands.move(minutes=5)
        assert student_tries(known, room, PASSWORD).status_code == 200

    def test_it_is_known_to_its_own_account_only(self, room: Room, known: Browser) -> None:
        classmate = room.world.student(room.classroom)
        for _ in range(10):
            assert error(student_tries(known, room, student=classmate)) == WRONG
        assert error(student_tries(room.world.device(), room, PASSWORD, classmate)) == BRAKED

    def test_a_cookie_of_ones_own_making_is_not_known(self, room: Room) -> None:
        exhaust(room)
        browser = room.world.device()
        browser.http.cookies.set(BROWSER_COOKIE, "made up")
        assert error(student_tries(browser, room, PASSWORD)) == BRAKED

    def test_a_new_teachers_browser_is_known_from_the_registration_on(self, world: World) -> None:
        account: dict[str, Any] = {"username": "elena@school.org", "password": "wrong"}
        own, stranger = world.visitor(), world.visitor()
        own.post("/api/auth/register-teacher", {"name": "Elena", "email": "elena@school.org", "password": PASSWORD})
        for _ in range(10):
            assert error(stranger.post("/api/auth/teacher", account)) == WRONG
        assert error(stranger.post("/api/auth/teacher", account)) == BRAKED
        assert own.post("/api/auth/teacher", account | {"password": PASSWORD}).status_code == 200


@pytest.mark.postgresql
@pytest.mark.spec("2.19")
def test_a_whole_class_behind_one_address_signs_in_at_the_bell(room: Room) -> None:
    """Everybody mistypes once and gets in; all at the same moment, behind one address."""
    students = [room.world.student(room.classroom) for _ in range(30)]
    devices = [room.world.device() for _ in students]
    for password, expected in (("wrong", 401), (PASSWORD, 200)):
        calls = zip(devices, students, strict=True)
        answers = at_once(*(partial(student_tries, device, room, password, student) for device, student in calls))
        assert {answer.status_code for answer in answers} == {expected}


def test_right_sign_ins_are_not_counted(room: Room) -> None:
    for _ in range(12):
        assert student_tries(room.world.device(), room, PASSWORD).status_code == 200
    assert count(room.world, "sign_in_failures") == 0


@pytest.mark.spec("2.19")
def test_reads_are_not_limited(room: Room) -> None:
    exhaust(room)
    assert {room.tablet.get("/api/auth/session").status_code for _ in range(50)} == {200}


def test_failures_are_kept_without_names_and_forgotten(room: Room, hands: Hands) -> None:
    exhaust(room, times=3)
    kept = repr(stored(room.world)["sign_in_failures"])
    assert room.student.username not in kept
    assert room.student.id not in kept
    hands.move(minutes=5)
    exhaust(room, times=1)
    assert count(room.world, "sign_in_failures") == 1
