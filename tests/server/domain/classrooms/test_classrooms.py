"""Creating, showing and renaming classes (specification 4.1, 4.3, 13.2)."""

import re
from uuid import UUID

import pytest

from server.security.recovery_codes import CODE_ALPHABET
from tests.factories.app import RunningApp, error
from tests.factories.classroom import PreparedClassroom
from tests.factories.response_fields import CLASSROOM, TIMESTAMP
from tests.factories.snapshots import assert_unchanged

CALL = "/api/classrooms"
CODE = re.compile("[23456789ABCDEFGHJKLMNPQRSTUVWXYZ]{6}")


@pytest.mark.spec("4.1", "13.2")
def test_class_is_created_with_id_and_code_from_the_server(test_app: RunningApp) -> None:
    teacher = test_app.teacher()
    response = test_app.client_for(teacher).post(CALL, {"name": "Math 101", "gradeLevel": "5th Grade"})
    assert response.status_code == 201
    made = response.json()
    assert set(made) == CLASSROOM
    assert (made["name"], made["gradeLevel"], made["teacherId"]) == ("Math 101", "5th Grade", teacher.id)
    assert CODE.fullmatch(made["classCode"])
    assert UUID(made["id"]).version == 7  # UUIDs allow merging the classes of several computers
    assert re.fullmatch(TIMESTAMP, made["createdAt"])


@pytest.mark.spec("4.1")
def test_class_belongs_to_the_signed_in_teacher_regardless_of_the_body(classroom: PreparedClassroom) -> None:
    elsewhere = classroom.other_teachers_classroom()
    body = {"name": "Mine", "teacherId": elsewhere.teacher.id, "id": "mine", "classCode": "AAAAAA"}
    made = classroom.teacher_client.post(CALL, body).json()
    assert made["teacherId"] == classroom.teacher.id
    assert made["id"] != "mine"
    assert made["classCode"] != "AAAAAA"
    assert elsewhere.teacher_client.get(f"{CALL}/single/{made['id']}").status_code == 404


@pytest.mark.spec("13.2")
@pytest.mark.parametrize("body", [{}, {"gradeLevel": None}, {"gradeLevel": ""}, {"gradeLevel": "  "}])
def test_grade_level_is_optional(test_app: RunningApp, body: dict[str, object]) -> None:
    made = test_app.client_for(test_app.teacher()).post(CALL, {"name": "Math 101", **body})
    assert made.status_code == 201
    assert made.json()["gradeLevel"] is None


def test_class_texts_are_trimmed_and_otherwise_unchanged(test_app: RunningApp) -> None:
    made = (
        test_app.client_for(test_app.teacher()).post(CALL, {"name": '  Ma\'th <b>"1" 😀 ', "gradeLevel": " 5 "}).json()
    )
    assert (made["name"], made["gradeLevel"]) == ('Ma\'th <b>"1" 😀', "5")


@pytest.mark.spec("4.2")
def test_class_codes_are_unique(test_app: RunningApp) -> None:
    teacher = test_app.client_for(test_app.teacher())
    codes = [teacher.post(CALL, {"name": f"Class {number}"}).json()["classCode"] for number in range(30)]
    assert len(set(codes)) == 30
    assert all(CODE.fullmatch(code) for code in codes)


@pytest.mark.spec("4.2")
def test_class_code_has_no_ambiguous_characters() -> None:
    assert CODE_ALPHABET == "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"


@pytest.mark.spec("3.4")
def test_class_list_has_the_teachers_classes_oldest_first(test_app: RunningApp) -> None:
    teacher, other = test_app.teacher(), test_app.teacher()
    made = []
    for name in ("Zoology", "Art", "math", "Biology"):
        made.append(test_app.classroom(teacher, name))
        test_app.classroom(other, name)
    listed = test_app.client_for(teacher).get(CALL).json()
    assert [each["id"] for each in listed] == [each.id for each in made]
    assert all(set(each) == CLASSROOM for each in listed)


def test_teacher_without_classes_has_an_empty_class_list(test_app: RunningApp) -> None:
    assert test_app.client_for(test_app.teacher()).get(CALL).json() == []


@pytest.mark.spec("4.4")
def test_teacher_and_student_get_the_same_class_fields(classroom: PreparedClassroom) -> None:
    path = f"{CALL}/single/{classroom.row.id}"
    (listed,) = classroom.teacher_client.get(CALL).json()
    assert classroom.teacher_client.get(path).json() == listed
    assert classroom.student_client.get(path).json() == listed


@pytest.mark.spec("4.3")
def test_a_class_is_renamed(classroom: PreparedClassroom) -> None:
    (before,) = classroom.teacher_client.get(CALL).json()
    response = classroom.teacher_client.put(f"{CALL}/{classroom.row.id}", {"name": " Art ", "gradeLevel": "6th"})
    assert response.status_code == 200
    assert response.json() == before | {"name": "Art", "gradeLevel": "6th"}
    assert classroom.teacher_client.get(CALL).json() == [response.json()]


def test_omitted_grade_level_is_removed_by_an_update(classroom: PreparedClassroom) -> None:
    response = classroom.teacher_client.put(f"{CALL}/{classroom.row.id}", {"name": "Art"})
    assert response.json()["gradeLevel"] is None


def test_update_cannot_change_the_classs_teacher(classroom: PreparedClassroom) -> None:
    body = {"name": "Art", "teacherId": classroom.other_teachers_classroom().teacher.id, "classCode": "AAAAAA"}
    updated = classroom.teacher_client.put(f"{CALL}/{classroom.row.id}", body).json()
    assert (updated["teacherId"], updated["classCode"]) == (classroom.teacher.id, classroom.row.class_code)


def test_two_classes_may_have_the_same_name(classroom: PreparedClassroom) -> None:
    assert classroom.teacher_client.post(CALL, {"name": classroom.row.name}).status_code == 201


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


@pytest.mark.parametrize("name", ["", pytest.param("x" * 201, id="201")])
def test_invalid_class_name_is_422(read_only_classroom: PreparedClassroom, name: object) -> None:
    with assert_unchanged(read_only_classroom.test_app):
        for response in (
            read_only_classroom.teacher_client.post(CALL, {"name": name}),
            read_only_classroom.teacher_client.put(
                f"{CALL}/{read_only_classroom.row.id}", {"name": name, "gradeLevel": "6th"}
            ),
        ):
            assert error(response) == (422, "invalid")
            assert set(response.json()["fields"]) == {"name"}


@pytest.mark.spec("4.1")
def test_missing_class_name_is_422(read_only_classroom: PreparedClassroom) -> None:
    with assert_unchanged(read_only_classroom.test_app):
        response = read_only_classroom.teacher_client.post(CALL, {"gradeLevel": "6th"})
    assert error(response) == (422, "invalid")
    assert response.json()["fields"] == {"name": "is required"}
    assert response.json()["error"] == "Please check what you entered: name is required."


@pytest.mark.parametrize("grade", ["x" * 201])
def test_invalid_grade_level_is_422(read_only_classroom: PreparedClassroom, grade: object) -> None:
    with assert_unchanged(read_only_classroom.test_app):
        response = read_only_classroom.teacher_client.post(CALL, {"name": "Math", "gradeLevel": grade})
    assert error(response) == (422, "invalid")
    assert set(response.json()["fields"]) == {"gradeLevel"}
    assert "grade level" in response.json()["error"]


@pytest.mark.spec("11.10")
def test_class_name_may_have_200_characters(classroom: PreparedClassroom) -> None:
    assert classroom.teacher_client.post(CALL, {"name": "é" * 200, "gradeLevel": "😀" * 200}).status_code == 201
