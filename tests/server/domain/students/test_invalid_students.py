"""Invalid students are refused and nothing is stored (specification 5.1, 11.4)."""

from typing import Any

import pytest

from tests.factories.app import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.invalid_values import UNKNOWN_IDS, without_field
from tests.factories.snapshots import assert_unchanged

CALL = "/api/students"
FIELDS = ("firstName", "lastName", "username", "password", "classroomId")


@pytest.fixture
def classroom(module_classroom: PreparedClassroom) -> PreparedClassroom:
    """The classroom of this file: refused calls change nothing, but some tests add rows."""
    return module_classroom


def student_body(classroom: PreparedClassroom, **other: object) -> dict[str, Any]:
    right = {"firstName": "Noor", "lastName": "Ali", "username": "noor.a", "password": "pass"}
    return right | {"classroomId": classroom.row.id} | other


@pytest.mark.spec("5.1")
@pytest.mark.parametrize("value", ["", pytest.param("x" * 201, id="201")])
@pytest.mark.parametrize("field", ["firstName", "lastName", "username"])
def test_invalid_student_name_is_422(classroom: PreparedClassroom, field: str, value: object) -> None:
    with assert_unchanged(classroom.test_app):
        for response in (
            classroom.teacher_client.post(CALL, student_body(classroom, **{field: value})),
            classroom.teacher_client.put(f"{CALL}/{classroom.student.id}", student_body(classroom, **{field: value})),
        ):
            assert error(response) == (422, "invalid")
            assert set(response.json()["fields"]) == {field}


@pytest.mark.parametrize("value", ["abc", pytest.param("x" * 129, id="129")])
def test_invalid_student_password_is_422(classroom: PreparedClassroom, value: object) -> None:
    with assert_unchanged(classroom.test_app):
        for response in (
            classroom.teacher_client.post(CALL, student_body(classroom, password=value)),
            classroom.teacher_client.put(f"{CALL}/{classroom.student.id}", student_body(classroom, password=value)),
        ):
            assert error(response) == (422, "invalid")
            assert set(response.json()["fields"]) == {"password"}
    assert classroom.student_client.get("/api/auth/session").status_code == 200


@pytest.mark.parametrize("value", ["", None])
def test_a_new_student_needs_a_password(classroom: PreparedClassroom, value: object) -> None:
    with assert_unchanged(classroom.test_app):
        response = classroom.teacher_client.post(CALL, student_body(classroom, password=value))
    assert error(response) == (422, "invalid")
    assert set(response.json()["fields"]) == {"password"}


@pytest.mark.spec("5.1")
@pytest.mark.parametrize("field", FIELDS)
def test_missing_student_field_is_named(classroom: PreparedClassroom, field: str) -> None:
    with assert_unchanged(classroom.test_app):
        response = classroom.teacher_client.post(CALL, without_field(student_body(classroom), field))
    assert error(response) == (422, "invalid")
    assert response.json()["fields"] == {field: "is required"}


@pytest.mark.spec("11.4")
def test_all_invalid_student_fields_are_named_together(classroom: PreparedClassroom) -> None:
    response = classroom.teacher_client.post(CALL, {"firstName": " ", "lastName": 5, "password": "abc"})
    assert error(response) == (422, "invalid")
    assert response.json()["fields"] == {
        "firstName": "must have at least 1 character(s)",
        "lastName": "must be text",
        "username": "is required",
        "password": "must have at least 4 character(s)",
        "classroomId": "is required",
    }


def test_missing_name_of_a_student_update_is_named(classroom: PreparedClassroom) -> None:
    with assert_unchanged(classroom.test_app):
        response = classroom.teacher_client.put(f"{CALL}/{classroom.student.id}", {"firstName": "Noor"})
    assert set(response.json()["fields"]) == {"lastName", "username"}


@pytest.mark.parametrize("value", [5, None])
def test_invalid_class_id_of_a_student_is_422(classroom: PreparedClassroom, value: object) -> None:
    with assert_unchanged(classroom.test_app):
        response = classroom.teacher_client.post(CALL, student_body(classroom, classroomId=value))
    assert error(response) == (422, "invalid")
    assert set(response.json()["fields"]) == {"classroomId"}


@pytest.mark.parametrize("unknown", UNKNOWN_IDS)
def test_unknown_class_of_a_student_is_404(classroom: PreparedClassroom, unknown: str) -> None:
    with assert_unchanged(classroom.test_app):
        assert error(classroom.teacher_client.post(CALL, student_body(classroom, classroomId=unknown))) == (
            404,
            "not_found",
        )


def test_another_teachers_class_of_a_student_is_404(classroom: PreparedClassroom) -> None:
    elsewhere = classroom.other_teachers_classroom()
    with assert_unchanged(classroom.test_app):
        response = classroom.teacher_client.post(CALL, student_body(classroom, classroomId=elsewhere.row.id))
    assert error(response) == (404, "not_found")


def test_class_id_of_another_kind_of_row_is_404(classroom: PreparedClassroom) -> None:
    with assert_unchanged(classroom.test_app):
        for other in (classroom.teacher.id, classroom.student.id):
            assert error(classroom.teacher_client.post(CALL, student_body(classroom, classroomId=other))) == (
                404,
                "not_found",
            )
