"""Reviewing a submission: approving completes and credits the goal, denying needs a comment (spec. 7.12, 7.13)."""

import re
from functools import partial
from typing import Any

import pytest

from server.domain.submissions.models import Submission
from tests.factories.at_once import at_once
from tests.factories.fields import SUBMISSION, TIME
from tests.factories.room import Room
from tests.factories.stored import nothing_stored
from tests.factories.world import error
from tests.server.conftest import Hands

DENIED = {"status": "denied", "comment": "Blurred"}
APPROVED = {"status": "approved"}


@pytest.fixture
def submission(room: Room) -> Submission:
    return room.world.submission(room.world.goal(room.student, "Read", 25))


def review_path(submission: Submission) -> str:
    return f"/api/submissions/{submission.id}/review"


def only_goal(room: Room) -> dict[str, Any]:
    (goal,) = room.tablet.get(f"/api/students/{room.student.id}/goals").json()
    only: dict[str, Any] = goal
    return only


def ledger(room: Room) -> list[tuple[str, int]]:
    entries = room.tablet.get(f"/api/students/{room.student.id}/ledger").json()
    return [(entry["reason"], entry["amount"]) for entry in entries][::-1]


@pytest.mark.spec("1.4", "6.1", "7.3", "7.12", "13.5")
def test_approving_completes_and_credits_the_goal_at_the_same_time(
    room: Room, submission: Submission, hands: Hands
) -> None:
    before = room.tablet.get(f"/api/submissions/student/{room.student.id}").json()[0]
    hands.move(minutes=5)
    answer = room.desk.patch(review_path(submission), APPROVED)
    assert answer.status_code == 200
    reviewed = answer.json()
    assert set(reviewed) == SUBMISSION
    assert re.fullmatch(TIME, reviewed["reviewedAt"])
    told = {"status": "approved", "reviewedAt": reviewed["reviewedAt"], "reviewedBy": room.teacher.id}
    assert reviewed == before | told
    goal = only_goal(room)
    assert (goal["status"], goal["completedAt"]) == ("completed", reviewed["reviewedAt"])
    assert ledger(room) == [("goal", 25)]
    assert room.tablet.get(f"/api/submissions/student/{room.student.id}").json() == [reviewed]


@pytest.mark.spec("7.3")
def test_approving_with_a_comment_stores_it(room: Room, submission: Submission) -> None:
    reviewed = room.desk.patch(review_path(submission), APPROVED | {"comment": "  Well done! 😀\n"}).json()
    assert reviewed["comment"] == "Well done! 😀"


@pytest.mark.spec("7.12")
@pytest.mark.parametrize("blank", [None, "", "  \n"])
def test_approving_without_a_comment_is_allowed(room: Room, submission: Submission, blank: str | None) -> None:
    assert room.desk.patch(review_path(submission), APPROVED | {"comment": blank}).json()["comment"] is None


@pytest.mark.spec("7.3", "7.13", "13.5")
def test_denying_leaves_the_goal_current_and_credits_nothing(room: Room, submission: Submission) -> None:
    answer = room.desk.patch(review_path(submission), DENIED)
    assert answer.status_code == 200
    reviewed = answer.json()
    assert set(reviewed) == SUBMISSION
    assert (reviewed["status"], reviewed["comment"], reviewed["reviewedBy"]) == ("denied", "Blurred", room.teacher.id)
    assert reviewed["allowResubmission"] is False
    assert only_goal(room)["status"] == "current"
    assert ledger(room) == []


@pytest.mark.spec("7.13")
@pytest.mark.parametrize("comment", [{}, {"comment": " \n\t"}])
def test_denying_without_a_comment_is_refused(room: Room, submission: Submission, comment: dict[str, object]) -> None:
    with nothing_stored(room.world):
        answer = room.desk.patch(review_path(submission), {"status": "denied", **comment})
    assert error(answer) == (422, "comment_required")
    assert answer.json()["error"] == "Please provide a comment explaining why this submission was denied."
    assert set(answer.json()["fields"]) == {"comment"}


@pytest.mark.spec("11.5")
def test_reviewer_is_the_signed_in_teacher_regardless_of_the_body(room: Room, submission: Submission) -> None:
    body = APPROVED | {"reviewedBy": room.elsewhere().teacher.id, "reviewedAt": "2000-01-01T00:00:00Z", "id": "x"}
    reviewed = room.desk.patch(review_path(submission), body).json()
    assert reviewed["reviewedBy"] == room.teacher.id
    assert not reviewed["reviewedAt"].startswith("2000")
    assert reviewed["id"] == submission.id


