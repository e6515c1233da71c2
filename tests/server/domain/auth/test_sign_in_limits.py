"""The limit of unknown class codes from one address (specification 2.19)."""

import random
from functools import partial
from unittest.mock import patch

import pytest
from argon2 import PasswordHasher
from httpx2 import Response

from server.domain.students.models import Student
from server.security.recovery_codes import CODE_ALPHABET
from tests.factories.api_client import ApiClient, error
from tests.factories.classroom import PreparedClassroom
from tests.factories.concurrency import run_concurrently
from tests.factories.fake_clock import FakeClock
from tests.factories.passwords import PASSWORD
from tests.factories.statements import recorded_statements
from tests.server.conftest import MakeTestApp

WRONG = (401, "invalid_credentials")
LIMITED = (429, "too_often")
LIMIT = 4
"""40% of the ten failures that the `classroom` fixture allows an address."""


@pytest.fixture
def classroom(make_test_app: MakeTestApp) -> PreparedClassroom:
    return PreparedClassroom.create(make_test_app(address_failure_limit=10))


def sign_in(browser: ApiClient, student: Student, code: str, password: str = PASSWORD) -> Response:
    body = {"username": student.username, "password": password, "classCode": code}
    return browser.post("/api/auth/student", body)


def send_unknown_codes(classroom: PreparedClassroom, address: str = "192.168.1.77", times: int = LIMIT) -> None:
    picked = random.Random(7)
    for _ in range(times):
        code = "".join(picked.choices(CODE_ALPHABET, k=6))
        assert error(sign_in(classroom.test_app.lan_client(address), classroom.student, code)) == WRONG


@pytest.mark.postgresql
@pytest.mark.spec("2.19")
def test_beyond_the_limit_existing_and_unknown_class_codes_get_the_same_429(
    classroom: PreparedClassroom, fake_clock: FakeClock
) -> None:
    send_unknown_codes(classroom)
    wrong = sign_in(classroom.test_app.lan_client(), classroom.student, "222222")
    right = sign_in(classroom.test_app.lan_client(), classroom.student, classroom.row.class_code)
    assert error(wrong) == error(right) == LIMITED
    assert wrong.json() == right.json()
    assert right.headers["retry-after"] == "300"
    assert right.json()["error"] == "Many wrong class codes were tried from here. Please try again in 5 minutes."
    fake_clock.advance(minutes=5)
    assert sign_in(classroom.test_app.lan_client(), classroom.student, classroom.row.class_code).status_code == 200


@pytest.mark.postgresql
def test_of_concurrent_unknown_class_codes_no_more_than_the_limit_are_verified(classroom: PreparedClassroom) -> None:
    devices = [classroom.test_app.lan_client() for _ in range(LIMIT * 2)]
    responses = run_concurrently(*(partial(sign_in, device, classroom.student, "222222") for device in devices))
    assert sorted(error(response) for response in responses) == [WRONG] * LIMIT + [LIMITED] * LIMIT


@pytest.mark.postgresql
def test_existing_and_unknown_class_codes_run_the_same_queries_and_hash(classroom: PreparedClassroom) -> None:
    def statements_before_verification(code: str) -> list[str]:
        before_verification: list[str] = []
        verify = PasswordHasher.verify

        def note(hasher: PasswordHasher, hashed: str, password: str) -> bool:
            before_verification.extend(executed)
            return verify(hasher, hashed, password)

        engine = classroom.test_app.transactions.engine
        with patch.object(PasswordHasher, "verify", note), recorded_statements(engine) as executed:
            assert error(sign_in(classroom.test_app.lan_client(), classroom.student, code, "wrong")) == WRONG
        return [each.partition("WHERE")[0] for each in before_verification]

    unknown, known = statements_before_verification("222222"), statements_before_verification(classroom.row.class_code)
    assert [each for each in unknown if each.startswith("SELECT students")] != []
    assert unknown == known
