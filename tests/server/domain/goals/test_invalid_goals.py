"""Invalid goals are refused and nothing is stored (specification 11.4)."""

from collections.abc import Callable
from typing import Any

import pytest
from httpx2 import Response

from server.domain.goals.models import Goal
from tests.factories.bad_values import (
    UNKNOWN_IDS,
    without,
)
from tests.factories.room import Room
from tests.factories.stored import nothing_stored
from tests.factories.world import error

ONE, MANY = "/api/goals", "/api/goals/bulk"
VALID_FIELDS: dict[str, Any] = {"name": "Read", "goalbucks": 5}


@pytest.fixture
def room(untouched: Room) -> Room:
    """A shared classroom, because refused calls change nothing."""
    return untouched


@pytest.fixture(scope="module")
def goal(untouched: Room) -> Goal:
    return untouched.world.goal(untouched.student)


@pytest.fixture
def send_in_every_call(room: Room, goal: Goal) -> Callable[[dict[str, Any]], list[Response]]:
    """Send these fields with each of the three calls that accept a goal."""
    ids: dict[str, Any] = {"classroomId": room.classroom.id}

    def each(fields: dict[str, Any]) -> list[Response]:
        return [
            room.desk.post(ONE, {"studentId": room.student.id} | ids | fields),
            room.desk.post(MANY, {"studentIds": [room.student.id]} | ids | fields),
            room.desk.put(f"{ONE}/{goal.id}", fields),
        ]

    return each


SendInEveryCall = Callable[[dict[str, Any]], list[Response]]


def assert_refused(answers: list[Response], field: str) -> None:
    for answer in answers:
        assert error(answer) == (422, "invalid")
        assert set(answer.json()["fields"]) == {field}


@pytest.mark.parametrize("value", ["", pytest.param("x" * 201, id="201")])
def test_invalid_goal_name_is_422(room: Room, send_in_every_call: SendInEveryCall, value: object) -> None:
    with nothing_stored(room.world):
        assert_refused(send_in_every_call(VALID_FIELDS | {"name": value}), "name")


@pytest.mark.spec("13.4")
@pytest.mark.parametrize("value", [0, "5"])
def test_invalid_goalbucks_are_422(room: Room, send_in_every_call: SendInEveryCall, value: object) -> None:
    with nothing_stored(room.world):
        assert_refused(send_in_every_call(VALID_FIELDS | {"goalbucks": value}), "goalbucks")


@pytest.mark.parametrize("value", ["2026-02-30", 20260102])
def test_invalid_due_date_is_422(room: Room, send_in_every_call: SendInEveryCall, value: object) -> None:
    with nothing_stored(room.world):
        answers = send_in_every_call(VALID_FIELDS | {"dueDate": value})
    assert_refused(answers, "dueDate")
    assert {answer.json()["fields"]["dueDate"] for answer in answers} == {"must be a date like 2026-01-31"}


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
    for answer in send_in_every_call(VALID_FIELDS | {"goalbucks": value}):
        assert answer.json()["fields"] == {"goalbucks": message}
        assert answer.json()["error"] == f"Please check what you entered: GoalBucks {message}."


@pytest.mark.parametrize("field", VALID_FIELDS)
def test_missing_goal_field_is_named(room: Room, send_in_every_call: SendInEveryCall, field: str) -> None:
    with nothing_stored(room.world):
        assert_refused(send_in_every_call(without(VALID_FIELDS, field)), field)


@pytest.mark.parametrize(
    ("call", "field"),
    [(ONE, "studentId"), (ONE, "classroomId"), (MANY, "studentIds"), (MANY, "classroomId")],
)
def test_missing_goal_id_field_is_named(room: Room, call: str, field: str) -> None:
    ids = {"studentId": room.student.id, "studentIds": [room.student.id], "classroomId": room.classroom.id}
    with nothing_stored(room.world):
        assert_refused([room.desk.post(call, without(VALID_FIELDS | ids, field))], field)


@pytest.mark.parametrize("value", [5, None])
@pytest.mark.parametrize("field", ["studentId", "classroomId"])
def test_invalid_goal_id_field_is_422(room: Room, field: str, value: object) -> None:
    ids = {"studentId": room.student.id, "classroomId": room.classroom.id}
    with nothing_stored(room.world):
        assert_refused([room.desk.post(ONE, VALID_FIELDS | ids | {field: value})], field)


@pytest.mark.parametrize("value", ["0", []])
def test_invalid_student_list_is_422(room: Room, value: object) -> None:
    body = VALID_FIELDS | {"classroomId": room.classroom.id, "studentIds": value}
    with nothing_stored(room.world):
        assert_refused([room.desk.post(MANY, body)], "studentIds")


@pytest.mark.parametrize("value", [None, 5, True, [], {}])
def test_invalid_id_in_the_student_list_is_422(room: Room, value: object) -> None:
    body = VALID_FIELDS | {"classroomId": room.classroom.id, "studentIds": [room.student.id, value]}
    with nothing_stored(room.world):
        assert_refused([room.desk.post(MANY, body)], "studentIds.1")


def test_empty_student_list_is_422_with_a_message(room: Room) -> None:
    answer = room.desk.post(MANY, VALID_FIELDS | {"classroomId": room.classroom.id, "studentIds": []})
    assert answer.json()["fields"] == {"studentIds": "must have at least 1 entry"}
    assert answer.json()["error"] == "Please check what you entered: student ids must have at least 1 entry."


@pytest.mark.parametrize("unknown", UNKNOWN_IDS)
def test_unknown_ids_of_a_goal_are_404(room: Room, unknown: str) -> None:
    known = {"studentId": room.student.id, "studentIds": [room.student.id], "classroomId": room.classroom.id}
    with nothing_stored(room.world):
        for wrong in ({"classroomId": unknown}, {"studentId": unknown, "studentIds": [room.student.id, unknown]}):
            for call in (ONE, MANY):
                assert error(room.desk.post(call, VALID_FIELDS | known | wrong)) == (404, "not_found")


def test_ids_of_other_classes_or_teachers_are_404(room: Room) -> None:
    other, elsewhere = room.another(), room.elsewhere()
    mine, goal_id = room.student.id, room.world.goal(room.student).id
    pairs = [
        (other.student.id, room.classroom.id),  # a student of another own class
        (mine, other.classroom.id),
        (elsewhere.student.id, room.classroom.id),
        (mine, elsewhere.classroom.id),
        (elsewhere.student.id, elsewhere.classroom.id),
        (room.classroom.id, mine),  # valid ids exchanged with each other
        (goal_id, room.classroom.id),
    ]
    with nothing_stored(room.world):
        for student_id, classroom_id in pairs:
            ids = {"studentId": student_id, "studentIds": [student_id], "classroomId": classroom_id}
            for call in (ONE, MANY):
                assert error(room.desk.post(call, VALID_FIELDS | ids)) == (404, "not_found")
