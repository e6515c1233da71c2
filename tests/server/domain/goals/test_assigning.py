"""Assigning goals, to one student or in bulk (specification 6.2, 6.3)."""

import re
from typing import Any

import pytest

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
        response = classroom.teacher_client.post(ONE, goal_body(classroom, dueDate="2030-05-31"))
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
            "details": None,
            "offeredGoalbucks": None,
            "endedReason": None,
            "endedAt": None,
            "status": "current",
            "completedAt": None,
            "overdue": False,
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


@pytest.mark.spec("6.16")
@pytest.mark.parametrize(("sent", "stored"), [(None, None), ("  ", None), (" A <b>photo</b>\n", "A <b>photo</b>")])
def test_details_are_trimmed_and_optional(classroom: PreparedClassroom, sent: str | None, stored: str | None) -> None:
    response = classroom.teacher_client.post(ONE, goal_body(classroom, details=sent))
    assert (response.status_code, response.json()["details"]) == (201, stored)


@pytest.mark.spec("6.16")
@pytest.mark.parametrize(("length", "status"), [(500, 201), (501, 422)])
def test_details_have_at_most_500_characters(classroom: PreparedClassroom, length: int, status: int) -> None:
    assert classroom.teacher_client.post(ONE, goal_body(classroom, details="x" * length)).status_code == status
