"""Limits on failed sign-ins per account and address, account, and address (specification 2.19, 2.20)."""

from contextlib import ExitStack
from functools import partial

import pytest

from server.requests.fair_queue import MAX_SIGN_INS_PER_ADDRESS, FairQueues
from server.settings import Settings
from tests.factories.api_client import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.concurrency import run_concurrently
from tests.factories.fake_clock import FakeClock
from tests.factories.passwords import PASSWORD

SENTENCE = "Too many wrong sign-ins. Ask your teacher, or wait a few minutes and try again."
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


class TestAccountAndAddressLimit:
    @pytest.mark.spec("2.19")
    def test_after_ten_wrong_passwords_even_the_right_one_is_429(
        self, classroom: PreparedClassroom, fake_clock: FakeClock
    ) -> None:
        fail_sign_ins(classroom)
        response = classroom.sign_in_student(classroom.test_app.lan_client(), "wrong")
        assert error(response) == LIMITED
        assert response.json()["error"] == SENTENCE
        assert response.headers["retry-after"] == "300"
        assert error(classroom.sign_in_student(classroom.test_app.lan_client())) == LIMITED
        fake_clock.advance(minutes=2)
        assert classroom.sign_in_student(classroom.test_app.lan_client()).headers["retry-after"] == "180"

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
