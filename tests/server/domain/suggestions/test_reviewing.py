"""Approving a suggestion creates one goal; denying it creates none (specification 8.4, 8.5)."""

import re
from functools import partial
from typing import Any

import pytest

from server.domain.suggestions.models import GoalSuggestion
from tests.factories.at_once import at_once
from tests.factories.fields import GOAL, SUGGESTION, TIME
from tests.factories.room import Room
from tests.factories.stored import nothing_stored
from tests.factories.world import error
from tests.server.conftest import Hands

CALL = "/api/goal-suggestions"
ALREADY_REVIEWED = (409, "already_reviewed")


@pytest.fixture
def suggestion(room: Room) -> GoalSuggestion:
    return room.world.suggestion(room.student, "Swim 20 lengths", 15, "Every Friday")


def approve_path(suggestion: GoalSuggestion) -> str:
    return f"{CALL}/{suggestion.id}/approve"


def deny_path(suggestion: GoalSuggestion) -> str:
    return f"{CALL}/{suggestion.id}/deny"


def only_suggestion(room: Room) -> dict[str, Any]:
    (only,) = room.tablet.get(f"{CALL}/student/{room.student.id}").json()
    found: dict[str, Any] = only
    return found


def list_goals(room: Room) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = room.tablet.get(f"/api/students/{room.student.id}/goals").json()
    return found


class TestApproving:
    @pytest.mark.spec("1.4", "8.2", "8.4")
    def test_approved_goal_is_current_with_the_suggested_values(
        self, room: Room, suggestion: GoalSuggestion, hands: Hands
    ) -> None:
        before = only_suggestion(room)
        hands.move(minutes=5)
        answer = room.desk.put(approve_path(suggestion), {"teacherId": room.teacher.id})
        assert answer.status_code == 200
        told = answer.json()
        assert set(told) == {"suggestion", "goal"}
        assert set(told["suggestion"]) == SUGGESTION
        assert re.fullmatch(TIME, told["suggestion"]["reviewedAt"])
        changes = {"status": "approved", "teacherId": room.teacher.id, "reviewedAt": told["suggestion"]["reviewedAt"]}
        changes |= {"approvedName": "Swim 20 lengths", "approvedGoalbucks": 15}
        assert told["suggestion"] == before | changes == only_suggestion(room)
        assert list_goals(room) == [told["goal"]]
        goal = told["goal"]
        assert set(goal) == GOAL
        assert (goal["name"], goal["goalbucks"], goal["dueDate"]) == ("Swim 20 lengths", 15, None)
        assert (goal["studentId"], goal["classroomId"]) == (room.student.id, room.classroom.id)
        assert (goal["status"], goal["completedAt"]) == ("current", None)

    def test_approving_a_suggestion_credits_nothing(self, room: Room, suggestion: GoalSuggestion) -> None:
        room.desk.put(approve_path(suggestion))
        assert room.desk.get(f"/api/students/{room.student.id}/ledger").json() == []

    @pytest.mark.spec("8.4")
    def test_approval_may_override_name_goalbucks_and_due_date(self, room: Room, suggestion: GoalSuggestion) -> None:
        changes = {"name": " Swim 10 lengths ", "goalbucks": 8, "dueDate": "2030-05-31"}
        told = room.desk.put(approve_path(suggestion), changes).json()
        goal = told["goal"]
        assert (goal["name"], goal["goalbucks"], goal["dueDate"]) == ("Swim 10 lengths", 8, "2030-05-31")
        kept = told["suggestion"]
        assert (kept["suggestedName"], kept["suggestedGoalbucks"]) == ("Swim 20 lengths", 15)
        assert (kept["approvedName"], kept["approvedGoalbucks"]) == ("Swim 10 lengths", 8)
        assert kept == only_suggestion(room)

    @pytest.mark.spec("8.6")
    def test_editing_the_goal_later_keeps_the_approved_values(self, room: Room, suggestion: GoalSuggestion) -> None:
        goal = room.desk.put(approve_path(suggestion), {"goalbucks": 8}).json()["goal"]
        room.desk.put(f"/api/goals/{goal['id']}", {"name": "Swim 5 lengths", "goalbucks": 3})
        assert (only_suggestion(room)["approvedName"], only_suggestion(room)["approvedGoalbucks"]) == (
            "Swim 20 lengths",
            8,
        )

    @pytest.mark.parametrize(
        ("changes", "name", "worth"),
        [
            (None, "Swim 20 lengths", 15),
            ({}, "Swim 20 lengths", 15),
            ({"name": None, "goalbucks": None, "dueDate": None}, "Swim 20 lengths", 15),
            ({"name": "  "}, "Swim 20 lengths", 15),
            ({"name": "Dive"}, "Dive", 15),
            ({"goalbucks": 1_000_000}, "Swim 20 lengths", 1_000_000),
        ],
    )
    def test_omitted_overrides_use_the_suggested_values(
        self, room: Room, suggestion: GoalSuggestion, changes: dict[str, Any] | None, name: str, worth: int
    ) -> None:
        goal = room.desk.put(approve_path(suggestion), changes).json()["goal"]
        assert (goal["name"], goal["goalbucks"]) == (name, worth)

    def test_approver_is_the_signed_in_teacher_regardless_of_the_body(
        self, room: Room, suggestion: GoalSuggestion
    ) -> None:
        body = {"teacherId": room.elsewhere().teacher.id, "studentId": "x", "classroomId": "x"}
        told = room.desk.put(approve_path(suggestion), body).json()
        assert told["suggestion"]["teacherId"] == room.teacher.id
        assert told["goal"]["studentId"] == room.student.id

    def test_goal_of_a_suggestion_can_be_edited_completed_and_deleted(
        self, room: Room, suggestion: GoalSuggestion
    ) -> None:
        goal = room.desk.put(approve_path(suggestion)).json()["goal"]
        assert room.desk.post(f"/api/goals/{goal['id']}/complete").status_code == 200
        assert room.tablet.get(f"/api/students/{room.student.id}/goalbucks").json()["balance"] == 15

    def test_deleting_the_goal_keeps_the_suggestion_approved(self, room: Room, suggestion: GoalSuggestion) -> None:
        goal = room.desk.put(approve_path(suggestion)).json()["goal"]
        room.desk.delete(f"/api/goals/{goal['id']}")
        assert only_suggestion(room)["status"] == "approved"
        assert error(room.desk.put(approve_path(suggestion))) == ALREADY_REVIEWED

    def test_goal_of_a_moved_student_belongs_to_the_new_class(self, room: Room, suggestion: GoalSuggestion) -> None:
        other = room.another()
        room.desk.put(f"/api/students/{room.student.id}/classroom", {"classroomId": other.classroom.id})
        assert room.desk.put(approve_path(suggestion)).json()["goal"]["classroomId"] == other.classroom.id

    @pytest.mark.parametrize("value", [0, "5"])
    def test_invalid_goalbucks_of_an_approval_are_422(
        self, room: Room, suggestion: GoalSuggestion, value: object
    ) -> None:
        self.assert_refused(room, suggestion, "goalbucks", value)

    @pytest.mark.parametrize("value", ["x" * 201])
    def test_invalid_name_of_an_approval_is_422(self, room: Room, suggestion: GoalSuggestion, value: object) -> None:
        self.assert_refused(room, suggestion, "name", value)

    @pytest.mark.parametrize("value", ["2026-02-30"])
    def test_invalid_due_date_of_an_approval_is_422(
        self, room: Room, suggestion: GoalSuggestion, value: object
    ) -> None:
        self.assert_refused(room, suggestion, "dueDate", value)

    def assert_refused(self, room: Room, suggestion: GoalSuggestion, field: str, value: object) -> None:
        with nothing_stored(room.world):
            answer = room.desk.put(approve_path(suggestion), {field: value})
        assert error(answer) == (422, "invalid")
        assert set(answer.json()["fields"]) == {field}


