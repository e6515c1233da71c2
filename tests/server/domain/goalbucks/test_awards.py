"""Awarding goalbucks to several students of a class atomically (specification 9.5)."""

from functools import partial
from typing import Any

import pytest
from httpx2 import Response

from tests.factories.classroom import PreparedClassroom
from tests.factories.concurrency import run_concurrently
from tests.factories.snapshots import assert_unchanged

CALL = "/api/goalbucks/award"


def award_body(classroom: PreparedClassroom, *student_ids: str, **other: object) -> dict[str, Any]:
    ids = {"classroomId": classroom.row.id, "studentIds": list(student_ids)}
    return {**ids, "amount": 5, "reason": "Tidy classroom"} | other


class TestAwarding:
    @pytest.mark.spec("9.5")
    def test_award_credits_exactly_the_named_students(self, classroom: PreparedClassroom) -> None:
        chosen = [classroom.test_app.student(classroom.row).id for _ in range(3)]
        response = classroom.teacher_client.post(CALL, award_body(classroom, *chosen))
        assert (response.status_code, response.json()["count"]) == (201, 3)
        assert [classroom.balance(each)["balance"] for each in (*chosen, classroom.student.id)] == [5, 5, 5, 0]


class TestRepeating:
    def post_with_key(self, classroom: PreparedClassroom, body: dict[str, Any]) -> Response:
        return classroom.teacher_client.post(CALL, body, headers={"Idempotency-Key": "key 1"})

    def test_repeated_award_gets_the_same_response_and_credits_nothing(self, classroom: PreparedClassroom) -> None:
        first = self.post_with_key(classroom, award_body(classroom, classroom.student.id))
        with assert_unchanged(classroom.test_app):
            again = self.post_with_key(classroom, award_body(classroom, classroom.student.id))
        assert (first.status_code, again.status_code, again.json()) == (201, 201, first.json())

    @pytest.mark.postgresql
    def test_concurrent_awards_with_one_key_credit_once(self, classroom: PreparedClassroom) -> None:
        responses = run_concurrently(
            *[partial(self.post_with_key, classroom, award_body(classroom, classroom.student.id))] * 5
        )
        assert {response.status_code for response in responses} == {201}
        assert classroom.balance()["balance"] == 5


@pytest.mark.postgresql
@pytest.mark.spec("9.10")
def test_recent_awards_of_the_teacher_are_listed(classroom: PreparedClassroom) -> None:
    for amount in (5, 2, 5):
        classroom.teacher_client.post(CALL, award_body(classroom, classroom.student.id, amount=amount))
    response = classroom.teacher_client.get(f"/api/goalbucks/awards/recent/{classroom.teacher.id}")
    assert (response.status_code, response.json()) == (
        200,
        [{"amount": 5, "reason": "Tidy classroom"}, {"amount": 2, "reason": "Tidy classroom"}],
    )
