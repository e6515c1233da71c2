"""Approving a suggestion creates one goal; denying it creates none (specification 8.4, 8.5)."""

import re
from functools import partial
from typing import Any

import pytest

from server.domain.suggestions.models import GoalSuggestion
from tests.factories.api_client import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.concurrency import run_concurrently, run_while_locked
from tests.factories.fake_clock import FakeClock
from tests.factories.response_fields import GOAL, SUGGESTION, TIMESTAMP
from tests.factories.snapshots import assert_unchanged

CALL = "/api/goal-suggestions"
ALREADY_REVIEWED = (409, "already_reviewed")


def approve_path(suggestion: GoalSuggestion) -> str:
    return f"{CALL}/{suggestion.id}/approve"


def deny_path(suggestion: GoalSuggestion) -> str:
    return f"{CALL}/{suggestion.id}/deny"


def only_suggestion(classroom: PreparedClassroom) -> dict[str, Any]:
    (only,) = classroom.student_client.get(f"{CALL}/student/{classroom.student.id}").json()
    found: dict[str, Any] = only
    return found


class TestApproving:
    @pytest.mark.spec("1.4", "8.2", "8.4")
    def test_approved_goal_is_current_with_the_suggested_values(
        self, classroom: PreparedClassroom, suggestion: GoalSuggestion, fake_clock: FakeClock
    ) -> None:
        before = only_suggestion(classroom)
        fake_clock.advance(minutes=5)
        response = classroom.teacher_client.put(approve_path(suggestion), {"teacherId": classroom.teacher.id})
        assert response.status_code == 200
        body = response.json()
        assert set(body) == {"suggestion", "goal"}
        assert set(body["suggestion"]) == SUGGESTION
        assert re.fullmatch(TIMESTAMP, body["suggestion"]["reviewedAt"])
        changes = {
            "status": "approved",
            "teacherId": classroom.teacher.id,
            "reviewedAt": body["suggestion"]["reviewedAt"],
        }
        changes |= {"approvedName": "Swim 20 lengths", "approvedGoalbucks": 15}
        assert body["suggestion"] == before | changes == only_suggestion(classroom)
        assert classroom.own_goals() == [body["goal"]]
        goal = body["goal"]
        assert set(goal) == GOAL
        assert (goal["name"], goal["goalbucks"], goal["dueDate"]) == ("Swim 20 lengths", 15, None)
        assert (goal["studentId"], goal["classroomId"]) == (classroom.student.id, classroom.row.id)
        assert (goal["status"], goal["completedAt"]) == ("current", None)

    @pytest.mark.spec("8.4")
    def test_approval_may_override_name_goalbucks_and_due_date(
        self, classroom: PreparedClassroom, suggestion: GoalSuggestion
    ) -> None:
        changes = {"name": " Swim 10 lengths ", "goalbucks": 8, "dueDate": "2030-05-31"}
        approved = classroom.teacher_client.put(approve_path(suggestion), changes).json()
        goal = approved["goal"]
        assert (goal["name"], goal["goalbucks"], goal["dueDate"]) == ("Swim 10 lengths", 8, "2030-05-31")
        kept = approved["suggestion"]
        assert (kept["suggestedName"], kept["suggestedGoalbucks"]) == ("Swim 20 lengths", 15)
        assert (kept["approvedName"], kept["approvedGoalbucks"]) == ("Swim 10 lengths", 8)
        assert kept == only_suggestion(classroom)

    def test_approver_is_the_signed_in_teacher_regardless_of_the_body(
        self, classroom: PreparedClassroom, suggestion: GoalSuggestion
    ) -> None:
        body = {"teacherId": classroom.other_teachers_classroom().teacher.id, "studentId": "x", "classroomId": "x"}
        approved = classroom.teacher_client.put(approve_path(suggestion), body).json()
        assert approved["suggestion"]["teacherId"] == classroom.teacher.id
        assert approved["goal"]["studentId"] == classroom.student.id


class TestDenying:
    @pytest.mark.spec("8.2", "8.5")
    @pytest.mark.parametrize("body", [None, {"teacherId": "somebody else"}])
    def test_denying_a_suggestion_creates_no_goal(
        self, classroom: PreparedClassroom, suggestion: GoalSuggestion, body: dict[str, Any] | None
    ) -> None:
        before = only_suggestion(classroom)
        response = classroom.teacher_client.put(deny_path(suggestion), body)
        assert response.status_code == 200
        denied = response.json()
        changes = {"status": "denied", "teacherId": classroom.teacher.id, "reviewedAt": denied["reviewedAt"]}
        assert denied == before | changes == only_suggestion(classroom)
        assert re.fullmatch(TIMESTAMP, denied["reviewedAt"])
        assert classroom.own_goals() == []


@pytest.mark.spec("8.4")
def test_reviewing_a_reviewed_suggestion_is_409(classroom: PreparedClassroom, suggestion: GoalSuggestion) -> None:
    assert classroom.teacher_client.put(approve_path(suggestion)).status_code == 200
    with assert_unchanged(classroom.test_app):
        response = classroom.teacher_client.put(deny_path(suggestion))
    assert error(response) == ALREADY_REVIEWED
    assert response.json()["error"] == "This suggestion has already been reviewed."


@pytest.mark.postgresql
def test_concurrent_approvals_create_one_goal(classroom: PreparedClassroom, suggestion: GoalSuggestion) -> None:
    teacher_clients = [classroom.test_app.client_for(classroom.teacher) for _ in range(4)]
    calls = [partial(teacher_client.put, approve_path(suggestion)) for teacher_client in teacher_clients]
    responses = run_while_locked(classroom.test_app.transactions, classroom.student, *calls)
    assert sorted(response.status_code for response in responses) == [200] + [409] * 3
    assert {error(response) for response in responses if response.status_code == 409} == {ALREADY_REVIEWED}
    assert len(classroom.own_goals()) == 1


@pytest.mark.postgresql
def test_concurrent_approval_and_denial_succeed_once(classroom: PreparedClassroom, suggestion: GoalSuggestion) -> None:
    teacher_clients = [classroom.test_app.client_for(classroom.teacher) for _ in range(2)]
    approved, denied = run_concurrently(
        partial(teacher_clients[0].put, approve_path(suggestion)),
        partial(teacher_clients[1].put, deny_path(suggestion)),
    )
    assert {approved.status_code, denied.status_code} == {200, 409}
    assert len(classroom.own_goals()) == (1 if approved.status_code == 200 else 0)
