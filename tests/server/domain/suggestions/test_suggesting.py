"""Suggesting goals and listing suggestions (specification 8.1)."""

import re
from typing import Any

import pytest

from tests.factories.bad_values import NOT_AN_ID, UNKNOWN_IDS, without
from tests.factories.fields import SUGGESTION, SUGGESTION_ROW, TIME
from tests.factories.room import Room
from tests.factories.stored import count, nothing_stored
from tests.factories.world import error
from tests.server.conftest import Hands

CALL = "/api/goal-suggestions"
SWIM: dict[str, Any] = {"suggestedName": "Swim 20 lengths", "suggestedGoalbucks": 15}


def own_suggestions(room: Room, query: str = "") -> list[dict[str, Any]]:
    """Return the student's suggestions; asserts that the teacher sees the same."""
    path = f"{CALL}/student/{room.student.id}{query}"
    listed = room.tablet.get(path)
    assert listed.status_code == 200
    assert listed.json() == room.desk.get(path).json()
    found: list[dict[str, Any]] = listed.json()
    assert all(set(each) == SUGGESTION for each in found)
    return found


def pending_suggestions(room: Room) -> list[dict[str, Any]]:
    """Return the suggestions pending for the teacher."""
    listed = room.desk.get(f"{CALL}/teacher/{room.teacher.id}")
    assert listed.status_code == 200
    found: list[dict[str, Any]] = listed.json()
    assert all(set(row) == SUGGESTION_ROW for row in found)
    return found


class TestSuggesting:
    @pytest.mark.spec("1.4", "8.1", "8.2", "13.8")
    def test_new_suggestion_is_pending_and_has_all_fields(self, room: Room) -> None:
        answer = room.tablet.post(CALL, SWIM | {"studentId": room.student.id, "description": "Every Friday"})
        assert answer.status_code == 201
        made = answer.json()
        assert re.fullmatch(TIME, made["createdAt"])
        assert made == SWIM | {
            "id": made["id"],
            "createdAt": made["createdAt"],
            "studentId": room.student.id,
            "classroomId": room.classroom.id,
            "description": "Every Friday",
            "status": "pending",
            "teacherId": None,
            "reviewedAt": None,
            "approvedName": None,
            "approvedGoalbucks": None,
        }
        assert own_suggestions(room) == [made]

    def test_suggesting_creates_no_goal(self, room: Room) -> None:
        room.tablet.post(CALL, SWIM)
        assert count(room.world, "goals") == 0

    @pytest.mark.spec("8.1", "13.8")
    @pytest.mark.parametrize("blank", [{}, {"description": None}, {"description": ""}, {"description": " \n"}])
    def test_description_of_a_suggestion_is_optional(self, room: Room, blank: dict[str, object]) -> None:
        answer = room.tablet.post(CALL, SWIM | blank)
        assert (answer.status_code, answer.json()["description"]) == (201, None)

    def test_suggested_name_is_trimmed(self, room: Room) -> None:
        made = room.tablet.post(CALL, SWIM | {"suggestedName": "  Swim\t"}).json()
        assert made["suggestedName"] == "Swim"

    @pytest.mark.spec("8.1")
    @pytest.mark.parametrize("goalbucks", [1, 1_000_000])
    def test_suggestion_is_worth_1_to_a_million(self, room: Room, goalbucks: int) -> None:
        answer = room.tablet.post(CALL, SWIM | {"suggestedGoalbucks": goalbucks})
        assert (answer.status_code, answer.json()["suggestedGoalbucks"]) == (201, goalbucks)

    def test_unknown_suggestion_fields_are_ignored(self, room: Room) -> None:
        extra = {"id": "mine", "status": "approved", "teacherId": room.teacher.id, "classroomId": "other"}
        made = room.tablet.post(CALL, SWIM | extra).json()
        assert (made["status"], made["teacherId"], made["classroomId"]) == ("pending", None, room.classroom.id)
        assert made["id"] != "mine"

    def test_suggesting_for_another_student_is_refused(self, room: Room) -> None:
        others = [room.world.student(room.classroom).id, room.elsewhere().student.id, room.teacher.id]
        for student_id in others:
            with nothing_stored(room.world):
                assert error(room.tablet.post(CALL, SWIM | {"studentId": student_id})) == (404, "not_found")

    @pytest.mark.parametrize("unknown", UNKNOWN_IDS)
    def test_suggesting_for_an_unknown_student_is_404(self, untouched: Room, unknown: str) -> None:
        with nothing_stored(untouched.world):
            assert error(untouched.tablet.post(CALL, SWIM | {"studentId": unknown})) == (404, "not_found")


