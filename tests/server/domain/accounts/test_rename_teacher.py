"""Change of a teacher's own name (docs/api.md, Accounts)."""

from typing import Any

import pytest

from tests.factories.app import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.invalid_values import INVALID_NAMES
from tests.factories.response_fields import TEACHER_USER
from tests.factories.snapshots import assert_unchanged


def rename(classroom: PreparedClassroom, name: object) -> Any:
    return classroom.teacher_client.put(f"/api/teachers/{classroom.teacher.id}", {"name": name})


def test_the_new_name_is_returned_trimmed_and_shown_by_the_session(classroom: PreparedClassroom) -> None:
    response = rename(classroom, "  Elena Ruiz 😀\t")
    assert response.status_code == 200
    user = response.json()["user"]
    assert set(response.json()) == {"user"}
    assert set(user) == TEACHER_USER
    assert (user["id"], user["role"], user["name"]) == (classroom.teacher.id, "teacher", "Elena Ruiz 😀")
    assert classroom.teacher_client.get("/api/auth/session").json()["user"] == user


def test_every_session_of_the_teacher_shows_the_new_name_and_the_same_email(classroom: PreparedClassroom) -> None:
    other = classroom.test_app.client_for(classroom.teacher)
    before = other.get("/api/auth/session").json()["user"]
    rename(classroom, "Elena Ruiz")
    assert other.get("/api/auth/session").json()["user"] == before | {"name": "Elena Ruiz"}


def test_fields_other_than_the_name_are_ignored(classroom: PreparedClassroom) -> None:
    extra = {"name": "Elena Ruiz", "id": "x", "role": "student", "email": "x@school.test", "username": "x"}
    before = classroom.teacher_client.get("/api/auth/session").json()["user"]
    user = classroom.teacher_client.put(f"/api/teachers/{classroom.teacher.id}", extra).json()["user"]
    assert user == before | {"name": "Elena Ruiz"}


@pytest.mark.parametrize("name", ["Bo", "x" * 200])
def test_a_teachers_name_may_have_2_to_200_characters(classroom: PreparedClassroom, name: str) -> None:
    assert rename(classroom, name).status_code == 200


@pytest.mark.parametrize("value", [*INVALID_NAMES, "B", " B "])
def test_an_invalid_name_of_a_teacher_is_422(read_only_classroom: PreparedClassroom, value: object) -> None:
    with assert_unchanged(read_only_classroom.test_app):
        response = rename(read_only_classroom, value)
    assert error(response) == (422, "invalid")
    assert set(response.json()["fields"]) == {"name"}


def test_another_teachers_name_is_404_and_a_students_attempt_is_403(classroom: PreparedClassroom) -> None:
    elsewhere = classroom.other_teachers_classroom()
    for teacher_id in (elsewhere.teacher.id, classroom.student.id, "00000000-0000-7000-8000-000000000000", "%00"):
        with assert_unchanged(classroom.test_app):
            assert error(classroom.teacher_client.put(f"/api/teachers/{teacher_id}", {"name": "Mine"})) == (
                404,
                "not_found",
            )
    with assert_unchanged(classroom.test_app):
        response = classroom.student_client.put(f"/api/teachers/{classroom.teacher.id}", {"name": "Mine"})
    assert error(response) == (403, "wrong_role")
