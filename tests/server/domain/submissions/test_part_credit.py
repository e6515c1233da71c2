"""Approving with less than the goal is worth: statuses, messages and what everybody reads (specification 7.21)."""

from typing import Any

import pytest
from httpx2 import Response

from server.domain.goals.models import Goal
from server.domain.submissions.models import Submission
from tests.factories.api_client import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.invariants import assert_invariants
from tests.factories.snapshots import assert_unchanged


@pytest.fixture
def goal(classroom: PreparedClassroom) -> Goal:
    return classroom.test_app.goal(classroom.student, "Read", 25)


@pytest.fixture
def submission(classroom: PreparedClassroom, goal: Goal) -> Submission:
    return classroom.test_app.submission(goal)


def review(classroom: PreparedClassroom, submission: Submission, **body: Any) -> Response:
    return classroom.teacher_client.patch(f"/api/submissions/{submission.id}/review", {"status": "approved", **body})


def only_goal(classroom: PreparedClassroom) -> tuple[str, int, int | None]:
    (goal,) = classroom.own_goals()
    return goal["status"], goal["goalbucks"], goal["offeredGoalbucks"]


@pytest.mark.spec("7.21", "13.4")
def test_student_and_totals_count_what_was_paid_and_the_goal_keeps_its_worth(
    classroom: PreparedClassroom, submission: Submission
) -> None:
    assert review(classroom, submission, goalbucks=15, comment="Three nights, well done!").status_code == 200
    assert only_goal(classroom) == ("completed", 15, 25)
    response = classroom.teacher_client.get(f"/api/students/{classroom.student.id}/goals")
    assert (response.headers["X-Goals-Completed"], response.headers["X-Goals-Goalbucks"]) == ("1", "15")
    assert classroom.balance() == {"balance": 15, "earned": 15, "spent": 0}
    with classroom.test_app.open_session() as db:
        assert_invariants(db)


@pytest.mark.spec("7.21")
@pytest.mark.parametrize(
    ("body", "code", "sentence"),
    [
        ({"goalbucks": 26}, "too_much", "A goal can't pay more than it is worth."),
        (
            {"goalbucks": 5, "status": "denied", "comment": "Blurred"},
            "denial_pays_nothing",
            "A denial can't pay GoalBucks.",
        ),
    ],
)
def test_more_than_the_worth_and_a_paid_denial_change_nothing(
    classroom: PreparedClassroom, submission: Submission, body: dict[str, Any], code: str, sentence: str
) -> None:
    with assert_unchanged(classroom.test_app):
        response = review(classroom, submission, **body)
    assert error(response) == (422, code)
    assert response.json()["error"] == sentence
    assert set(response.json()["fields"]) == {"goalbucks"}


@pytest.mark.spec("7.16", "7.21")
def test_several_at_once_pay_their_worth_whatever_amount_is_sent(
    classroom: PreparedClassroom, submission: Submission
) -> None:
    body = {"submissionIds": [submission.id], "status": "approved", "goalbucks": 15}
    assert classroom.teacher_client.post("/api/submissions/review", body).json() == {"count": 1}
    assert only_goal(classroom) == ("completed", 25, None)
