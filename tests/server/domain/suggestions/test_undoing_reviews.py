"""Undoing the approval or denial of a suggestion while its goal has no activity."""

from functools import partial
from typing import Any

import pytest
from sqlalchemy import update

from server.domain.goals.models import Goal
from server.domain.suggestions.models import GoalSuggestion
from tests.factories.at_once import at_once
from tests.factories.fields import SUGGESTION
from tests.factories.room import Room
from tests.factories.stored import nothing_stored
from tests.factories.world import error

CALL = "/api/goal-suggestions"


@pytest.fixture
def suggestion(room: Room) -> GoalSuggestion:
    return room.world.suggestion(room.student, "Swim 20 lengths", 15, "Every Friday")


@pytest.fixture
def goal(room: Room, suggestion: GoalSuggestion) -> Goal:
    """The goal created by approving the suggestion."""
    answer = room.desk.put(f"{CALL}/{suggestion.id}/approve", {"name": "Swim 10 lengths", "goalbucks": 8})
    with room.world.look() as db:
        return db.get_one(Goal, answer.json()["goal"]["id"])


def undo_path(suggestion: GoalSuggestion) -> str:
    return f"{CALL}/{suggestion.id}/undo-answer"


def own_suggestions(room: Room) -> list[dict[str, Any]]:
    """Return the student's suggestions as the student sees them."""
    found: list[dict[str, Any]] = room.tablet.get(f"{CALL}/student/{room.student.id}").json()
    return found


def own_goals(room: Room) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = room.tablet.get(f"/api/students/{room.student.id}/goals").json()
    return found


def refused_undo(room: Room, suggestion: GoalSuggestion) -> tuple[int, str]:
    """Return status and code of an undo that must change nothing."""
    with nothing_stored(room.world):
        answer = room.desk.post(undo_path(suggestion))
    return error(answer)


@pytest.mark.parametrize("answer", ["approve", "deny"])
def test_undoing_an_answer_restores_the_pending_suggestion(room: Room, suggestion: GoalSuggestion, answer: str) -> None:
    before = own_suggestions(room)
    assert room.desk.put(f"{CALL}/{suggestion.id}/{answer}").status_code == 200
    undone = room.desk.post(undo_path(suggestion))
    assert undone.status_code == 200
    assert set(undone.json()) == SUGGESTION
    assert [undone.json()] == before == own_suggestions(room)
    assert own_goals(room) == []
    assert [each["id"] for each in room.desk.get(f"{CALL}/teacher/{room.teacher.id}").json()] == [suggestion.id]


def test_undone_suggestion_can_be_answered_differently(room: Room, suggestion: GoalSuggestion) -> None:
    for answer, goals in (("approve", 1), ("deny", 0), ("approve", 1)):
        assert room.desk.put(f"{CALL}/{suggestion.id}/{answer}").status_code == 200
        assert len(own_goals(room)) == goals
        assert room.desk.post(undo_path(suggestion)).status_code == 200


def test_undoing_an_approval_removes_the_edited_goal(room: Room, suggestion: GoalSuggestion, goal: Goal) -> None:
    room.desk.put(f"/api/goals/{goal.id}", {"name": "Swim 5 lengths", "goalbucks": 3})
    assert room.desk.post(undo_path(suggestion)).status_code == 200
    assert own_goals(room) == []


def test_undoing_an_approval_removes_only_its_goal(room: Room, suggestion: GoalSuggestion, goal: Goal) -> None:
    twin = room.world.goal(room.student, "Swim 10 lengths", 8)
    assert goal.id != twin.id
    assert room.desk.post(undo_path(suggestion)).status_code == 200
    assert [each["id"] for each in own_goals(room)] == [twin.id]


def test_undoing_a_pending_suggestion_is_409(room: Room, suggestion: GoalSuggestion) -> None:
    assert refused_undo(room, suggestion) == (409, "not_reviewed")


def test_undoing_is_409_while_the_goal_has_a_submission(room: Room, suggestion: GoalSuggestion, goal: Goal) -> None:
    proof = room.tablet.upload(goal, text="Done").json()["id"]
    assert refused_undo(room, suggestion) == (409, "goal_has_proof")
    room.tablet.delete(f"/api/submissions/{proof}")
    assert room.desk.post(undo_path(suggestion)).status_code == 200


def test_undoing_is_409_while_the_goal_is_completed(room: Room, suggestion: GoalSuggestion, goal: Goal) -> None:
    room.desk.post(f"/api/goals/{goal.id}/complete")
    assert refused_undo(room, suggestion) == (409, "already_completed")
    room.desk.post(f"/api/goals/{goal.id}/reopen")
    assert room.desk.post(undo_path(suggestion)).status_code == 200
    balance = room.tablet.get(f"/api/students/{room.student.id}/goalbucks").json()["balance"]
    assert (own_goals(room), balance) == ([], 0)


def test_undoing_after_the_goal_was_deleted_is_409(room: Room, suggestion: GoalSuggestion, goal: Goal) -> None:
    room.desk.delete(f"/api/goals/{goal.id}")
    assert refused_undo(room, suggestion) == (409, "goal_unknown")


def test_undoing_an_approval_without_a_recorded_goal_is_409(room: Room, suggestion: GoalSuggestion, goal: Goal) -> None:
    with room.world.transactions.writing() as db:
        db.execute(update(GoalSuggestion).values(goal_id=None))
    assert refused_undo(room, suggestion) == (409, "goal_unknown")
    assert [each["id"] for each in own_goals(room)] == [goal.id]


@pytest.mark.postgresql
@pytest.mark.usefixtures("goal")
def test_concurrent_undos_of_an_answer_succeed_once(room: Room, suggestion: GoalSuggestion) -> None:
    desks = [room.world.signed_in(room.teacher) for _ in range(4)]
    answers = at_once(*(partial(desk.post, undo_path(suggestion)) for desk in desks))
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]
    assert own_goals(room) == []


@pytest.mark.postgresql
def test_concurrent_submission_and_undo_succeed_once(room: Room, suggestion: GoalSuggestion, goal: Goal) -> None:
    undone, sent = at_once(
        partial(room.desk.post, undo_path(suggestion)), partial(room.tablet.upload, goal, text="Done")
    )
    assert (undone.status_code, sent.status_code) in {(200, 404), (409, 201)}
    assert len(own_goals(room)) == (0 if undone.status_code == 200 else 1)


def test_undoing_another_teachers_suggestion_is_404(room: Room, suggestion: GoalSuggestion, goal: Goal) -> None:
    elsewhere = room.elsewhere()
    with nothing_stored(room.world):
        assert error(elsewhere.desk.post(undo_path(suggestion))) == (404, "not_found")
    assert [each["id"] for each in own_goals(room)] == [goal.id]
