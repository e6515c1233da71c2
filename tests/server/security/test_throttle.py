"""Limits on failed sign-ins per account and address, account, and address (specification 2.19, 2.20)."""

from contextlib import ExitStack
from functools import partial
from typing import Any

import pytest

from server.requests.fair_queue import MAX_SIGN_INS_PER_ADDRESS, FairQueues
from server.security.throttle import BROWSER_COOKIE
from server.settings import Settings
from tests.factories.api_client import error
from tests.factories.app import RunningApp
from tests.factories.classroom import PreparedClassroom
from tests.factories.concurrency import run_concurrently
from tests.factories.fake_clock import FakeClock
from tests.factories.passwords import PASSWORD
from tests.factories.snapshots import count_rows, take_snapshot
from tests.server.conftest import MakeTestApp

SENTENCE = "Too many wrong sign-ins. Please wait a few minutes and try again."
STUDENT_SENTENCE = "Too many wrong sign-ins. Ask your teacher, or wait a few minutes and try again."
LIMITED = (429, "too_many_attempts")
WRONG = (401, "invalid_credentials")


def fail_sign_ins(classroom: PreparedClassroom, address: str = "192.168.1.77", times: int = 10) -> None:
    """Fail to sign in from an address, each time with an unknown browser."""
    for _ in range(times):
        assert error(classroom.sign_in_student(classroom.test_app.lan_client(address), "wrong")) == WRONG


class TestQueue:
    def test_an_address_with_100_sign_ins_waiting_gets_429_for_the_next_one(self, classroom: PreparedClassroom) -> None:
        queues: FairQueues = classroom.test_app.services.queues
        with ExitStack() as slots:
            for _ in range(MAX_SIGN_INS_PER_ADDRESS):
                slots.enter_context(queues.sign_in_slot("192.168.1.77"))
            response = classroom.sign_in_student(classroom.test_app.lan_client("192.168.1.77"))
            assert error(response) == (429, "too_many_waiting")
            assert response.headers["retry-after"] == "3"
            assert classroom.sign_in_student(classroom.test_app.lan_client("192.168.1.78")).status_code == 200
        assert classroom.sign_in_student(classroom.test_app.lan_client("192.168.1.77")).status_code == 200


class TestBrowserTokens:
    def test_failures_with_a_copied_browser_token_count_only_for_the_device_that_copied_it(
        self, classroom: PreparedClassroom
    ) -> None:
        student_client = classroom.test_app.lan_client("192.168.1.10")
        assert classroom.sign_in_student(student_client).status_code == 200
        attacker = classroom.test_app.lan_client("192.168.1.11")
        attacker.http.cookies.set(BROWSER_COOKIE, student_client.http.cookies[BROWSER_COOKIE])
        for _ in range(10):
            assert error(classroom.sign_in_student(attacker, "wrong")) == WRONG
        assert error(classroom.sign_in_student(attacker)) == LIMITED
        assert classroom.sign_in_student(student_client).status_code == 200


class TestAccountAndAddressLimit:
    @pytest.mark.spec("2.19")
    def test_after_ten_wrong_passwords_even_the_right_one_is_429(
        self, classroom: PreparedClassroom, fake_clock: FakeClock
    ) -> None:
        fail_sign_ins(classroom)
        response = classroom.sign_in_student(classroom.test_app.lan_client(), "wrong")
        assert error(response) == LIMITED
        assert response.json()["error"] == STUDENT_SENTENCE
        assert response.headers["retry-after"] == "300"
        assert error(classroom.sign_in_student(classroom.test_app.lan_client())) == LIMITED
        fake_clock.advance(minutes=2)
        assert classroom.sign_in_student(classroom.test_app.lan_client()).headers["retry-after"] == "180"

    def test_failures_are_counted_together_however_the_username_is_typed(self, classroom: PreparedClassroom) -> None:
        code = classroom.row.class_code
        for name in (classroom.student.username, f" {classroom.student.username.upper()} ") * 5:
            body = {"username": name, "password": "wrong", "classCode": f" {code.lower()}"}
            assert error(classroom.test_app.lan_client().post("/api/auth/student", body)) == WRONG
        assert error(classroom.sign_in_student(classroom.test_app.lan_client())) == LIMITED

    @pytest.mark.parametrize(
        ("call", "body", "sentence"),
        [
            ("/api/auth/student", {"username": "Nobody", "password": "x", "classCode": "222222"}, STUDENT_SENTENCE),
            ("/api/auth/teacher", {"username": "Nobody@school.org", "password": "x"}, SENTENCE),
        ],
    )
    def test_an_unknown_account_is_throttled_like_an_existing_one(
        self, test_app: RunningApp, call: str, body: dict[str, str], sentence: str
    ) -> None:
        for _ in range(5):
            assert error(test_app.anonymous_client().post(call, body)) == WRONG
            assert error(test_app.anonymous_client().post(call, body | {"username": body["username"].upper()})) == WRONG
        response = test_app.anonymous_client().post(call, body)
        assert error(response) == LIMITED
        assert response.json()["error"] == sentence

    def test_an_invalid_body_is_not_counted_as_a_failure(self, classroom: PreparedClassroom) -> None:
        for _ in range(12):
            assert classroom.sign_in_student(classroom.test_app.lan_client(), "").status_code == 422
        assert count_rows(classroom.test_app, "sign_in_failures") == 0
        assert classroom.sign_in_student(classroom.test_app.lan_client()).status_code == 200

    @pytest.mark.postgresql
    def test_of_sixteen_concurrent_attempts_only_ten_are_verified(self, classroom: PreparedClassroom) -> None:
        responses = run_concurrently(
            *(partial(classroom.sign_in_student, classroom.test_app.lan_client(), "wrong") for _ in range(16))
        )
        assert sorted(error(response) for response in responses) == [WRONG] * 10 + [LIMITED] * 6


