"""Invalid goals are refused and nothing is stored (specification 11.4)."""

from collections.abc import Callable
from typing import Any

import pytest
from httpx2 import Response

from server.domain.goals.models import Goal
from tests.factories.app import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.invalid_values import UNKNOWN_IDS, without_field
from tests.factories.snapshots import assert_unchanged

ONE, MANY = "/api/goals", "/api/goals/bulk"
VALID_FIELDS: dict[str, Any] = {"name": "Read", "goalbucks": 5}


@pytest.fixture
def classroom(module_classroom: PreparedClassroom) -> PreparedClassroom:
    """The classroom of this file: refused calls change nothing, but some tests add rows."""
    return module_classroom


@pytest.fixture(scope="module")
def goal(module_classroom: PreparedClassroom) -> Goal:
    return module_classroom.test_app.goal(module_classroom.student)


@pytest.fixture
def send_in_every_call(classroom: PreparedClassroom, goal: Goal) -> Callable[[dict[str, Any]], list[Response]]:
    """Send these fields with each of the three calls that accept a goal."""
    ids: dict[str, Any] = {"classroomId": classroom.row.id}

    def each(fields: dict[str, Any]) -> list[Response]:
        return [
            classroom.teacher_client.post(ONE, {"studentId": classroom.student.id} | ids | fields),
            classroom.teacher_client.post(MANY, {"studentIds": [classroom.student.id]} | ids | fields),
            classroom.teacher_client.put(f"{ONE}/{goal.id}", fields),
        ]

    return each


SendInEveryCall = Callable[[dict[str, Any]], list[Response]]


def assert_refused(responses: list[Response], field: str) -> None:
    for response in responses:
        assert error(response) == (422, "invalid")
        assert set(response.json()["fields"]) == {field}


@pytest.mark.parametrize("value", ["", pytest.param("x" * 201, id="201")])
def test_invalid_goal_name_is_422(
    classroom: PreparedClassroom, send_in_every_call: SendInEveryCall, value: object
) -> None:
    with assert_unchanged(classroom.test_app):
        assert_refused(send_in_every_call(VALID_FIELDS | {"name": value}), "name")


@pytest.mark.spec("13.4")
@pytest.mark.parametrize("value", [0, "5"])
def test_invalid_goalbucks_are_422(
    classroom: PreparedClassroom, send_in_every_call: SendInEveryCall, value: object
) -> None:
    with assert_unchanged(classroom.test_app):
        assert_refused(send_in_every_call(VALID_FIELDS | {"goalbucks": value}), "goalbucks")


@pytest.mark.parametrize("value", ["2026-02-30", 20260102])
def test_invalid_due_date_is_422(
    classroom: PreparedClassroom, send_in_every_call: SendInEveryCall, value: object
) -> None:
    with assert_unchanged(classroom.test_app):
        responses = send_in_every_call(VALID_FIELDS | {"dueDate": value})
    assert_refused(responses, "dueDate")
    assert {response.json()["fields"]["dueDate"] for response in responses} == {"must be a date like 2026-01-31"}


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (0, "must be at least 1"),
        (1_000_001, "must be at most 1,000,000"),
        (1.5, "must be a whole number"),
        (5.0, "must be a whole number"),
        ("5", "must be a whole number"),
        (True, "must be a whole number"),
        (10**30, "must be at most 1,000,000"),
    ],
)
def test_goalbucks_error_states_the_allowed_range(
    send_in_every_call: SendInEveryCall, value: object, message: str
) -> None:
    for response in send_in_every_call(VALID_FIELDS | {"goalbucks": value}):
        assert response.json()["fields"] == {"goalbucks": message}
        assert response.json()["error"] == f"Please check what you entered: GoalBucks {message}."


@pytest.mark.parametrize("field", VALID_FIELDS)
def test_missing_goal_field_is_named(
    classroom: PreparedClassroom, send_in_every_call: SendInEveryCall, field: str
) -> None:
    with assert_unchanged(classroom.test_app):
        assert_refused(send_in_every_call(without_field(VALID_FIELDS, field)), field)