class TestInvalidSuggestions:
    def assert_refused(self, room: Room, body: dict[str, Any], field: str) -> None:
        with nothing_stored(room.world):
            answer = room.tablet.post(CALL, body)
        assert error(answer) == (422, "invalid")
        assert set(answer.json()["fields"]) == {field}

    @pytest.mark.parametrize("value", ["", pytest.param("x" * 201, id="201")])
    def test_invalid_suggested_name_is_422(self, untouched: Room, value: object) -> None:
        self.assert_refused(untouched, SWIM | {"suggestedName": value}, "suggestedName")

    @pytest.mark.parametrize("value", [0, "5"])
    def test_invalid_suggested_goalbucks_are_422(self, untouched: Room, value: object) -> None:
        self.assert_refused(untouched, SWIM | {"suggestedGoalbucks": value}, "suggestedGoalbucks")

    @pytest.mark.parametrize("value", ["x" * 5001])
    def test_invalid_suggestion_description_is_422(self, untouched: Room, value: object) -> None:
        self.assert_refused(untouched, SWIM | {"description": value}, "description")

    @pytest.mark.parametrize("field", SWIM)
    def test_missing_suggestion_field_is_422(self, untouched: Room, field: str) -> None:
        self.assert_refused(untouched, without(SWIM, field), field)

    @pytest.mark.parametrize("value", [each for each in NOT_AN_ID if each.id != "null"])
    def test_invalid_student_id_of_a_suggestion_is_422(self, untouched: Room, value: object) -> None:
        self.assert_refused(untouched, SWIM | {"studentId": value}, "studentId")


class TestPendingLimit:
    @pytest.mark.spec("8.7")
    def test_more_than_50_pending_suggestions_are_409_until_one_is_reviewed(self, room: Room) -> None:
        made = [room.world.suggestion(room.student, f"Goal {number}").id for number in range(49)]
        assert room.tablet.post(CALL, SWIM).status_code == 201
        with nothing_stored(room.world):
            answer = room.tablet.post(CALL, SWIM)
        assert error(answer) == (409, "too_many_suggestions")
        assert answer.json()["error"] == (
            "You already have many suggestions waiting. Please wait until your teacher has looked at them."
        )
        room.desk.put(f"{CALL}/{made[0]}/deny")
        assert room.tablet.post(CALL, SWIM).status_code == 201
        assert error(room.tablet.post(CALL, SWIM)) == (409, "too_many_suggestions")

    def test_pending_suggestions_of_classmates_do_not_count(self, room: Room) -> None:
        classmate = room.world.student(room.classroom)
        for _ in range(50):
            room.world.suggestion(classmate)
        assert room.tablet.post(CALL, SWIM).status_code == 201


class TestLists:
    @pytest.mark.spec("13.8")
    def test_teachers_suggestion_row_names_student_and_class(self, room: Room) -> None:
        room.world.suggestion(room.student)
        names = {"studentName": "Amara Okafor", "className": room.classroom.name}
        assert pending_suggestions(room) == [own_suggestions(room)[0] | names]

    @pytest.mark.spec("8.2")
    def test_teacher_sees_pending_suggestions_of_own_classes_newest_first(self, room: Room) -> None:
        other, elsewhere = room.another(), room.elsewhere()
        made = [room.world.suggestion(each.student).id for each in (room, other, elsewhere, room)]
        assert [row["id"] for row in pending_suggestions(room)] == [made[3], made[1], made[0]]
        assert [row["id"] for row in pending_suggestions(elsewhere)] == [made[2]]

    @pytest.mark.spec("8.2", "13.8")
    def test_reviewed_suggestions_are_only_in_the_students_list(self, room: Room, hands: Hands) -> None:
        made = [room.world.suggestion(room.student, name).id for name in "abc"]
        hands.move(minutes=1)
        room.desk.put(f"{CALL}/{made[0]}/approve")
        room.desk.put(f"{CALL}/{made[1]}/deny")
        assert [row["id"] for row in pending_suggestions(room)] == [made[2]]
        told = [(each["suggestedName"], each["status"]) for each in own_suggestions(room)]
        assert told == [("c", "pending"), ("b", "denied"), ("a", "approved")]

    def test_students_suggestion_list_is_paginated(self, room: Room) -> None:
        made = [room.world.suggestion(room.student, name).id for name in "abcd"]
        room.desk.put(f"{CALL}/{made[1]}/deny")
        for query, names in (
            ("?limit=2", "dc"),
            (f"?before={made[2]}", "ba"),
            (f"?before={made[3]}&limit=1", "c"),
            ("?status=denied", "b"),
            ("?status=pending&limit=2", "dc"),
            ("?status=unheard-of", ""),
        ):
            assert [each["suggestedName"] for each in own_suggestions(room, query)] == list(names), query

    @pytest.mark.parametrize("query", ["limit=0", "limit=501", "limit=x", f"status={'x' * 21}"])
    def test_invalid_suggestion_list_parameters_are_422(self, untouched: Room, query: str) -> None:
        answer = untouched.tablet.get(f"{CALL}/student/{untouched.student.id}?{query}")
        assert error(answer) == (422, "invalid")

    def test_student_sees_only_own_suggestions(self, room: Room) -> None:
        classmate = room.world.student(room.classroom)
        room.world.suggestion(classmate)
        assert own_suggestions(room) == []
        assert error(room.tablet.get(f"{CALL}/student/{classmate.id}")) == (404, "not_found")

    def test_another_teachers_suggestion_list_is_404(self, room: Room) -> None:
        elsewhere = room.elsewhere()
        for teacher_id in (elsewhere.teacher.id, "00000000-0000-7000-8000-000000000000", room.student.id):
            assert error(room.desk.get(f"{CALL}/teacher/{teacher_id}")) == (404, "not_found")
        assert error(room.desk.get(f"{CALL}/student/{elsewhere.student.id}")) == (404, "not_found")
