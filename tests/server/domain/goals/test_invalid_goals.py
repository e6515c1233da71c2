"""What is said about invalid fields of a goal; tests/unit/test_schema.py has the values (specification 11.4)."""

from typing import Any

import pytest

from tests.factories.api_client import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.snapshots import assert_unchanged


@pytest.mark.spec("13.4")
@pytest.mark.parametrize(
    ("call", "change", "message"),
    [
        ("/api/goals", {"goalbucks": 0}, "must be at least 1"),
        ("/api/goals", {"goalbucks": 1_000_001}, "must be at most 1,000,000"),
        ("/api/goals", {"goalbucks": 10**30}, "must be at most 1,000,000"),
        ("/api/goals", {"goalbucks": 5.0}, "must be a whole number"),
        ("/api/goals", {"dueDate": "2026-02-30"}, "must be a date like 2026-01-31"),
        ("/api/goals/bulk", {"studentIds": []}, "must have at least 1 entry"),
        ("/api/goals/bulk", {"studentIds": ["id"] * 1001}, "must have at most 1000 entries"),
    ],
)
def test_the_error_of_an_invalid_field_states_what_is_allowed(
    read_only_classroom: PreparedClassroom, call: str, change: dict[str, Any], message: str
) -> None:
    ids = {"classroomId": read_only_classroom.row.id, "studentId": read_only_classroom.student.id, "studentIds": ["id"]}
    with assert_unchanged(read_only_classroom.test_app):
        response = read_only_classroom.teacher_client.post(call, ids | {"name": "Read", "goalbucks": 5} | change)
    assert error(response) == (422, "invalid")
    (field,) = change
    shown = {"goalbucks": "GoalBucks", "dueDate": "due date", "studentIds": "student ids"}[field]
    assert response.json()["fields"] == {field: message}
    assert response.json()["error"] == f"Please check what you entered: {shown} {message}."