class TestDenying:
    @pytest.mark.spec("8.2", "8.5")
    @pytest.mark.parametrize("body", [None, {}, {"teacherId": "somebody else"}])
    def test_denying_a_suggestion_creates_no_goal(
        self, room: Room, suggestion: GoalSuggestion, body: dict[str, Any] | None
    ) -> None:
        before = only_suggestion(room)
        answer = room.desk.put(deny_path(suggestion), body)
        assert answer.status_code == 200
        told = answer.json()
        changes = {"status": "denied", "teacherId": room.teacher.id, "reviewedAt": told["reviewedAt"]}
        assert told == before | changes == only_suggestion(room)
        assert re.fullmatch(TIME, told["reviewedAt"])
        assert list_goals(room) == []


@pytest.mark.spec("8.4")
@pytest.mark.parametrize("first", [approve_path, deny_path])
@pytest.mark.parametrize("second", [approve_path, deny_path])
def test_reviewing_a_reviewed_suggestion_is_409(
    room: Room, suggestion: GoalSuggestion, first: Any, second: Any
) -> None:
    assert room.desk.put(first(suggestion)).status_code == 200
    with nothing_stored(room.world):
        answer = room.desk.put(second(suggestion))
    assert error(answer) == ALREADY_REVIEWED
    assert answer.json()["error"] == "This suggestion has already been reviewed."


@pytest.mark.postgresql
@pytest.mark.parametrize("round_", range(3))
def test_concurrent_approvals_create_one_goal(room: Room, suggestion: GoalSuggestion, round_: int) -> None:
    del round_
    desks = [room.world.signed_in(room.teacher) for _ in range(4)]
    answers = at_once(*(partial(desk.put, approve_path(suggestion)) for desk in desks))
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 3
    assert {error(answer) for answer in answers if answer.status_code == 409} == {ALREADY_REVIEWED}
    assert len(list_goals(room)) == 1


@pytest.mark.postgresql
def test_concurrent_approval_and_denial_succeed_once(room: Room, suggestion: GoalSuggestion) -> None:
    desks = [room.world.signed_in(room.teacher) for _ in range(2)]
    approved, denied = at_once(
        partial(desks[0].put, approve_path(suggestion)), partial(desks[1].put, deny_path(suggestion))
    )
    assert {approved.status_code, denied.status_code} == {200, 409}
    assert len(list_goals(room)) == (1 if approved.status_code == 200 else 0)


def test_another_teachers_suggestion_is_404(room: Room, suggestion: GoalSuggestion) -> None:
    elsewhere = room.elsewhere()
    with nothing_stored(room.world):
        assert error(elsewhere.desk.put(approve_path(suggestion))) == (404, "not_found")
        assert error(elsewhere.desk.put(deny_path(suggestion))) == (404, "not_found")
