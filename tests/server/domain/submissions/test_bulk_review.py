"""Reviewing several submissions in one call, atomically (specification 7.16)."""

from functools import partial
from typing import Any

import pytest
from httpx2 import Response

from server.domain.submissions.models import Submission
from tests.factories.api_client import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.concurrency import run_concurrently, run_while_locked
from tests.factories.snapshots import assert_unchanged

CALL = "/api/submissions/review"
DENIED = {"status": "denied", "comment": "Blurred"}
APPROVED = {"status": "approved"}


@pytest.fixture
def submissions(classroom: PreparedClassroom) -> list[Submission]:
    """Submissions of two students of the class and one of the teacher's other class, oldest first."""
    students = [classroom.student, classroom.test_app.student(classroom.row), classroom.other_classroom().student]
    return [classroom.test_app.submission(classroom.test_app.goal(student, goalbucks=25)) for student in students]


def bulk_review(
    classroom: PreparedClassroom, submissions: list[Submission], body: dict[str, Any], **headers: str
) -> Response:
    named = {"submissionIds": [each.id for each in submissions]}
    return classroom.teacher_client.post(CALL, named | body, headers=headers)


def list_submissions(classroom: PreparedClassroom) -> list[dict[str, Any]]:
    """Return the teacher's submissions, oldest first."""
    rows: list[dict[str, Any]] = classroom.teacher_client.get(f"/api/submissions/teacher/{classroom.teacher.id}").json()
    return rows[::-1]


@pytest.mark.spec("7.3", "7.16")
def test_bulk_approval_completes_and_credits_each_goal(
    classroom: PreparedClassroom, submissions: list[Submission]
) -> None:
    response = bulk_review(classroom, submissions, APPROVED | {"comment": " Well done! "})
    assert (response.status_code, response.json()) == (200, {"count": 3})
    assert [classroom.balance(each.student_id)["balance"] for each in submissions] == [25, 25, 25]
    for row in list_submissions(classroom):
        assert (row["status"], row["comment"], row["reviewedBy"]) == ("approved", "Well done!", classroom.teacher.id)
        assert row["reviewedAt"]
    goals = [
        classroom.teacher_client.get(f"/api/students/{each.student_id}/goals").json()[0]["status"]
        for each in submissions
    ]
    assert goals == ["completed"] * 3


@pytest.mark.spec("7.16")
def test_one_reviewed_submission_rolls_back_the_bulk_review(
    classroom: PreparedClassroom, submissions: list[Submission]
) -> None:
    classroom.teacher_client.patch(f"/api/submissions/{submissions[2].id}/review", DENIED)
    with assert_unchanged(classroom.test_app):
        response = bulk_review(classroom, submissions, APPROVED)
    assert error(response) == (409, "already_reviewed")


def test_repeated_bulk_review_gets_the_same_response_and_credits_nothing(
    classroom: PreparedClassroom, submissions: list[Submission]
) -> None:
    key = {"Idempotency-Key": "key 1"}
    first = bulk_review(classroom, submissions, APPROVED, **key)
    with assert_unchanged(classroom.test_app):
        again = bulk_review(classroom, submissions, APPROVED, **key)
    assert (first.status_code, again.status_code, again.json()) == (200, 200, first.json())
    with assert_unchanged(classroom.test_app):
        assert error(bulk_review(classroom, submissions[:1], APPROVED, **key)) == (422, "idempotency_key_reused")


@pytest.mark.postgresql
def test_concurrent_bulk_reviews_succeed_once(classroom: PreparedClassroom, submissions: list[Submission]) -> None:
    calls = [partial(bulk_review, classroom, submissions, APPROVED)] * 4
    responses = run_while_locked(classroom.test_app.transactions, classroom.student, *calls)
    assert sorted(response.status_code for response in responses) == [200] + [409] * 3
    assert [classroom.balance(each.student_id)["balance"] for each in submissions] == [25, 25, 25]


@pytest.mark.postgresql
def test_bulk_review_concurrent_with_a_withdrawal_credits_all_or_none(
    classroom: PreparedClassroom, submissions: list[Submission]
) -> None:
    reviewed, withdrawn = run_concurrently(
        partial(bulk_review, classroom, submissions, APPROVED),
        partial(classroom.student_client.delete, f"/api/submissions/{submissions[0].id}"),
    )
    outcome = (reviewed.status_code, withdrawn.status_code)
    assert outcome in {(200, 409), (404, 204)}
    paid = 25 if outcome == (200, 409) else 0
    assert [classroom.balance(each.student_id)["balance"] for each in submissions] == [paid] * 3
