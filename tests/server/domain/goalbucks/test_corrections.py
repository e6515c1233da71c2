"""Balance corrections by the teacher, with a reason shown to the student (specification 9.7)."""

import re
from functools import partial
from typing import Any

import pytest
from httpx2 import Response

from tests.factories.api_client import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.concurrency import run_concurrently
from tests.factories.response_fields import LEDGER_ENTRY, TIMESTAMP
from tests.factories.snapshots import assert_unchanged

CORRECTION: dict[str, Any] = {"amount": 5, "reason": "Helped in the library"}


def corrections_path(classroom: PreparedClassroom) -> str:
    return f"/api/students/{classroom.student.id}/corrections"


@pytest.mark.spec("9.7")
def test_correction_is_a_ledger_entry_with_its_reason(classroom: PreparedClassroom) -> None:
    response = classroom.teacher_client.post(corrections_path(classroom), {"amount": -5, "reason": "  Counted twice\n"})
    assert response.status_code == 201
    entry = response.json()
    assert set(entry) == LEDGER_ENTRY
    assert re.fullmatch(TIMESTAMP, entry["createdAt"])
    expected = {"amount": -5, "reason": "correction", "description": "Counted twice", "balanceAfter": -5}
    assert entry == entry | expected | {"createdBy": classroom.teacher.id}
    assert classroom.student_client.get(f"/api/students/{classroom.student.id}/ledger").json() == [entry]


@pytest.mark.postgresql
def test_concurrent_corrections_all_count(classroom: PreparedClassroom) -> None:
    teacher_clients = [classroom.test_app.client_for(classroom.teacher) for _ in range(6)]
    responses = run_concurrently(
        *(partial(teacher_client.post, corrections_path(classroom), CORRECTION) for teacher_client in teacher_clients)
    )
    assert sorted(response.json()["balanceAfter"] for response in responses) == [5, 10, 15, 20, 25, 30]


@pytest.mark.spec("9.7")
@pytest.mark.parametrize(("amount", "message"), [(0, "must not be 0"), (-1_000_001, "must be at least -1,000,000")])
def test_error_of_a_correction_states_the_allowed_amounts(
    read_only_classroom: PreparedClassroom, amount: int, message: str
) -> None:
    with assert_unchanged(read_only_classroom.test_app):
        body = CORRECTION | {"amount": amount}
        response = read_only_classroom.teacher_client.post(corrections_path(read_only_classroom), body)
    assert error(response) == (422, "invalid")
    assert response.json()["fields"] == {"amount": message}


class TestRepeating:
    def post_with_key(self, classroom: PreparedClassroom, body: dict[str, Any]) -> Response:
        return classroom.teacher_client.post(corrections_path(classroom), body, headers={"Idempotency-Key": "key 1"})

    def test_repeated_correction_gets_the_same_entry_and_posts_nothing(self, classroom: PreparedClassroom) -> None:
        first = self.post_with_key(classroom, CORRECTION)
        with assert_unchanged(classroom.test_app):
            again = self.post_with_key(classroom, CORRECTION)
        assert (first.status_code, again.status_code) == (201, 201)
        assert again.json() == first.json()
