"""Creating, showing and renaming classes (specification 4.1, 4.3, 13.2)."""

import re
from uuid import UUID

import pytest

from server.security.recovery_codes import CODE_ALPHABET
from tests.factories.fields import CLASSROOM, TIME
from tests.factories.room import Room
from tests.factories.stored import nothing_stored
from tests.factories.world import World, error

CALL = "/api/classrooms"
CODE = re.compile("[23456789ABCDEFGHJKLMNPQRSTUVWXYZ]{6}")


@pytest.mark.spec("4.1", "13.2")
def test_class_is_created_with_id_and_code_from_the_server(world: World) -> None:
    teacher = world.teacher()
    answer = world.signed_in(teacher).post(CALL, {"name": "Math 101", "gradeLevel": "5th Grade"})
    assert answer.status_code == 201
    made = answer.json()
    assert set(made) == CLASSROOM
    assert (made["name"], made["gradeLevel"], made["teacherId"]) == ("Math 101", "5th Grade", teacher.id)
    assert CODE.fullmatch(made["classCode"])
    assert UUID(made["id"]).version == 7  # UUIDs allow merging the classes of several computers
    assert re.fullmatch(TIME, made["createdAt"])


@pytest.mark.spec("4.1")
def test_class_belongs_to_the_signed_in_teacher_regardless_of_the_body(room: Room) -> None:
    elsewhere = room.elsewhere()
    body = {"name": "Mine", "teacherId": elsewhere.teacher.id, "id": "mine", "classCode": "AAAAAA"}
    made = room.desk.post(CALL, body).json()
    assert made["teacherId"] == room.teacher.id
    assert made["id"] != "mine"
    assert made["classCode"] != "AAAAAA"
    assert elsewhere.desk.get(f"{CALL}/single/{made['id']}").status_code == 404


@pytest.mark.spec("13.2")
@pytest.mark.parametrize("body", [{}, {"gradeLevel": None}, {"gradeLevel": ""}, {"gradeLevel": "  "}])
def test_grade_level_is_optional(world: World, body: dict[str, object]) -> None:
    made = world.signed_in(world.teacher()).post(CALL, {"name": "Math 101", **body})
    assert made.status_code == 201
    assert made.json()["gradeLevel"] is None


def test_class_texts_are_trimmed_and_otherwise_unchanged(world: World) -> None:
    made = world.signed_in(world.teacher()).post(CALL, {"name": '  Ma\'th <b>"1" 😀 ', "gradeLevel": " 5 "}).json()
    assert (made["name"], made["gradeLevel"]) == ('Ma\'th <b>"1" 😀', "5")


@pytest.mark.spec("4.2")
def test_class_codes_are_unique(world: World) -> None:
    teacher = world.signed_in(world.teacher())
    codes = [teacher.post(CALL, {"name": f"Class {number}"}).json()["classCode"] for number in range(30)]
    assert len(set(codes)) == 30
    assert all(CODE.fullmatch(code) for code in codes)


@pytest.mark.spec("4.2")
def test_class_code_has_no_ambiguous_characters() -> None:
    assert CODE_ALPHABET == "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"


@pytest.mark.spec("3.4")
def test_class_list_has_the_teachers_classes_oldest_first(world: World) -> None:
    teacher, other = world.teacher(), world.teacher()
    made = []
    for name in ("Zoology", "Art", "math", "Biology"):
        made.append(world.classroom(teacher, name))
        world.classroom(other, name)
    listed = world.signed_in(teacher).get(CALL).json()
    assert [each["id"] for each in listed] == [each.id for each in made]
    assert all(set(each) == CLASSROOM for each in listed)


def test_teacher_without_classes_has_an_empty_class_list(world: World) -> None:
    assert world.signed_in(world.teacher()).get(CALL).json() == []


@pytest.mark.spec("4.4")
def test_teacher_and_student_get_the_same_class_fields(room: Room) -> None:
    path = f"{CALL}/single/{room.classroom.id}"
    (listed,) = room.desk.get(CALL).json()
    assert room.desk.get(path).json() == listed
    assert room.tablet.get(path).json() == listed


@pytest.mark.spec("4.3")
def test_a_class_is_renamed(room: Room) -> None:
    (before,) = room.desk.get(CALL).json()
    answer = room.desk.put(f"{CALL}/{room.classroom.id}", {"name": " Art ", "gradeLevel": "6th"})
    assert answer.status_code == 200
    assert answer.json() == before | {"name": "Art", "gradeLevel": "6th"}
    assert room.desk.get(CALL).json() == [answer.json()]


def test_omitted_grade_level_is_removed_by_an_update(room: Room) -> None:
    answer = room.desk.put(f"{CALL}/{room.classroom.id}", {"name": "Art"})
    assert answer.json()["gradeLevel"] is None


def test_update_cannot_change_the_classs_teacher(room: Room) -> None:
    body = {"name": "Art", "teacherId": room.elsewhere().teacher.id, "classCode": "AAAAAA"}
    answer = room.desk.put(f"{CALL}/{room.classroom.id}", body).json()
    assert (answer["teacherId"], answer["classCode"]) == (room.teacher.id, room.classroom.class_code)


def test_two_classes_may_have_the_same_name(room: Room) -> None:
    assert room.desk.post(CALL, {"name": room.classroom.name}).status_code == 201


@pytest.mark.spec("4.2")
def test_regenerated_class_code_differs(room: Room) -> None:
    (before,) = room.desk.get(CALL).json()
    answer = room.desk.post(f"{CALL}/{room.classroom.id}/class-code")
    assert answer.status_code == 200
    code = answer.json()["classCode"]
    assert CODE.fullmatch(code)
    assert code != before["classCode"]
    assert answer.json() == before | {"classCode": code}
    assert room.desk.get(f"/api/students/{room.student.id}").json()["classCode"] == code


@pytest.mark.parametrize("name", ["", pytest.param("x" * 201, id="201")])
def test_invalid_class_name_is_422(untouched: Room, name: object) -> None:
    with nothing_stored(untouched.world):
        for answer in (
            untouched.desk.post(CALL, {"name": name}),
            untouched.desk.put(f"{CALL}/{untouched.classroom.id}", {"name": name, "gradeLevel": "6th"}),
        ):
            assert error(answer) == (422, "invalid")
            assert set(answer.json()["fields"]) == {"name"}


@pytest.mark.spec("4.1")
def test_missing_class_name_is_422(untouched: Room) -> None:
    with nothing_stored(untouched.world):
        answer = untouched.desk.post(CALL, {"gradeLevel": "6th"})
    assert error(answer) == (422, "invalid")
    assert answer.json()["fields"] == {"name": "is required"}
    assert answer.json()["error"] == "Please check what you entered: name is required."


@pytest.mark.parametrize("grade", ["x" * 201])
def test_invalid_grade_level_is_422(untouched: Room, grade: object) -> None:
    with nothing_stored(untouched.world):
        answer = untouched.desk.post(CALL, {"name": "Math", "gradeLevel": grade})
    assert error(answer) == (422, "invalid")
    assert set(answer.json()["fields"]) == {"gradeLevel"}
    assert "grade level" in answer.json()["error"]


@pytest.mark.spec("11.10")
def test_class_name_may_have_200_characters(room: Room) -> None:
    assert room.desk.post(CALL, {"name": "é" * 200, "gradeLevel": "😀" * 200}).status_code == 201
