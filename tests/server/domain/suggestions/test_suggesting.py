"""Suggesting goals and listing suggestions (specification 8.1)."""

import re
from typing import Any

import pytest

from tests.factories.api_client import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.response_fields import SUGGESTION, SUGGESTION_ROW, TIMESTAMP
from tests.factories.snapshots import assert_unchanged

CALL = "/api/goal-suggestions"
SWIM: dict[str, Any] = {"suggestedName": "Swim 20 lengths", "suggestedGoalbucks": 15}


def own_suggestions(classroom: PreparedClassroom, query: str = "") -> list[dict[str, Any]]:
    """Return the student's suggestions; asserts that the teacher sees the same."""
    return classroom.list_own_rows(f"{CALL}/student/{classroom.student.id}{query}", SUGGESTION)


def pending_suggestions(classroom: PreparedClassroom) -> list[dict[str, Any]]:
    """Return the suggestions pending for the teacher."""
    return classroom.list_rows(f"{CALL}/teacher/{classroom.teacher.id}", SUGGESTION_ROW)


class TestSuggesting:
    @pytest.mark.spec("1.4", "8.1", "8.2", "13.8")
    def test_new_suggestion_is_pending_and_has_all_fields(self, classroom: PreparedClassroom) -> None:
        sent = SWIM | {"studentId": classroom.student.id, "description": "Every Friday"}
        ignored = {"id": "mine", "status": "approved", "teacherId": classroom.teacher.id, "classroomId": "other"}
        response = classroom.student_client.post(CALL, sent | ignored)
        assert response.status_code == 201
        made = response.json()
        assert made["id"] != "mine"
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


class TestPendingLimit:
    @pytest.mark.spec("8.7")
    def test_more_than_50_pending_suggestions_are_409(self, classroom: PreparedClassroom) -> None:
        for number in range(49):
            classroom.test_app.suggestion(classroom.student, f"Goal {number}")
        assert classroom.student_client.post(CALL, SWIM).status_code == 201
        with assert_unchanged(classroom.test_app):
            response = classroom.student_client.post(CALL, SWIM)
        assert error(response) == (409, "too_many_suggestions")
        assert response.json()["error"] == (
            "You already have many suggestions waiting. Please wait until your teacher has looked at them."
        )


class TestLists:
    @pytest.mark.spec("13.8")
    def test_teachers_suggestion_row_names_student_and_class(self, classroom: PreparedClassroom) -> None:
        classroom.test_app.suggestion(classroom.student)
        names = {"studentName": "Amara Okafor", "className": classroom.row.name}
        assert pending_suggestions(classroom) == [own_suggestions(classroom)[0] | names]
