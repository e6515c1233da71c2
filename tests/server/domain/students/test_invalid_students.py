"""Invalid students are refused and nothing is stored (specification 5.1, 11.4)."""

from typing import Any

import pytest

from tests.factories.bad_values import UNKNOWN_IDS, without
from tests.factories.room import Room
from tests.factories.stored import nothing_stored
from tests.factories.world import error

CALL = "/api/students"
FIELDS = ("firstName", "lastName", "username", "password", "classroomId")


@pytest.fixture
def room(untouched: Room) -> Room:
    """A shared classroom, because refused calls change nothing."""
    return untouched


def student_body(room: Room, **other: object) -> dict[str, Any]:
    right = {"firstName": "Noor", "lastName": "Ali", "username": "noor.a", "password": "pass"}
    return right | {"classroomId": room.classroom.id} | other


@pytest.mark.spec("5.1")
@pytest.mark.parametrize("value", ["", pytest.param("x" * 201, id="201")])
@pytest.mark.parametrize("field", ["firstName", "lastName", "username"])
def test_invalid_student_name_is_422(room: Room, field: str, value: object) -> None:
    with nothing_stored(room.world):
        for answer in (
            room.desk.post(CALL, student_body(room, **{field: value})),
            room.desk.put(f"{CALL}/{room.student.id}", student_body(room, **{field: value})),
        ):
            assert error(answer) == (422, "invalid")
            assert set(answer.json()["fields"]) == {field}


@pytest.mark.parametrize("value", ["abc", pytest.param("x" * 129, id="129")])
def test_invalid_student_password_is_422(room: Room, value: object) -> None:
    with nothing_stored(room.world):
        for answer in (
            room.desk.post(CALL, student_body(room, password=value)),
            room.desk.put(f"{CALL}/{room.student.id}", student_body(room, password=value)),
        ):
            assert error(answer) == (422, "invalid")
            assert set(answer.json()["fields"]) == {"password"}
    assert room.tablet.get("/api/auth/session").status_code == 200


@pytest.mark.parametrize("value", ["", None])
def test_a_new_student_needs_a_password(room: Room, value: object) -> None:
    with nothing_stored(room.world):
        answer = room.desk.post(CALL, student_body(room, password=value))
    assert error(answer) == (422, "invalid")
    assert set(answer.json()["fields"]) == {"password"}


@pytest.mark.spec("5.1")
@pytest.mark.parametrize("field", FIELDS)
def test_missing_student_field_is_named(room: Room, field: str) -> None:
    with nothing_stored(room.world):
        answer = room.desk.post(CALL, without(student_body(room), field))
    assert error(answer) == (422, "invalid")
    assert answer.json()["fields"] == {field: "is required"}


@pytest.mark.spec("11.4")
def test_all_invalid_student_fields_are_named_together(room: Room) -> None:
    answer = room.desk.post(CALL, {"firstName": " ", "lastName": 5, "password": "abc"})
    assert error(answer) == (422, "invalid")
    assert answer.json()["fields"] == {
        "firstName": "must have at least 1 character(s)",
        "lastName": "must be text",
        "username": "is required",
        "password": "must have at least 4 character(s)",
        "classroomId": "is required",
    }


def test_missing_name_of_a_student_update_is_named(room: Room) -> None:
    with nothing_stored(room.world):
        answer = room.desk.put(f"{CALL}/{room.student.id}", {"firstName": "Noor"})
    assert set(answer.json()["fields"]) == {"lastName", "username"}


@pytest.mark.parametrize("value", [5, None])
def test_invalid_class_id_of_a_student_is_422(room: Room, value: object) -> None:
    with nothing_stored(room.world):
        answer = room.desk.post(CALL, student_body(room, classroomId=value))
    assert error(answer) == (422, "invalid")
    assert set(answer.json()["fields"]) == {"classroomId"}


@pytest.mark.parametrize("unknown", UNKNOWN_IDS)
def test_unknown_class_of_a_student_is_404(room: Room, unknown: str) -> None:
    with nothing_stored(room.world):
        assert error(room.desk.post(CALL, student_body(room, classroomId=unknown))) == (404, "not_found")


def test_another_teachers_class_of_a_student_is_404(room: Room) -> None:
    elsewhere = room.elsewhere()
    with nothing_stored(room.world):
        answer = room.desk.post(CALL, student_body(room, classroomId=elsewhere.classroom.id))
    assert error(answer) == (404, "not_found")


def test_class_id_of_another_kind_of_row_is_404(room: Room) -> None:
    with nothing_stored(room.world):
        for other in (room.teacher.id, room.student.id):
            assert error(room.desk.post(CALL, student_body(room, classroomId=other))) == (404, "not_found")