@pytest.mark.parametrize(
    ("call", "field"),
    [(ONE, "studentId"), (ONE, "classroomId"), (MANY, "studentIds"), (MANY, "classroomId")],
)
def test_missing_goal_id_field_is_named(classroom: PreparedClassroom, call: str, field: str) -> None:
    ids = {"studentId": classroom.student.id, "studentIds": [classroom.student.id], "classroomId": classroom.row.id}
    with assert_unchanged(classroom.test_app):
        assert_refused([classroom.teacher_client.post(call, without_field(VALID_FIELDS | ids, field))], field)


@pytest.mark.parametrize("value", [5, None])
@pytest.mark.parametrize("field", ["studentId", "classroomId"])
def test_invalid_goal_id_field_is_422(classroom: PreparedClassroom, field: str, value: object) -> None:
    ids = {"studentId": classroom.student.id, "classroomId": classroom.row.id}
    with assert_unchanged(classroom.test_app):
        assert_refused([classroom.teacher_client.post(ONE, VALID_FIELDS | ids | {field: value})], field)


@pytest.mark.parametrize("value", ["0", []])
def test_invalid_student_list_is_422(classroom: PreparedClassroom, value: object) -> None:
    body = VALID_FIELDS | {"classroomId": classroom.row.id, "studentIds": value}
    with assert_unchanged(classroom.test_app):
        assert_refused([classroom.teacher_client.post(MANY, body)], "studentIds")


@pytest.mark.parametrize("value", [None, 5, True, [], {}])
def test_invalid_id_in_the_student_list_is_422(classroom: PreparedClassroom, value: object) -> None:
    body = VALID_FIELDS | {"classroomId": classroom.row.id, "studentIds": [classroom.student.id, value]}
    with assert_unchanged(classroom.test_app):
        assert_refused([classroom.teacher_client.post(MANY, body)], "studentIds.1")


def test_empty_student_list_is_422_with_a_message(classroom: PreparedClassroom) -> None:
    response = classroom.teacher_client.post(MANY, VALID_FIELDS | {"classroomId": classroom.row.id, "studentIds": []})
    assert response.json()["fields"] == {"studentIds": "must have at least 1 entry"}
    assert response.json()["error"] == "Please check what you entered: student ids must have at least 1 entry."


@pytest.mark.parametrize("unknown", UNKNOWN_IDS)
def test_unknown_ids_of_a_goal_are_404(classroom: PreparedClassroom, unknown: str) -> None:
    known = {"studentId": classroom.student.id, "studentIds": [classroom.student.id], "classroomId": classroom.row.id}
    with assert_unchanged(classroom.test_app):
        for wrong in ({"classroomId": unknown}, {"studentId": unknown, "studentIds": [classroom.student.id, unknown]}):
            for call in (ONE, MANY):
                assert error(classroom.teacher_client.post(call, VALID_FIELDS | known | wrong)) == (404, "not_found")


def test_ids_of_other_classes_or_teachers_are_404(classroom: PreparedClassroom) -> None:
    other, elsewhere = classroom.other_classroom(), classroom.other_teachers_classroom()
    mine, goal_id = classroom.student.id, classroom.test_app.goal(classroom.student).id
    pairs = [
        (other.student.id, classroom.row.id),  # a student of another own class
        (mine, other.row.id),
        (elsewhere.student.id, classroom.row.id),
        (mine, elsewhere.row.id),
        (elsewhere.student.id, elsewhere.row.id),
        (classroom.row.id, mine),  # valid ids exchanged with each other
        (goal_id, classroom.row.id),
    ]
    with assert_unchanged(classroom.test_app):
        for student_id, classroom_id in pairs:
            ids = {"studentId": student_id, "studentIds": [student_id], "classroomId": classroom_id}
            for call in (ONE, MANY):
                assert error(classroom.teacher_client.post(call, VALID_FIELDS | ids)) == (404, "not_found")
