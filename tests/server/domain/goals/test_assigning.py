"""Assigning goals, to one student or in bulk (specification 6.2, 6.3)."""

import re
from typing import Any

import pytest

from tests.factories.app import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.response_fields import GOAL, TIMESTAMP
from tests.factories.snapshots import assert_unchanged, count_rows

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
            "status": "current",
            "completedAt": None,
            "overdue": False,
            "assignmentId": None,
        }

    def test_assigned_goal_is_visible_to_its_student(self, classroom: PreparedClassroom) -> None:
        made = classroom.teacher_client.post(ONE, goal_body(classroom)).json()
        path = f"/api/students/{classroom.student.id}/goals"
        assert classroom.student_client.get(path).json() == [made]
        assert classroom.teacher_client.get(path).json() == [made]

    @pytest.mark.spec("13.4")
    @pytest.mark.parametrize("due", [{}, {"dueDate": None}, {"dueDate": ""}])
    def test_due_date_is_optional(self, classroom: PreparedClassroom, due: dict[str, object]) -> None:
        response = classroom.teacher_client.post(ONE, goal_body(classroom, **due))
        assert (response.status_code, response.json()["dueDate"]) == (201, None)

    @pytest.mark.spec("6.5")
    @pytest.mark.parametrize("due", ["1999-12-31", "2024-02-29", "9999-12-31", "0001-01-01"])
    def test_any_calendar_date_is_allowed_as_due_date(self, classroom: PreparedClassroom, due: str) -> None:
        assert classroom.teacher_client.post(ONE, goal_body(classroom, dueDate=due)).json()["dueDate"] == due

    @pytest.mark.spec("6.4")
    @pytest.mark.parametrize("goalbucks", [1, 1_000_000])
    def test_goal_is_worth_1_to_a_million(self, classroom: PreparedClassroom, goalbucks: int) -> None:
        assert (
            classroom.teacher_client.post(ONE, goal_body(classroom, goalbucks=goalbucks)).json()["goalbucks"]
            == goalbucks
        )

    def test_goal_name_is_trimmed_and_has_up_to_200_characters(self, classroom: PreparedClassroom) -> None:
        assert classroom.teacher_client.post(ONE, goal_body(classroom, name="  Read\t")).json()["name"] == "Read"
        assert classroom.teacher_client.post(ONE, goal_body(classroom, name="😀" * 200)).status_code == 201

    def test_identical_goal_may_be_assigned_again(self, classroom: PreparedClassroom) -> None:
        first, second = (classroom.teacher_client.post(ONE, goal_body(classroom)).json() for _ in range(2))
        assert first["id"] != second["id"]

    @pytest.mark.spec("6.2")
    def test_assigning_a_goal_credits_nothing(self, classroom: PreparedClassroom) -> None:
        classroom.teacher_client.post(ONE, goal_body(classroom))
        assert classroom.balance()["balance"] == 0

    @pytest.mark.spec("11.4")
    def test_unknown_goal_fields_are_ignored(self, classroom: PreparedClassroom) -> None:
        extra = {"id": "mine", "status": "completed", "completedAt": "2026-01-01T00:00:00Z", "creditId": "x"}
        made = classroom.teacher_client.post(ONE, goal_body(classroom, **extra)).json()
        assert (made["status"], made["completedAt"]) == ("current", None)
        assert made["id"] != "mine"


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
        assert classroom.teacher_client.get(f"/api/students/{classroom.student.id}/goals").json() == []

    @pytest.mark.spec("6.3")
    def test_student_named_twice_gets_one_goal(self, classroom: PreparedClassroom) -> None:
        classmate = classroom.test_app.student(classroom.row)
        ids = [classroom.student.id, classmate.id, classroom.student.id, classroom.student.id]
        assert classroom.teacher_client.post(MANY, bulk_body(classroom, *ids)).json()["count"] == 2
        assert count_rows(classroom.test_app, "goals") == 2

    def test_bulk_assignment_to_one_student_is_allowed(self, classroom: PreparedClassroom) -> None:
        assert classroom.teacher_client.post(MANY, bulk_body(classroom, classroom.student.id)).json()["count"] == 1

    @pytest.mark.spec("6.3")
    @pytest.mark.parametrize("place", [0, 1, 2])
    def test_bulk_assignment_with_one_invalid_student_assigns_nothing(
        self, classroom: PreparedClassroom, place: int
    ) -> None:
        ids = [classroom.student.id, classroom.test_app.student(classroom.row).id]
        ids.insert(place, classroom.other_classroom().student.id)
        with assert_unchanged(classroom.test_app):
            assert error(classroom.teacher_client.post(MANY, bulk_body(classroom, *ids))) == (404, "not_found")

    def test_large_class_is_assigned_in_one_call(self, classroom: PreparedClassroom) -> None:
        ids = [classroom.test_app.student(classroom.row).id for _ in range(60)]
        assert classroom.teacher_client.post(MANY, bulk_body(classroom, *ids)).json()["count"] == 60

    @pytest.mark.spec("6.3")
    def test_more_bulk_students_than_a_class_can_have_are_422(self, classroom: PreparedClassroom) -> None:
        with assert_unchanged(classroom.test_app):
            response = classroom.teacher_client.post(
                MANY, bulk_body(classroom, *(f"student{number}" for number in range(1001)))
            )
        assert error(response) == (422, "invalid")
        assert response.json()["fields"] == {"studentIds": "must have at most 1000 entries"}
