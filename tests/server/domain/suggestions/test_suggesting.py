"""Suggesting goals and listing suggestions (specification 8.1)."""

import re
from typing import Any

import pytest

from tests.factories.app import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.fake_clock import FakeClock
from tests.factories.invalid_values import INVALID_IDS, UNKNOWN_IDS, without_field
from tests.factories.response_fields import SUGGESTION, SUGGESTION_ROW, TIMESTAMP
from tests.factories.snapshots import assert_unchanged, count_rows

CALL = "/api/goal-suggestions"
SWIM: dict[str, Any] = {"suggestedName": "Swim 20 lengths", "suggestedGoalbucks": 15}


def own_suggestions(classroom: PreparedClassroom, query: str = "") -> list[dict[str, Any]]:
    """Return the student's suggestions; asserts that the teacher sees the same."""
    path = f"{CALL}/student/{classroom.student.id}{query}"
    listed = classroom.student_client.get(path)
    assert listed.status_code == 200
    assert listed.json() == classroom.teacher_client.get(path).json()
    found: list[dict[str, Any]] = listed.json()
    assert all(set(each) == SUGGESTION for each in found)
    return found


def pending_suggestions(classroom: PreparedClassroom) -> list[dict[str, Any]]:
    """Return the suggestions pending for the teacher."""
    listed = classroom.teacher_client.get(f"{CALL}/teacher/{classroom.teacher.id}")
    assert listed.status_code == 200
    found: list[dict[str, Any]] = listed.json()
    assert all(set(row) == SUGGESTION_ROW for row in found)
    return found


class TestSuggesting:
    @pytest.mark.spec("1.4", "8.1", "8.2", "13.8")
    def test_new_suggestion_is_pending_and_has_all_fields(self, classroom: PreparedClassroom) -> None:
        response = classroom.student_client.post(
            CALL, SWIM | {"studentId": classroom.student.id, "description": "Every Friday"}
        )
        assert response.status_code == 201
        made = response.json()
        assert re.fullmatch(TIMESTAMP, made["createdAt"])
        assert made == SWIM | {
            "id": made["id"],
            "createdAt": made["createdAt"],
            "studentId": classroom.student.id,
            "classroomId": classroom.row.id,
            "description": "Every Friday",
            "status": "pending",
            "teacherId": None,
            "reviewedAt": None,
            "approvedName": None,
            "approvedGoalbucks": None,
        }
        assert own_suggestions(classroom) == [made]

    def test_suggesting_creates_no_goal(self, classroom: PreparedClassroom) -> None:
        classroom.student_client.post(CALL, SWIM)
        assert count_rows(classroom.test_app, "goals") == 0

    @pytest.mark.spec("8.1", "13.8")
    @pytest.mark.parametrize("blank", [{}, {"description": None}, {"description": ""}, {"description": " \n"}])
    def test_description_of_a_suggestion_is_optional(
        self, classroom: PreparedClassroom, blank: dict[str, object]
    ) -> None:
        response = classroom.student_client.post(CALL, SWIM | blank)
        assert (response.status_code, response.json()["description"]) == (201, None)

    def test_suggested_name_is_trimmed(self, classroom: PreparedClassroom) -> None:
        made = classroom.student_client.post(CALL, SWIM | {"suggestedName": "  Swim\t"}).json()
        assert made["suggestedName"] == "Swim"

    @pytest.mark.spec("8.1")
    @pytest.mark.parametrize("goalbucks", [1, 1_000_000])
    def test_suggestion_is_worth_1_to_a_million(self, classroom: PreparedClassroom, goalbucks: int) -> None:
        response = classroom.student_client.post(CALL, SWIM | {"suggestedGoalbucks": goalbucks})
        assert (response.status_code, response.json()["suggestedGoalbucks"]) == (201, goalbucks)

    def test_unknown_suggestion_fields_are_ignored(self, classroom: PreparedClassroom) -> None:
        extra = {"id": "mine", "status": "approved", "teacherId": classroom.teacher.id, "classroomId": "other"}
        made = classroom.student_client.post(CALL, SWIM | extra).json()
        assert (made["status"], made["teacherId"], made["classroomId"]) == ("pending", None, classroom.row.id)
        assert made["id"] != "mine"

    def test_suggesting_for_another_student_is_refused(self, classroom: PreparedClassroom) -> None:
        others = [
            classroom.test_app.student(classroom.row).id,
            classroom.other_teachers_classroom().student.id,
            classroom.teacher.id,
        ]
        for student_id in others:
            with assert_unchanged(classroom.test_app):
                assert error(classroom.student_client.post(CALL, SWIM | {"studentId": student_id})) == (
                    404,
                    "not_found",
                )

    @pytest.mark.parametrize("unknown", UNKNOWN_IDS)
    def test_suggesting_for_an_unknown_student_is_404(
        self, read_only_classroom: PreparedClassroom, unknown: str
    ) -> None:
        with assert_unchanged(read_only_classroom.test_app):
            assert error(read_only_classroom.student_client.post(CALL, SWIM | {"studentId": unknown})) == (
                404,
                "not_found",
            )


