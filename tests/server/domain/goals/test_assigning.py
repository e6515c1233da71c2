"""Assigning goals, to one student or in bulk (specification 6.2, 6.3)."""

import re
from typing import Any

import pytest

from tests.factories.fields import GOAL, TIME
from tests.factories.room import Room
from tests.factories.stored import count, nothing_stored
from tests.factories.world import error

ONE, MANY = "/api/goals", "/api/goals/bulk"


def goal_body(room: Room, **other: object) -> dict[str, Any]:
    ids = {"studentId": room.student.id, "classroomId": room.classroom.id}
    return {**ids, "name": "Read 20 minutes", "goalbucks": 25} | other


def bulk_body(room: Room, *student_ids: str, **other: object) -> dict[str, Any]:
    ids = {"studentIds": list(student_ids), "classroomId": room.classroom.id}
    return {**ids, "name": "Read 20 minutes", "goalbucks": 25} | other


class TestSingleGoal:
    @pytest.mark.spec("6.2", "11.3", "13.4")
    def test_assigned_goal_is_current_and_has_all_fields(self, room: Room) -> None:
        answer = room.desk.post(ONE, goal_body(room, dueDate="2030-05-31"))
        assert answer.status_code == 201
        made = answer.json()
        assert set(made) == GOAL
        assert re.fullmatch(TIME, made["createdAt"])
        assert made == {
            "id": made["id"],
            "createdAt": made["createdAt"],
            "studentId": room.student.id,
            "classroomId": room.classroom.id,
            "name": "Read 20 minutes",
            "goalbucks": 25,
            "dueDate": "2030-05-31",
            "status": "current",
            "completedAt": None,
            "overdue": False,
            "assignmentId": None,
        }

    def test_assigned_goal_is_visible_to_its_student(self, room: Room) -> None:
        made = room.desk.post(ONE, goal_body(room)).json()
        path = f"/api/students/{room.student.id}/goals"
        assert room.tablet.get(path).json() == [made]
        assert room.desk.get(path).json() == [made]

    @pytest.mark.spec("13.4")
    @pytest.mark.parametrize("due", [{}, {"dueDate": None}, {"dueDate": ""}])
    def test_due_date_is_optional(self, room: Room, due: dict[str, object]) -> None:
        answer = room.desk.post(ONE, goal_body(room, **due))
        assert (answer.status_code, answer.json()["dueDate"]) == (201, None)

    @pytest.mark.spec("6.5")
    @pytest.mark.parametrize("due", ["1999-12-31", "2024-02-29", "9999-12-31", "0001-01-01"])
    def test_any_calendar_date_is_allowed_as_due_date(self, room: Room, due: str) -> None:
        assert room.desk.post(ONE, goal_body(room, dueDate=due)).json()["dueDate"] == due

    @pytest.mark.spec("6.4")
    @pytest.mark.parametrize("goalbucks", [1, 1_000_000])
    def test_goal_is_worth_1_to_a_million(self, room: Room, goalbucks: int) -> None:
        assert room.desk.post(ONE, goal_body(room, goalbucks=goalbucks)).json()["goalbucks"] == goalbucks

    def test_goal_name_is_trimmed_and_has_up_to_200_characters(self, room: Room) -> None:
        assert room.desk.post(ONE, goal_body(room, name="  Read\t")).json()["name"] == "Read"
        assert room.desk.post(ONE, goal_body(room, name="😀" * 200)).status_code == 201

    def test_identical_goal_may_be_assigned_again(self, room: Room) -> None:
        first, second = (room.desk.post(ONE, goal_body(room)).json() for _ in range(2))
        assert first["id"] != second["id"]

    @pytest.mark.spec("6.2")
    def test_assigning_a_goal_credits_nothing(self, room: Room) -> None:
        room.desk.post(ONE, goal_body(room))
        assert room.desk.get(f"/api/students/{room.student.id}/goalbucks").json()["balance"] == 0

    @pytest.mark.spec("11.4")
    def test_unknown_goal_fields_are_ignored(self, room: Room) -> None:
        extra = {"id": "mine", "status": "completed", "completedAt": "2026-01-01T00:00:00Z", "creditId": "x"}
        made = room.desk.post(ONE, goal_body(room, **extra)).json()
        assert (made["status"], made["completedAt"]) == ("current", None)
        assert made["id"] != "mine"


class TestBulkAssignment:
    @pytest.mark.spec("6.3")
    def test_bulk_assignment_reaches_exactly_the_named_students(self, room: Room) -> None:
        chosen = [room.world.student(room.classroom) for _ in range(3)]
        answer = room.desk.post(MANY, bulk_body(room, *(each.id for each in chosen), dueDate="2030-05-31"))
        assert (answer.status_code, answer.json()["count"]) == (201, 3)
        for student in chosen:
            (goal,) = room.desk.get(f"/api/students/{student.id}/goals").json()
            assert (goal["name"], goal["goalbucks"], goal["dueDate"]) == ("Read 20 minutes", 25, "2030-05-31")
            assert (goal["studentId"], goal["classroomId"]) == (student.id, room.classroom.id)
        assert room.desk.get(f"/api/students/{room.student.id}/goals").json() == []

    @pytest.mark.spec("6.3")
    def test_student_named_twice_gets_one_goal(self, room: Room) -> None:
        classmate = room.world.student(room.classroom)
        ids = [room.student.id, classmate.id, room.student.id, room.student.id]
        assert room.desk.post(MANY, bulk_body(room, *ids)).json()["count"] == 2
        assert count(room.world, "goals") == 2

    def test_bulk_assignment_to_one_student_is_allowed(self, room: Room) -> None:
        assert room.desk.post(MANY, bulk_body(room, room.student.id)).json()["count"] == 1

    @pytest.mark.spec("6.3")
    @pytest.mark.parametrize("place", [0, 1, 2])
    def test_bulk_assignment_with_one_invalid_student_assigns_nothing(self, room: Room, place: int) -> None:
        ids = [room.student.id, room.world.student(room.classroom).id]
        ids.insert(place, room.another().student.id)
        with nothing_stored(room.world):
            assert error(room.desk.post(MANY, bulk_body(room, *ids))) == (404, "not_found")

    def test_large_class_is_assigned_in_one_call(self, room: Room) -> None:
        ids = [room.world.student(room.classroom).id for _ in range(60)]
        assert room.desk.post(MANY, bulk_body(room, *ids)).json()["count"] == 60

    @pytest.mark.spec("6.3")
    def test_more_bulk_students_than_a_class_can_have_are_422(self, room: Room) -> None:
        with nothing_stored(room.world):
            answer = room.desk.post(MANY, bulk_body(room, *(f"student{number}" for number in range(1001))))
        assert error(answer) == (422, "invalid")
        assert answer.json()["fields"] == {"studentIds": "must have at most 1000 entries"}
