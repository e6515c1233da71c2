"""Attempts beyond an account's failure limit: one per address without failures, queued.

See docs/decisions/0022-sign-in-limits-without-lockout.md.
"""

from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from itertools import pairwise

import pytest
from httpx2 import Response
from sqlalchemy import select

from server.domain.auth import secret_verification
from server.requests.rate_limit import RateEvent
from tests.factories.api_client import ApiClient, error
from tests.factories.app import RunningApp
from tests.factories.classroom import PreparedClassroom
from tests.factories.concurrency import run_concurrently
from tests.factories.failed_sign_ins import reach_account_limit
from tests.factories.passwords import PASSWORD
from tests.server.conftest import MakeTestApp

VICTIM = "192.168.1.77"
WRONG = (401, "invalid_credentials")
LIMITED = (429, "too_many_attempts")


def sign_in_student(classroom: PreparedClassroom, address: str, password: str = PASSWORD) -> Response:
    return classroom.sign_in_student(classroom.test_app.lan_client(address), password)


def queued_attempt_times(test_app: RunningApp) -> list[datetime]:
    """Return the times of the attempts beyond an account's limit that left the queue."""
    with test_app.open_session() as db:
        return list(
            db.scalars(
                select(RateEvent.created_at).where(RateEvent.kind == "sign_in_turn").order_by(RateEvent.created_at)
            )
        )


class TestStudentAtTheAccountLimit:
    @pytest.fixture(autouse=True)
    def limit(self, classroom: PreparedClassroom) -> None:
        with classroom.test_app.transactions.writing() as db:
            reach_account_limit(db, "student", classroom.student.id)

    @pytest.mark.postgresql
    @pytest.mark.spec("2.20")
    def test_queued_attempts_run_one_at_a_time_and_one_in_each_window(
        self, classroom: PreparedClassroom, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        window = timedelta(milliseconds=100)
        limit = secret_verification.QUEUED_ATTEMPT_LIMIT
        monkeypatch.setattr(secret_verification, "QUEUED_ATTEMPT_LIMIT", replace(limit, window=window))
        calls = [partial(sign_in_student, classroom, f"10.0.1.{number}", "wrong") for number in range(2)]
        responses = run_concurrently(*calls, partial(sign_in_student, classroom, VICTIM))
        assert [response.status_code for response in responses] == [401, 401, 200]
        times = queued_attempt_times(classroom.test_app)
        assert len(times) == 3
        assert all(later - earlier >= window for earlier, later in pairwise(times))

    @pytest.mark.postgresql
    def test_an_address_gets_one_queued_attempt_however_many_it_sends(self, classroom: PreparedClassroom) -> None:
        responses = run_concurrently(*(partial(sign_in_student, classroom, VICTIM, "wrong") for _ in range(6)))
        assert sorted(response.status_code for response in responses) == [401] + [429] * 5
        assert len(queued_attempt_times(classroom.test_app)) == 1


@pytest.mark.postgresql
def test_an_unknown_account_at_its_limit_answers_like_an_existing_one(test_app: RunningApp) -> None:
    body = {"username": "nobody", "password": "wrong", "classCode": "222222"}

    def sign_in_from(address: str) -> Response:
        browser: ApiClient = test_app.lan_client(address)
        return browser.post("/api/auth/student", body)

    with test_app.transactions.writing() as db:
        reach_account_limit(db, "student", "222222:nobody")
    assert [error(sign_in_from(VICTIM)), error(sign_in_from(VICTIM))] == [WRONG, LIMITED]


class TestTeacherAtTheAccountLimit:
    @pytest.fixture
    def classroom(self, make_test_app: MakeTestApp) -> PreparedClassroom:
        return PreparedClassroom.create(make_test_app(teacher_from_network=True))

    @pytest.fixture(autouse=True)
    def limit(self, classroom: PreparedClassroom) -> None:
        with classroom.test_app.transactions.writing() as db:
            reach_account_limit(db, "teacher", classroom.teacher.id)

    def test_a_recovery_code_works_at_the_account_limit_from_an_address_without_failures(
        self, classroom: PreparedClassroom
    ) -> None:
        made = classroom.teacher_client.post(
            f"/api/teachers/{classroom.teacher.id}/recovery-code", {"currentPassword": PASSWORD}
        )
        body = {"username": classroom.teacher.email, "code": made.json()["code"], "newPassword": "another one"}
        assert error(classroom.test_app.lan_client("10.0.0.1").post("/api/auth/recover", body)) == LIMITED
        assert classroom.test_app.lan_client(VICTIM).post("/api/auth/recover", body).status_code == 200

    def test_a_teacher_at_the_account_limit_can_change_the_password(self, classroom: PreparedClassroom) -> None:
        body = {"currentPassword": PASSWORD, "newPassword": "another one"}
        assert classroom.teacher_client.put(f"/api/teachers/{classroom.teacher.id}/password", body).status_code == 204