class TestInvalidSuggestions:
    def assert_refused(self, classroom: PreparedClassroom, body: dict[str, Any], field: str) -> None:
        with assert_unchanged(classroom.test_app):
            response = classroom.student_client.post(CALL, body)
        assert error(response) == (422, "invalid")
        assert set(response.json()["fields"]) == {field}

    @pytest.mark.parametrize("value", ["", pytest.param("x" * 201, id="201")])
    def test_invalid_suggested_name_is_422(self, read_only_classroom: PreparedClassroom, value: object) -> None:
        self.assert_refused(read_only_classroom, SWIM | {"suggestedName": value}, "suggestedName")

    @pytest.mark.parametrize("value", [0, "5"])
    def test_invalid_suggested_goalbucks_are_422(self, read_only_classroom: PreparedClassroom, value: object) -> None:
        self.assert_refused(read_only_classroom, SWIM | {"suggestedGoalbucks": value}, "suggestedGoalbucks")

    def test_invalid_suggestion_description_is_422(self, read_only_classroom: PreparedClassroom) -> None:
        self.assert_refused(read_only_classroom, SWIM | {"description": "x" * 5001}, "description")

    @pytest.mark.parametrize("field", SWIM)
    def test_missing_suggestion_field_is_422(self, read_only_classroom: PreparedClassroom, field: str) -> None:
        self.assert_refused(read_only_classroom, without_field(SWIM, field), field)

    @pytest.mark.parametrize("value", [each for each in INVALID_IDS if each.id != "null"])
    def test_invalid_student_id_of_a_suggestion_is_422(
        self, read_only_classroom: PreparedClassroom, value: object
    ) -> None:
        self.assert_refused(read_only_classroom, SWIM | {"studentId": value}, "studentId")


class TestPendingLimit:
    @pytest.mark.spec("8.7")
    def test_more_than_50_pending_suggestions_are_409_until_one_is_reviewed(self, classroom: PreparedClassroom) -> None:
        made = [classroom.test_app.suggestion(classroom.student, f"Goal {number}").id for number in range(49)]
        assert classroom.student_client.post(CALL, SWIM).status_code == 201
        with assert_unchanged(classroom.test_app):
            response = classroom.student_client.post(CALL, SWIM)
        assert error(response) == (409, "too_many_suggestions")
        assert response.json()["error"] == (
            "You already have many suggestions waiting. Please wait until your teacher has looked at them."
        )
        classroom.teacher_client.put(f"{CALL}/{made[0]}/deny")
        assert classroom.student_client.post(CALL, SWIM).status_code == 201
        assert error(classroom.student_client.post(CALL, SWIM)) == (409, "too_many_suggestions")


class TestLists:
    @pytest.mark.spec("13.8")
    def test_teachers_suggestion_row_names_student_and_class(self, classroom: PreparedClassroom) -> None:
        classroom.test_app.suggestion(classroom.student)
        names = {"studentName": "Amara Okafor", "className": classroom.row.name}
        assert pending_suggestions(classroom) == [own_suggestions(classroom)[0] | names]

    @pytest.mark.spec("8.2")
    def test_teacher_sees_pending_suggestions_of_own_classes_newest_first(self, classroom: PreparedClassroom) -> None:
        other, elsewhere = classroom.other_classroom(), classroom.other_teachers_classroom()
        made = [classroom.test_app.suggestion(each.student).id for each in (classroom, other, elsewhere, classroom)]
        assert [row["id"] for row in pending_suggestions(classroom)] == [made[3], made[1], made[0]]
        assert [row["id"] for row in pending_suggestions(elsewhere)] == [made[2]]

    @pytest.mark.spec("8.2", "13.8")
    def test_reviewed_suggestions_are_only_in_the_students_list(
        self, classroom: PreparedClassroom, fake_clock: FakeClock
    ) -> None:
        made = [classroom.test_app.suggestion(classroom.student, name).id for name in "abc"]
        fake_clock.advance(minutes=1)
        classroom.teacher_client.put(f"{CALL}/{made[0]}/approve")
        classroom.teacher_client.put(f"{CALL}/{made[1]}/deny")
        assert [row["id"] for row in pending_suggestions(classroom)] == [made[2]]
        shown = [(each["suggestedName"], each["status"]) for each in own_suggestions(classroom)]
        assert shown == [("c", "pending"), ("b", "denied"), ("a", "approved")]

    def test_students_suggestion_list_is_paginated(self, classroom: PreparedClassroom) -> None:
        made = [classroom.test_app.suggestion(classroom.student, name).id for name in "abcd"]
        classroom.teacher_client.put(f"{CALL}/{made[1]}/deny")
        for query, names in (
            ("?limit=2", "dc"),
            (f"?before={made[2]}", "ba"),
            (f"?before={made[3]}&limit=1", "c"),
            ("?status=denied", "b"),
            ("?status=pending&limit=2", "dc"),
            ("?status=unheard-of", ""),
        ):
            assert [each["suggestedName"] for each in own_suggestions(classroom, query)] == list(names), query

    @pytest.mark.parametrize("query", ["limit=0", "limit=501", "limit=x", f"status={'x' * 21}"])
    def test_invalid_suggestion_list_parameters_are_422(
        self, read_only_classroom: PreparedClassroom, query: str
    ) -> None:
        response = read_only_classroom.student_client.get(f"{CALL}/student/{read_only_classroom.student.id}?{query}")
        assert error(response) == (422, "invalid")

    def test_student_sees_only_own_suggestions(self, classroom: PreparedClassroom) -> None:
        classmate = classroom.test_app.student(classroom.row)
        classroom.test_app.suggestion(classmate)
        assert own_suggestions(classroom) == []
        assert error(classroom.student_client.get(f"{CALL}/student/{classmate.id}")) == (404, "not_found")

    def test_another_teachers_suggestion_list_is_404(self, classroom: PreparedClassroom) -> None:
        elsewhere = classroom.other_teachers_classroom()
        for teacher_id in (elsewhere.teacher.id, "00000000-0000-7000-8000-000000000000", classroom.student.id):
            assert error(classroom.teacher_client.get(f"{CALL}/teacher/{teacher_id}")) == (404, "not_found")
        assert error(classroom.teacher_client.get(f"{CALL}/student/{elsewhere.student.id}")) == (404, "not_found")