class TestAddressLimit:
    @pytest.mark.spec("2.19")
    def test_the_address_failure_limit_is_300_unless_the_environment_sets_it(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delenv("GOALBUCKS_ADDRESS_FAILURE_LIMIT", raising=False)
        assert Settings().address_failure_limit == 300
        monkeypatch.setenv("GOALBUCKS_ADDRESS_FAILURE_LIMIT", "2000")
        assert Settings().address_failure_limit == 2000

    def test_failures_of_students_and_teachers_count_toward_one_address_limit(self, make_test_app: MakeTestApp) -> None:
        classroom = PreparedClassroom.create(make_test_app(address_failure_limit=4))
        for _ in range(2):
            assert error(classroom.sign_in_teacher(classroom.test_app.anonymous_client(), "wrong")) == WRONG
            assert error(classroom.sign_in_student(classroom.test_app.anonymous_client(), "wrong")) == WRONG
        assert error(classroom.sign_in_student(classroom.test_app.anonymous_client())) == LIMITED


class TestKnownBrowsers:
    """A browser that has signed in to the account before has a failure count of its own."""

    def test_the_browser_that_registered_a_teacher_is_a_known_browser(self, test_app: RunningApp) -> None:
        account: dict[str, Any] = {"username": "elena@school.org", "password": "wrong"}
        own, stranger = test_app.anonymous_client(), test_app.anonymous_client()
        own.post("/api/auth/register-teacher", {"name": "Elena", "email": "elena@school.org", "password": PASSWORD})
        for _ in range(10):
            assert error(stranger.post("/api/auth/teacher", account)) == WRONG
        assert error(stranger.post("/api/auth/teacher", account)) == LIMITED
        assert own.post("/api/auth/teacher", account | {"password": PASSWORD}).status_code == 200


@pytest.mark.postgresql
@pytest.mark.spec("2.19")
def test_thirty_students_behind_one_address_sign_in_at_once_after_one_failure_each(
    classroom: PreparedClassroom,
) -> None:
    """All thirty mistype once at the same moment, then sign in at the same moment."""
    students = [classroom.test_app.student(classroom.row) for _ in range(30)]
    devices = [classroom.test_app.lan_client() for _ in students]
    for password, expected in (("wrong", 401), (PASSWORD, 200)):
        calls = zip(devices, students, strict=True)
        responses = run_concurrently(
            *(partial(classroom.sign_in_student, device, password, student) for device, student in calls)
        )
        assert {response.status_code for response in responses} == {expected}


@pytest.mark.spec("2.19")
def test_reads_are_not_limited_by_failed_sign_ins(classroom: PreparedClassroom) -> None:
    fail_sign_ins(classroom)
    assert {classroom.student_client.get("/api/auth/session").status_code for _ in range(50)} == {200}


def test_failures_are_stored_without_names_and_deleted_once_expired(
    classroom: PreparedClassroom, fake_clock: FakeClock
) -> None:
    fail_sign_ins(classroom, times=3)
    rows = repr(take_snapshot(classroom.test_app)["sign_in_failures"])
    assert classroom.student.username not in rows
    assert classroom.student.id not in rows
    fake_clock.advance(minutes=5)
    fail_sign_ins(classroom, times=1)
    assert count_rows(classroom.test_app, "sign_in_failures") == 1
