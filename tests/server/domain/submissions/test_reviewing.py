"""Reviewing a submission: approving completes and credits the goal, denying needs a comment (spec. 7.12, 7.13)."""

import re
from functools import partial
from typing import Any

import pytest

from server.domain.submissions.models import Submission
from tests.factories.api_client import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.concurrency import run_concurrently, run_while_locked
from tests.factories.fake_clock import FakeClock
from tests.factories.response_fields import SUBMISSION, TIMESTAMP
from tests.factories.snapshots import assert_unchanged

DENIED = {"status": "denied", "comment": "Blurred"}
APPROVED = {"status": "approved"}


@pytest.fixture
def submission(classroom: PreparedClassroom) -> Submission:
    return classroom.test_app.submission(classroom.test_app.goal(classroom.student, "Read", 25))


def review_path(submission: Submission) -> str:
    return f"/api/submissions/{submission.id}/review"


def only_goal(classroom: PreparedClassroom) -> dict[str, Any]:
    (goal,) = classroom.own_goals()
    only: dict[str, Any] = goal
    return only


def ledger(classroom: PreparedClassroom) -> list[tuple[str, int]]:
    entries = classroom.student_client.get(f"/api/students/{classroom.student.id}/ledger").json()
    return [(entry["reason"], entry["amount"]) for entry in entries][::-1]


@pytest.mark.spec("1.4", "6.1", "7.3", "7.12", "13.5")
def test_approving_completes_and_credits_the_goal_at_the_same_time(
    classroom: PreparedClassroom, submission: Submission, fake_clock: FakeClock
) -> None:
    before = classroom.student_client.get(f"/api/submissions/student/{classroom.student.id}").json()[0]
    fake_clock.advance(minutes=5)
    response = classroom.teacher_client.patch(review_path(submission), APPROVED)
    assert response.status_code == 200
    reviewed = response.json()
    assert set(reviewed) == SUBMISSION
    assert re.fullmatch(TIMESTAMP, reviewed["reviewedAt"])
    changes = {"status": "approved", "reviewedAt": reviewed["reviewedAt"], "reviewedBy": classroom.teacher.id}
    assert reviewed == before | changes
    goal = only_goal(classroom)
    assert (goal["status"], goal["completedAt"]) == ("completed", reviewed["reviewedAt"])
    assert ledger(classroom) == [("goal", 25)]
    assert classroom.student_client.get(f"/api/submissions/student/{classroom.student.id}").json() == [reviewed]


@pytest.mark.spec("7.3", "7.13", "13.5")
def test_denying_leaves_the_goal_current_and_credits_nothing(
    classroom: PreparedClassroom, submission: Submission
) -> None:
    response = classroom.teacher_client.patch(review_path(submission), DENIED)
    assert response.status_code == 200
    reviewed = response.json()
    assert set(reviewed) == SUBMISSION
    assert (reviewed["status"], reviewed["comment"], reviewed["reviewedBy"]) == (
        "denied",
        "Blurred",
        classroom.teacher.id,
    )
    assert reviewed["allowResubmission"] is False
    assert only_goal(classroom)["status"] == "current"
    assert ledger(classroom) == []


@pytest.mark.spec("7.13")
def test_denying_without_a_comment_is_refused(classroom: PreparedClassroom, submission: Submission) -> None:
    with assert_unchanged(classroom.test_app):
        response = classroom.teacher_client.patch(review_path(submission), {"status": "denied", "comment": " \n\t"})
    assert error(response) == (422, "comment_required")
    assert response.json()["error"] == "Please provide a comment explaining why this submission was denied."
    assert set(response.json()["fields"]) == {"comment"}


@pytest.mark.spec("11.5")
def test_reviewer_is_the_signed_in_teacher_regardless_of_the_body(
    classroom: PreparedClassroom, submission: Submission
) -> None:
    body = APPROVED | {
        "reviewedBy": classroom.other_teachers_classroom().teacher.id,
        "reviewedAt": "2000-01-01T00:00:00Z",
        "id": "x",
    }
    reviewed = classroom.teacher_client.patch(review_path(submission), body).json()
    assert reviewed["reviewedBy"] == classroom.teacher.id
    assert not reviewed["reviewedAt"].startswith("2000")
    assert reviewed["id"] == submission.id


@pytest.mark.spec("7.12")
def test_reviewing_a_reviewed_submission_is_409(classroom: PreparedClassroom, submission: Submission) -> None:
    classroom.teacher_client.patch(review_path(submission), DENIED)
    with assert_unchanged(classroom.test_app):
        response = classroom.teacher_client.patch(review_path(submission), APPROVED)
    assert error(response) == (409, "already_reviewed")
    assert response.json()["error"] == "This submission has already been reviewed."


@pytest.mark.postgresql
@pytest.mark.spec("9.3")
def test_concurrent_reviews_succeed_once_and_keep_the_invariants(
    classroom: PreparedClassroom, submission: Submission
) -> None:
    teacher_clients = [classroom.test_app.client_for(classroom.teacher) for _ in range(6)]
    bodies = [APPROVED, DENIED] * 3
    calls = [
        partial(teacher_client.patch, review_path(submission), body)
        for teacher_client, body in zip(teacher_clients, bodies, strict=True)
    ]
    responses = run_while_locked(classroom.test_app.transactions, classroom.student, *calls)
    assert sorted(response.status_code for response in responses) == [200] + [409] * 5
    assert {error(response) for response in responses if response.status_code == 409} == {(409, "already_reviewed")}
    (reviewed,) = [response.json() for response in responses if response.status_code == 200]
    assert classroom.student_client.get(f"/api/submissions/student/{classroom.student.id}").json() == [reviewed]
    is_approved = reviewed["status"] == "approved"
    assert only_goal(classroom)["status"] == ("completed" if is_approved else "current")
    assert ledger(classroom) == ([("goal", 25)] if is_approved else [])


@pytest.mark.postgresql
def test_concurrent_review_and_withdrawal_succeed_once(classroom: PreparedClassroom, submission: Submission) -> None:
    responses = run_concurrently(
        partial(classroom.teacher_client.patch, review_path(submission), APPROVED),
        partial(classroom.student_client.delete, f"/api/submissions/{submission.id}"),
    )
    outcome = tuple(response.status_code for response in responses)
    assert outcome in {(200, 409), (404, 204)}
    assert ledger(classroom) == ([("goal", 25)] if outcome == (200, 409) else [])


@pytest.mark.spec("13.5")
def test_unknown_review_status_is_422(classroom: PreparedClassroom, submission: Submission) -> None:
    with assert_unchanged(classroom.test_app):
        response = classroom.teacher_client.patch(review_path(submission), {"status": "pending", "comment": "Blurred"})
    assert error(response) == (422, "invalid")
    assert response.json()["fields"] == {"status": "must be 'approved' or 'denied'"}
