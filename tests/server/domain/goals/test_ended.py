"""Ended goals: statuses and messages of every call that meets one (specification 6.18)."""

from typing import Any

import pytest

from server.domain.goals.models import Goal
from tests.factories.api_client import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.response_fields import GOAL
from tests.factories.snapshots import assert_unchanged

EDITED = {"name": "Write", "goalbucks": 30}


@pytest.fixture
def ended(classroom: PreparedClassroom) -> Goal:
    return classroom.test_app.ended_goal(classroom.student, "Spelling list")


def listed(classroom: PreparedClassroom, query: str = "", *, by_student: bool = False) -> list[dict[str, Any]]:
    client = classroom.student_client if by_student else classroom.teacher_client
    response = client.get(f"/api/students/{classroom.student.id}/goals{query}")
    assert response.status_code == 200
    goals: list[dict[str, Any]] = response.json()
    assert all(set(goal) == GOAL for goal in goals)
    return goals


@pytest.mark.spec("6.18", "13.4")
def test_only_the_teachers_list_of_ended_goals_has_it(classroom: PreparedClassroom, ended: Goal) -> None:
    (found,) = listed(classroom, "?status=ended")
    assert (found["id"], found["status"], found["endedReason"]) == (ended.id, "ended", "missed")
    assert found["endedAt"] is not None
    assert listed(classroom) == listed(classroom, "?status=current") == []
    assert listed(classroom, by_student=True) == listed(classroom, "?status=ended", by_student=True) == []
    home = classroom.student_client.get(f"/api/students/{classroom.student.id}/home").json()
    assert home["currentGoals"] == home["completedGoals"] == []
    path = f"/api/goals/teacher/{classroom.teacher.id}"
    assert classroom.teacher_client.get(path).json() == []
    assert [goal["id"] for goal in classroom.teacher_client.get(f"{path}?status=ended").json()] == [ended.id]


@pytest.mark.spec("6.18")
def test_editing_completing_and_proof_are_409(classroom: PreparedClassroom, ended: Goal) -> None:
    teacher, path = classroom.teacher_client, f"/api/goals/{ended.id}"
    open_goal = classroom.test_app.goal(classroom.student)
    with assert_unchanged(classroom.test_app):
        refused = [
            teacher.put(path, EDITED),
            teacher.post(f"{path}/complete"),
            teacher.post("/api/goals/complete", {"goalIds": [open_goal.id, ended.id]}),
            classroom.student_client.upload(ended, text="Done"),
        ]
    assert [error(response) for response in refused] == [(409, "goal_ended")] * 4
    assert {response.json()["error"] for response in refused} == {"This goal is no longer open."}


@pytest.mark.spec("6.18")
def test_it_is_reopened_without_a_due_date(classroom: PreparedClassroom, ended: Goal) -> None:
    response = classroom.teacher_client.post(f"/api/goals/{ended.id}/reopen")
    assert response.status_code == 200
    assert response.json() == listed(classroom)[0]
    fields = ("status", "dueDate", "endedAt", "endedReason")
    assert [response.json()[field] for field in fields] == ["current", None, None, None]


@pytest.mark.spec("6.18")
def test_it_is_deleted(classroom: PreparedClassroom, ended: Goal) -> None:
    assert classroom.teacher_client.delete(f"/api/goals/{ended.id}").status_code == 204
    assert listed(classroom, "?status=ended") == []


@pytest.mark.spec("6.18")
def test_the_open_goals_of_its_assignment_are_listed_and_edited_without_it(classroom: PreparedClassroom) -> None:
    students = [classroom.student, classroom.test_app.student(classroom.row)]
    path = f"/api/assignments/{classroom.test_app.assignment(*students)}"
    first, second = classroom.teacher_client.get(path).json()
    classroom.test_app.end_goal(first["id"])
    assert [goal["id"] for goal in classroom.teacher_client.get(path).json()] == [second["id"]]
    assert classroom.teacher_client.put(path, EDITED).json() == {"changed": 1, "kept": 0}
    assert classroom.teacher_client.delete(path).json() == {"deleted": 2, "kept": 0}
