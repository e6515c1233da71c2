"""Assigning goals, to one student or in bulk (specification 6.2, 6.3)."""

import re
from typing import Any

import pytest

from tests.factories.api_client import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.response_fields import GOAL, TIMESTAMP

ONE, MANY = "/api/goals", "/api/goals/bulk"


def goal_body(classroom: PreparedClassroom, **other: object) -> dict[str, Any]:
    ids = {"studentId": classroom.student.id, "classroomId": classroom.row.id}
    return {**ids, "name": "Read 20 minutes", "goalbucks": 25} | other


def bulk_body(classroom: PreparedClassroom, *student_ids: str, **other: object) -> dict[str, Any]:
    ids = {"studentIds": list(student_ids), "classroomId": classroom.row.id}
    return {**ids, "name": "Read 20 minutes", "goalbucks": 25} | other


class TestSingleGoal:
    @pytest.mark.spec("6.2", "11.3", "13.4")
    def test_assigned_goal_is_current_and_has_all_fields(self, classroom: PreparedClassroom) -> None:
        response = classroom.teacher_client.post(
            ONE, goal_body(classroom, dueDate="2030-05-31", details=" A <b>photo</b>\n")
        )
        assert response.status_code == 201
        made = response.json()
        assert set(made) == GOAL
        assert re.fullmatch(TIMESTAMP, made["createdAt"])
        assert made == {
            "id": made["id"],
            "createdAt": made["createdAt"],
            "studentId": classroom.student.id,
            "classroomId": classroom.row.id,
            "name": "Read 20 minutes",
            "goalbucks": 25,
            "dueDate": "2030-05-31",
            "details": "A <b>photo</b>",
            "picture": None,
            "offeredGoalbucks": None,
            "endedReason": None,
            "endedAt": None,
            "status": "current",
            "completedAt": None,
            "overdue": False,
            "seriesId": None,
            "assignmentId": None,
        }
        path = f"/api/students/{classroom.student.id}/goals"
        assert classroom.student_client.get(path).json() == classroom.teacher_client.get(path).json() == [made]


class TestBulkAssignment:
    @pytest.mark.spec("6.3")
    def test_bulk_assignment_reaches_exactly_the_named_students(self, classroom: PreparedClassroom) -> None:
        chosen = [classroom.test_app.student(classroom.row) for _ in range(3)]
        response = classroom.teacher_client.post(
            MANY, bulk_body(classroom, *(each.id for each in chosen), dueDate="2030-05-31")
        )
        assert (response.status_code, response.json()["count"]) == (201, 3)
        for student in chosen:
            (goal,) = classroom.teacher_client.get(f"/api/students/{student.id}/goals").json()
            assert (goal["name"], goal["goalbucks"], goal["dueDate"]) == ("Read 20 minutes", 25, "2030-05-31")
            assert (goal["studentId"], goal["classroomId"]) == (student.id, classroom.row.id)
            assert goal["assignmentId"] == response.json()["assignmentId"]
        assert classroom.teacher_client.get(f"/api/students/{classroom.student.id}/goals").json() == []


@pytest.mark.spec("20.1")
def test_goals_that_were_assigned_together_share_their_picture(classroom: PreparedClassroom) -> None:
    chosen = [classroom.test_app.student(classroom.row) for _ in range(2)]
    body = bulk_body(classroom, *(each.id for each in chosen), picture="watering-can")
    assignment_id = classroom.teacher_client.post(MANY, body).json()["assignmentId"]
    (row,) = classroom.teacher_client.get(f"/api/assignments/teacher/{classroom.teacher.id}").json()
    assert (row["assignmentId"], row["picture"]) == (assignment_id, "watering-can")
    edited = {"name": "Water the plants", "goalbucks": 5, "picture": "flask"}
    classroom.teacher_client.put(f"/api/assignments/{assignment_id}", edited)
    goals = classroom.teacher_client.get(f"/api/assignments/{assignment_id}").json()
    assert [goal["picture"] for goal in goals] == ["flask", "flask"]


@pytest.mark.spec("20.1")
def test_an_unknown_picture_is_refused_with_a_sentence(read_only_classroom: PreparedClassroom) -> None:
    response = read_only_classroom.teacher_client.post(ONE, goal_body(read_only_classroom, picture="cat"))
    assert error(response) == (422, "invalid")
    assert response.json()["fields"] == {"picture": "must be one of the pictures that the form offers"}


@pytest.mark.spec("20.1")
def test_a_goal_of_a_suggestion_has_no_picture(classroom: PreparedClassroom) -> None:
    idea = {"suggestedName": "Learn to knit", "suggestedGoalbucks": 30}
    suggestion = classroom.student_client.post("/api/goal-suggestions", idea).json()
    approved = classroom.teacher_client.put(f"/api/goal-suggestions/{suggestion['id']}/approve", {})
    assert approved.json()["goal"]["picture"] is None
