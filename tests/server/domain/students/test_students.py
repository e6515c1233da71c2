"""Creating, showing and editing students (specification 5, 13.3)."""

import re

import pytest
from argon2 import PasswordHasher, extract_parameters
from argon2.low_level import Type

from server.domain.students.models import Student
from tests.factories.fields import STUDENT, TIME
from tests.factories.room import Room
from tests.factories.stored import stored
from tests.factories.world import Browser, error

CALL = "/api/students"
NOOR = {"firstName": "Noor", "lastName": "Ali", "username": "noor.a", "password": "pass word"}


def can_sign_in(room: Room, username: str, password: str) -> bool:
    body = {"username": username, "password": password, "classCode": room.classroom.class_code}
    return room.world.device().post("/api/auth/student", body).status_code == 200


def stored_student(room: Room, student_id: str) -> Student:
    with room.world.look() as db:
        return db.get_one(Student, student_id)


class TestCreating:
    @pytest.mark.spec("5.4", "13.3")
    def test_student_response_contains_no_password(self, room: Room) -> None:
        answer = room.desk.post(CALL, NOOR | {"classroomId": room.classroom.id})
        assert answer.status_code == 201
        made = answer.json()
        assert set(made) == STUDENT
        assert re.fullmatch(TIME, made["createdAt"])
        assert made == {
            "id": made["id"],
            "createdAt": made["createdAt"],
            "firstName": "Noor",
            "lastName": "Ali",
            "username": "noor.a",
            "classroomId": room.classroom.id,
            "classCode": room.classroom.class_code,
        }
        assert room.desk.get(f"{CALL}/{made['id']}").json() == made

    @pytest.mark.spec("1.3")
    def test_created_student_can_sign_in(self, room: Room) -> None:
        room.desk.post(CALL, NOOR | {"classroomId": room.classroom.id})
        assert can_sign_in(room, "noor.a", "pass word")

    @pytest.mark.spec("2.16", "13.3")
    def test_only_an_argon2id_hash_of_the_password_is_stored(self, room: Room) -> None:
        made = room.desk.post(CALL, NOOR | {"classroomId": room.classroom.id}).json()
        hashed = stored_student(room, made["id"]).password_hash
        assert extract_parameters(hashed).type is Type.ID
        assert PasswordHasher().verify(hashed, NOOR["password"])
        assert NOOR["password"] not in repr(stored(room.world))

    def test_names_and_username_are_trimmed_but_the_password_is_not(self, room: Room) -> None:
        typed = {"firstName": " Noor ", "lastName": "\tAli", "username": " noor.a\n", "password": " pass "}
        made = room.desk.post(CALL, typed | {"classroomId": room.classroom.id}).json()
        assert (made["firstName"], made["lastName"], made["username"]) == ("Noor", "Ali", "noor.a")
        assert can_sign_in(room, "noor.a", " pass ")
        assert not can_sign_in(room, "noor.a", "pass")

    @pytest.mark.spec("2.16")
    @pytest.mark.parametrize("password", ["1234", "x" * 128, "🔑" * 128, "    "])
    def test_a_password_has_4_to_128_characters(self, room: Room, password: str) -> None:
        body = NOOR | {"classroomId": room.classroom.id, "password": password}
        assert room.desk.post(CALL, body).status_code == 201
        assert can_sign_in(room, "noor.a", password)

    def test_unknown_student_fields_are_ignored(self, room: Room) -> None:
        body = NOOR | {"classroomId": room.classroom.id, "id": "mine", "classCode": "AAAAAA", "goalbucks": 1000}
        made = room.desk.post(CALL, body).json()
        assert made["id"] != "mine"
        assert made["classCode"] == room.classroom.class_code
        assert room.desk.get(f"{CALL}/{made['id']}/goalbucks").json() == {"balance": 0, "earned": 0, "spent": 0}


