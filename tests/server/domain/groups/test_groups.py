"""The calls for groups of students (specification 4.11)."""

import json
import re
import zipfile
from functools import partial
from io import BytesIO
from typing import Any

import pytest

from tests.factories.api_client import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.concurrency import run_concurrently
from tests.factories.response_fields import TIMESTAMP


def path_of(classroom: PreparedClassroom) -> str:
    return f"/api/classrooms/{classroom.row.id}/groups"


def body_of(name: str, *student_ids: str) -> dict[str, Any]:
    return {"name": name, "studentIds": list(student_ids)}


def create(classroom: PreparedClassroom, name: str = "Red readers", *student_ids: str) -> dict[str, Any]:
    response = classroom.teacher_client.post(path_of(classroom), body_of(name, *student_ids))
    assert response.status_code == 201
    made: dict[str, Any] = response.json()
    return made


def list_groups(classroom: PreparedClassroom) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = classroom.teacher_client.get(path_of(classroom)).json()
    return listed


@pytest.mark.spec("4.11")
def test_a_group_is_created_listed_changed_and_deleted(classroom: PreparedClassroom) -> None:
    teacher, classmate = classroom.teacher_client, classroom.test_app.student(classroom.row)
    made = create(classroom, "  Red readers ", classroom.student.id, classroom.student.id)
    assert re.fullmatch(TIMESTAMP, made["createdAt"])
    ids = {"id": made["id"], "classroomId": classroom.row.id, "createdAt": made["createdAt"]}
    assert made == {**ids, "name": "Red readers", "studentIds": [classroom.student.id]}
    assert list_groups(classroom) == [made]
    changed = teacher.put(f"/api/groups/{made['id']}", body_of("Readers", classmate.id))
    assert changed.status_code == 200
    assert changed.json() == {**ids, "name": "Readers", "studentIds": [classmate.id]}
    assert list_groups(classroom) == [changed.json()]
    assert teacher.delete(f"/api/groups/{made['id']}").status_code == 204
    assert list_groups(classroom) == []


@pytest.mark.postgresql
def test_of_two_changes_at_once_one_counts_whole(classroom: PreparedClassroom) -> None:
    teacher, classmate = classroom.teacher_client, classroom.test_app.student(classroom.row, "Diego", "Ruiz")
    path = f"/api/groups/{teacher.post(path_of(classroom), body_of('Old')).json()['id']}"
    for _ in range(10):
        bodies = body_of("Old", classmate.id), body_of("New", classroom.student.id)
        changed = run_concurrently(*[partial(teacher.put, path, body) for body in bodies])
        assert list_groups(classroom)[0] in [response.json() for response in changed]
        teacher.put(path, body_of("Old"))


@pytest.mark.spec("4.11")
def test_an_invalid_name_is_named(read_only_classroom: PreparedClassroom) -> None:
    response = read_only_classroom.teacher_client.post(path_of(read_only_classroom), body_of("a" * 41))
    assert error(response) == (422, "invalid")
    assert set(response.json()["fields"]) == {"name"}


def test_a_repeated_request_creates_one_group(classroom: PreparedClassroom) -> None:
    headers = {"Idempotency-Key": "the same key of a second click"}
    made = [
        classroom.teacher_client.http.post(path_of(classroom), json=body_of("Red readers"), headers=headers).json()
        for _ in range(2)
    ]
    assert made[0] == made[1]
    assert list_groups(classroom) == [made[0]]


@pytest.mark.spec("4.11")
def test_a_students_response_has_no_word_of_groups(classroom: PreparedClassroom) -> None:
    create(classroom, "A secret name", classroom.student.id)
    student = classroom.student
    for path in (f"/api/students/{student.id}", f"/api/students/{student.id}/home", "/api/auth/session"):
        response = classroom.student_client.get(path)
        assert response.status_code == 200
        assert "secret name" not in response.text
        assert "group" not in response.text.lower()


@pytest.mark.spec("4.11")
def test_an_export_has_the_groups_of_each_student(classroom: PreparedClassroom) -> None:
    classmate = classroom.test_app.student(classroom.row)
    made = create(classroom, "Red readers", classroom.student.id, classmate.id)
    create(classroom, "Blue readers", classmate.id)
    paths = (f"/api/teachers/{classroom.teacher.id}/export", f"/api/students/{classroom.student.id}/export")
    rows_of_paths = []
    for path in paths:
        archive = zipfile.ZipFile(BytesIO(classroom.teacher_client.get(path).content))
        (name,) = (name for name in archive.namelist() if name.endswith("goalbucks.json"))
        rows_of_paths.append(json.loads(archive.read(name))["groups"])
    everybody, own = rows_of_paths
    assert sorted(row["groupName"] for row in everybody) == ["Blue readers", "Red readers", "Red readers"]
    (row,) = own
    assert (row["groupName"], row["groupId"], row["username"]) == (
        "Red readers",
        made["id"],
        classroom.student.username,
    )
    assert row["className"] == classroom.row.name
