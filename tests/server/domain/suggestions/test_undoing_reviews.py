"""Undoing the approval or denial of a suggestion while its goal has no activity."""

from functools import partial
from typing import Any

import pytest

from server.domain.goals.models import Goal
from server.domain.suggestions.models import GoalSuggestion
from tests.factories.api_client import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.concurrency import run_concurrently
from tests.factories.response_fields import SUGGESTION
from tests.factories.snapshots import assert_unchanged

CALL = "/api/goal-suggestions"


@pytest.fixture
def goal(classroom: PreparedClassroom, suggestion: GoalSuggestion) -> Goal:
    """The goal created by approving the suggestion."""
    response = classroom.teacher_client.put(
        f"{CALL}/{suggestion.id}/approve", {"name": "Swim 10 lengths", "goalbucks": 8}
    )
    with classroom.test_app.open_session() as db:
        return db.get_one(Goal, response.json()["goal"]["id"])


def undo_path(suggestion: GoalSuggestion) -> str:
    return f"{CALL}/{suggestion.id}/undo-answer"


def own_suggestions(classroom: PreparedClassroom) -> list[dict[str, Any]]:
    """Return the student's suggestions as the student sees them."""
    found: list[dict[str, Any]] = classroom.student_client.get(f"{CALL}/student/{classroom.student.id}").json()
    return found


def refused_undo(classroom: PreparedClassroom, suggestion: GoalSuggestion) -> tuple[int, str]:
    """Return status and code of an undo that must change nothing."""
    with assert_unchanged(classroom.test_app):
        response = classroom.teacher_client.post(undo_path(suggestion))
    return error(response)


def test_undoing_an_answer_restores_the_pending_suggestion(
    classroom: PreparedClassroom, suggestion: GoalSuggestion
) -> None:
    before = own_suggestions(classroom)
    assert classroom.teacher_client.put(f"{CALL}/{suggestion.id}/approve").status_code == 200
    undone = classroom.teacher_client.post(undo_path(suggestion))
    assert undone.status_code == 200
    assert set(undone.json()) == SUGGESTION
    assert [undone.json()] == before == own_suggestions(classroom)
    assert classroom.own_goals() == []
    assert [each["id"] for each in classroom.teacher_client.get(f"{CALL}/teacher/{classroom.teacher.id}").json()] == [
        suggestion.id
    ]


def test_undoing_a_pending_suggestion_is_409(classroom: PreparedClassroom, suggestion: GoalSuggestion) -> None:
    assert refused_undo(classroom, suggestion) == (409, "not_reviewed")


def test_undoing_is_409_while_the_goal_has_a_submission(
    classroom: PreparedClassroom, suggestion: GoalSuggestion, goal: Goal
) -> None:
    proof = classroom.student_client.upload(goal, text="Done").json()["id"]
    assert refused_undo(classroom, suggestion) == (409, "goal_has_proof")
    classroom.student_client.delete(f"/api/submissions/{proof}")
    assert classroom.teacher_client.post(undo_path(suggestion)).status_code == 200


def test_undoing_after_the_goal_was_deleted_is_409(
    classroom: PreparedClassroom, suggestion: GoalSuggestion, goal: Goal
) -> None:
    classroom.teacher_client.delete(f"/api/goals/{goal.id}")
    assert refused_undo(classroom, suggestion) == (409, "goal_unknown")


@pytest.mark.postgresql
@pytest.mark.usefixtures("goal")
def test_concurrent_undos_of_an_answer_succeed_once(classroom: PreparedClassroom, suggestion: GoalSuggestion) -> None:
    teacher_clients = [classroom.test_app.client_for(classroom.teacher) for _ in range(4)]
    responses = run_concurrently(
        *(partial(teacher_client.post, undo_path(suggestion)) for teacher_client in teacher_clients)
    )
    assert sorted(response.status_code for response in responses) == [200, 409, 409, 409]
    assert classroom.own_goals() == []


@pytest.mark.postgresql
def test_concurrent_submission_and_undo_succeed_once(
    classroom: PreparedClassroom, suggestion: GoalSuggestion, goal: Goal
) -> None:
    undone, sent = run_concurrently(
        partial(classroom.teacher_client.post, undo_path(suggestion)),
        partial(classroom.student_client.upload, goal, text="Done"),
    )
    assert (undone.status_code, sent.status_code) in {(200, 404), (409, 201)}
    assert len(classroom.own_goals()) == (0 if undone.status_code == 200 else 1)