@pytest.mark.spec("7.12")
@pytest.mark.parametrize("first", [APPROVED, DENIED])
@pytest.mark.parametrize("second", [APPROVED, DENIED])
def test_reviewing_a_reviewed_submission_is_409(
    room: Room, submission: Submission, first: dict[str, Any], second: dict[str, Any]
) -> None:
    room.desk.patch(review_path(submission), first)
    with nothing_stored(room.world):
        answer = room.desk.patch(review_path(submission), second)
    assert error(answer) == (409, "already_reviewed")
    assert answer.json()["error"] == "This submission has already been reviewed."


@pytest.mark.postgresql
@pytest.mark.spec("9.3")
@pytest.mark.parametrize("round_", range(3))
def test_concurrent_reviews_succeed_once_and_keep_the_invariants(
    room: Room, submission: Submission, round_: int
) -> None:
    del round_
    desks = [room.world.signed_in(room.teacher) for _ in range(6)]
    bodies = [APPROVED, DENIED] * 3
    calls = [partial(desk.patch, review_path(submission), body) for desk, body in zip(desks, bodies, strict=True)]
    answers = at_once(*calls)
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 5
    assert {error(answer) for answer in answers if answer.status_code == 409} == {(409, "already_reviewed")}
    (told,) = [answer.json() for answer in answers if answer.status_code == 200]
    assert room.tablet.get(f"/api/submissions/student/{room.student.id}").json() == [told]
    is_approved = told["status"] == "approved"
    assert only_goal(room)["status"] == ("completed" if is_approved else "current")
    assert ledger(room) == ([("goal", 25)] if is_approved else [])


@pytest.mark.postgresql
def test_concurrent_review_and_withdrawal_succeed_once(room: Room, submission: Submission) -> None:
    answers = at_once(
        partial(room.desk.patch, review_path(submission), APPROVED),
        partial(room.tablet.delete, f"/api/submissions/{submission.id}"),
    )
    outcome = tuple(answer.status_code for answer in answers)
    assert outcome in {(200, 409), (404, 204)}
    assert ledger(room) == ([("goal", 25)] if outcome == (200, 409) else [])


def test_approval_credits_the_current_value_of_the_goal(room: Room, submission: Submission) -> None:
    room.desk.put(f"/api/goals/{submission.goal_id}", {"name": "Read more", "goalbucks": 40})
    room.desk.patch(review_path(submission), APPROVED)
    assert ledger(room) == [("goal", 40)]


@pytest.mark.spec("13.5")
@pytest.mark.parametrize("status", ["pending", None])
def test_unknown_review_status_is_422(room: Room, submission: Submission, status: object) -> None:
    with nothing_stored(room.world):
        answer = room.desk.patch(review_path(submission), {"status": status, "comment": "Blurred"})
    assert error(answer) == (422, "invalid")
    assert answer.json()["fields"] == {"status": "must be 'approved' or 'denied'"}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("comment", "x" * 5001),
        ("allowResubmission", "true"),
    ],
)
def test_invalid_review_fields_are_422(room: Room, submission: Submission, field: str, value: object) -> None:
    with nothing_stored(room.world):
        answer = room.desk.patch(review_path(submission), DENIED | {field: value})
    assert error(answer) == (422, "invalid")
    assert set(answer.json()["fields"]) == {field}


@pytest.mark.spec("11.10")
def test_comment_over_5000_characters_is_refused(room: Room, submission: Submission) -> None:
    assert room.desk.patch(review_path(submission), DENIED | {"comment": "é" * 5000}).json()["comment"] == "é" * 5000


def test_missing_review_status_is_422(room: Room, submission: Submission) -> None:
    with nothing_stored(room.world):
        answer = room.desk.patch(review_path(submission), {"comment": "Blurred"})
    assert answer.json()["fields"] == {"status": "is required"}


def test_another_teachers_submission_is_404(room: Room, submission: Submission) -> None:
    elsewhere = room.elsewhere()
    classmate = room.world.signed_in(room.world.student(room.classroom))
    with nothing_stored(room.world):
        assert error(elsewhere.desk.patch(review_path(submission), APPROVED)) == (404, "not_found")
        assert error(elsewhere.desk.post(f"/api/submissions/{submission.id}/undo-review")) == (404, "not_found")
        assert error(classmate.delete(f"/api/submissions/{submission.id}")) == (404, "not_found")
        assert error(room.tablet.patch(review_path(submission), APPROVED)) == (403, "wrong_role")
