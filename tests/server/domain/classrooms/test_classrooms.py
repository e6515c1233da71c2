"""Creating, showing and renaming classes (specification 4.1, 4.3, 13.2)."""

import re
from uuid import UUID

import pytest

from tests.factories.api_client import error
from tests.factories.app import RunningApp
from tests.factories.classroom import PreparedClassroom
from tests.factories.response_fields import CLASSROOM, TIMESTAMP
from tests.factories.snapshots import assert_unchanged

CALL = "/api/classrooms"
CODE = re.compile("[23456789ABCDEFGHJKLMNPQRSTUVWXYZ]{6}")


@pytest.mark.spec("4.1", "13.2")
def test_class_is_created_with_id_and_code_from_the_server(test_app: RunningApp) -> None:
    teacher = test_app.teacher()
    ignored = {"teacherId": "another", "id": "mine", "classCode": "AAAAAA"}
    response = test_app.client_for(teacher).post(CALL, {"name": "Math 101", "gradeLevel": "5th Grade"} | ignored)
    assert response.status_code == 201
    made = response.json()
    assert set(made) == CLASSROOM
    assert made["classCode"] != "AAAAAA"
    assert (made["name"], made["gradeLevel"], made["teacherId"]) == ("Math 101", "5th Grade", teacher.id)
    assert CODE.fullmatch(made["classCode"])
    assert UUID(made["id"]).version == 7  # UUIDs allow merging the classes of several computers
    assert re.fullmatch(TIMESTAMP, made["createdAt"])


@pytest.mark.spec("4.4")
def test_teacher_and_student_get_the_same_class_fields(classroom: PreparedClassroom) -> None:
    path = f"{CALL}/single/{classroom.row.id}"
    (listed,) = classroom.teacher_client.get(CALL).json()
    assert classroom.teacher_client.get(path).json() == listed
    assert classroom.student_client.get(path).json() == listed


@pytest.mark.spec("4.3")
def test_a_class_is_renamed(classroom: PreparedClassroom) -> None:
    (before,) = classroom.teacher_client.get(CALL).json()
    ignored = {"teacherId": classroom.other_teachers_classroom().teacher.id, "classCode": "AAAAAA"}
    body = {"name": " Art ", "gradeLevel": "6th"} | ignored
    response = classroom.teacher_client.put(f"{CALL}/{classroom.row.id}", body)
    assert response.status_code == 200
    assert response.json() == before | {"name": "Art", "gradeLevel": "6th"}
    assert classroom.teacher_client.get(CALL).json() == [response.json()]
    without_grade = classroom.teacher_client.put(f"{CALL}/{classroom.row.id}", {"name": "Art"})
    assert without_grade.json()["gradeLevel"] is None


@pytest.mark.spec("4.2")
def test_regenerated_class_code_differs(classroom: PreparedClassroom) -> None:
    (before,) = classroom.teacher_client.get(CALL).json()
    response = classroom.teacher_client.post(f"{CALL}/{classroom.row.id}/class-code")
    assert response.status_code == 200
    code = response.json()["classCode"]
    assert CODE.fullmatch(code)
    assert code != before["classCode"]
    assert response.json() == before | {"classCode": code}
    assert classroom.teacher_client.get(f"/api/students/{classroom.student.id}").json()["classCode"] == code


@pytest.mark.spec("4.1")
def test_missing_class_name_is_422(read_only_classroom: PreparedClassroom) -> None:
    with assert_unchanged(read_only_classroom.test_app):
        response = read_only_classroom.teacher_client.post(CALL, {"gradeLevel": "6th"})
    assert error(response) == (422, "invalid")
    assert response.json()["fields"] == {"name": "is required"}
    assert response.json()["error"] == "Please check what you entered: name is required."
