"""Change of a teacher's own name (docs/api.md, Accounts)."""

from typing import Any

import pytest

from tests.factories.api_client import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.response_fields import TEACHER_USER
from tests.factories.snapshots import assert_unchanged


def rename(classroom: PreparedClassroom, name: object) -> Any:
    return classroom.teacher_client.put(f"/api/teachers/{classroom.teacher.id}", {"name": name})


def test_the_new_name_is_returned_trimmed_and_shown_by_the_session(classroom: PreparedClassroom) -> None:
    before = classroom.teacher_client.get("/api/auth/session").json()["user"]
    ignored = {"id": "x", "role": "student", "email": "x@school.test", "username": "x"}
    path = f"/api/teachers/{classroom.teacher.id}"
    response = classroom.teacher_client.put(path, ignored | {"name": "  Elena Ruiz 😀\t"})
    assert response.status_code == 200
    user = response.json()["user"]
    assert set(response.json()) == {"user"}
    assert set(user) == TEACHER_USER
    assert user == before | {"name": "Elena Ruiz 😀"}
    assert classroom.teacher_client.get("/api/auth/session").json()["user"] == user


@pytest.mark.parametrize("value", ["", " B "])
def test_an_invalid_name_of_a_teacher_is_422(read_only_classroom: PreparedClassroom, value: object) -> None:
    with assert_unchanged(read_only_classroom.test_app):
        response = rename(read_only_classroom, value)
    assert error(response) == (422, "invalid")
    assert set(response.json()["fields"]) == {"name"}