class TestShowing:
    @pytest.mark.spec("13.3")
    def test_teacher_and_student_get_the_same_student_fields(self, room: Room) -> None:
        path = f"{CALL}/{room.student.id}"
        shown = room.desk.get(path).json()
        assert set(shown) == STUDENT
        assert room.tablet.get(path).json() == shown

    def test_student_list_is_sorted_by_last_then_first_name_ignoring_case_and_accents(self, room: Room) -> None:
        room.desk.delete(f"{CALL}/{room.student.id}")
        for first, last in (
            ("zoe", "Adams"),
            ("Émile", "adams"),
            ("Adam", "Zhou"),
            ("Ana", "Ódor"),
            ("Ana", "Oak"),
            ("Ana", "Ozil"),
            ("Bob", "adams"),
        ):
            room.world.student(room.classroom, first, last)
        listed = room.desk.get(f"/api/classrooms/{room.classroom.id}/students").json()
        names = [f"{each['firstName']} {each['lastName']}" for each in listed]
        assert names == ["Bob adams", "Émile adams", "zoe Adams", "Ana Oak", "Ana Ódor", "Ana Ozil", "Adam Zhou"]
        assert all(set(each) == STUDENT for each in listed)

    @pytest.mark.spec("13.3")
    def test_student_list_contains_only_the_class(self, room: Room) -> None:
        for other in (room.another(), room.elsewhere()):
            assert other.student.id
        listed = room.desk.get(f"/api/classrooms/{room.classroom.id}/students").json()
        assert [each["id"] for each in listed] == [room.student.id]

    def test_empty_class_has_an_empty_student_list(self, room: Room) -> None:
        empty = room.world.classroom(room.teacher)
        assert room.desk.get(f"/api/classrooms/{empty.id}/students").json() == []


class TestChanging:
    @pytest.fixture
    def noor(self, room: Room) -> str:
        student_id: str = room.desk.post(CALL, NOOR | {"classroomId": room.classroom.id}).json()["id"]
        return student_id

    def update_student(self, desk: Browser, student_id: str, **fields: object) -> dict[str, object]:
        body = {"firstName": "Noor", "lastName": "Ali", "username": "noor.a"} | fields
        answer = desk.put(f"{CALL}/{student_id}", body)
        assert answer.status_code == 200, answer.text
        changed: dict[str, object] = answer.json()
        assert set(changed) == STUDENT
        return changed

    @pytest.mark.spec("5.5")
    def test_names_and_username_can_be_edited(self, room: Room, noor: str) -> None:
        before = room.desk.get(f"{CALL}/{noor}").json()
        changed = self.update_student(room.desk, noor, firstName=" Nora ", lastName="Ahmed", username=" Nora ")
        assert changed == before | {"firstName": "Nora", "lastName": "Ahmed", "username": "Nora"}
        assert room.desk.get(f"{CALL}/{noor}").json() == changed
        assert can_sign_in(room, "nora", "pass word")
        assert not can_sign_in(room, "noor.a", "pass word")

    @pytest.mark.spec("5.5")
    @pytest.mark.parametrize("blank", [{}, {"password": ""}, {"password": None}])
    def test_blank_password_keeps_the_present_one(self, room: Room, noor: str, blank: dict[str, object]) -> None:
        before = stored_student(room, noor).password_hash
        self.update_student(room.desk, noor, **blank)
        assert stored_student(room, noor).password_hash == before
        assert can_sign_in(room, "noor.a", "pass word")

    def test_new_password_replaces_the_present_one(self, room: Room, noor: str) -> None:
        self.update_student(room.desk, noor, password="changed")
        assert can_sign_in(room, "noor.a", "changed")
        assert not can_sign_in(room, "noor.a", "pass word")

    def test_update_cannot_change_the_students_class(self, room: Room, noor: str) -> None:
        changed = self.update_student(room.desk, noor, classroomId=room.another().classroom.id, id="other")
        assert changed["classroomId"] == room.classroom.id
        assert changed["id"] == noor

    def test_editing_a_student_keeps_goals_and_balance(self, room: Room, noor: str) -> None:
        room.world.completed_goal(stored_student(room, noor), goalbucks=7)
        self.update_student(room.desk, noor, username="other", password="changed")
        assert room.desk.get(f"{CALL}/{noor}/goalbucks").json()["balance"] == 7
        assert len(room.desk.get(f"{CALL}/{noor}/goals").json()) == 1

    def test_another_teachers_student_cannot_be_edited(self, room: Room, noor: str) -> None:
        elsewhere = room.elsewhere()
        before = stored(room.world)
        body = NOOR | {"firstName": "Changed", "username": "changed"}
        assert error(elsewhere.desk.put(f"{CALL}/{noor}", body)) == (404, "not_found")
        assert stored(room.world) == before
