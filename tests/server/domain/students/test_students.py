"""Creating, showing and editing students (specification 5, 13.3)."""

import re

import pytest
from argon2 import PasswordHasher, extract_parameters
from argon2.low_level import Type

from server.domain.students.models import Student
from tests.factories.app import ApiClient, error
from tests.factories.classroom import PreparedClassroom
from tests.factories.response_fields import STUDENT, TIMESTAMP
from tests.factories.snapshots import take_snapshot

CALL = "/api/students"
NOOR = {"firstName": "Noor", "lastName": "Ali", "username": "noor.a", "password": "pass word"}


def can_sign_in(classroom: PreparedClassroom, username: str, password: str) -> bool:
    body = {"username": username, "password": password, "classCode": classroom.row.class_code}
    return classroom.test_app.lan_client().post("/api/auth/student", body).status_code == 200


def stored_student(classroom: PreparedClassroom, student_id: str) -> Student:
    with classroom.test_app.open_session() as db:
        return db.get_one(Student, student_id)


class TestCreating:
    @pytest.mark.spec("5.4", "13.3")
    def test_student_response_contains_no_password(self, classroom: PreparedClassroom) -> None:
        response = classroom.teacher_client.post(CALL, NOOR | {"classroomId": classroom.row.id})
        assert response.status_code == 201
        made = response.json()
        assert set(made) == STUDENT
        assert re.fullmatch(TIMESTAMP, made["createdAt"])
        assert made == {
            "id": made["id"],
            "createdAt": made["createdAt"],
            "firstName": "Noor",
            "lastName": "Ali",
            "username": "noor.a",
            "classroomId": classroom.row.id,
            "classCode": classroom.row.class_code,
        }
        assert classroom.teacher_client.get(f"{CALL}/{made['id']}").json() == made

    @pytest.mark.spec("1.3")
    def test_created_student_can_sign_in(self, classroom: PreparedClassroom) -> None:
        classroom.teacher_client.post(CALL, NOOR | {"classroomId": classroom.row.id})
        assert can_sign_in(classroom, "noor.a", "pass word")

    @pytest.mark.spec("2.16", "13.3")
    def test_only_an_argon2id_hash_of_the_password_is_stored(self, classroom: PreparedClassroom) -> None:
        made = classroom.teacher_client.post(CALL, NOOR | {"classroomId": classroom.row.id}).json()
        hashed = stored_student(classroom, made["id"]).password_hash
        assert extract_parameters(hashed).type is Type.ID
        assert PasswordHasher().verify(hashed, NOOR["password"])
        assert NOOR["password"] not in repr(take_snapshot(classroom.test_app))

    def test_names_and_username_are_trimmed_but_the_password_is_not(self, classroom: PreparedClassroom) -> None:
        typed = {"firstName": " Noor ", "lastName": "\tAli", "username": " noor.a\n", "password": " pass "}
        made = classroom.teacher_client.post(CALL, typed | {"classroomId": classroom.row.id}).json()
        assert (made["firstName"], made["lastName"], made["username"]) == ("Noor", "Ali", "noor.a")
        assert can_sign_in(classroom, "noor.a", " pass ")
        assert not can_sign_in(classroom, "noor.a", "pass")

    @pytest.mark.spec("2.16")
    @pytest.mark.parametrize("password", ["1234", "x" * 128, "🔑" * 128, "    "])
    def test_a_password_has_4_to_128_characters(self, classroom: PreparedClassroom, password: str) -> None:
        body = NOOR | {"classroomId": classroom.row.id, "password": password}
        assert classroom.teacher_client.post(CALL, body).status_code == 201
        assert can_sign_in(classroom, "noor.a", password)

    def test_unknown_student_fields_are_ignored(self, classroom: PreparedClassroom) -> None:
        body = NOOR | {"classroomId": classroom.row.id, "id": "mine", "classCode": "AAAAAA", "goalbucks": 1000}
        made = classroom.teacher_client.post(CALL, body).json()
        assert made["id"] != "mine"
        assert made["classCode"] == classroom.row.class_code
        assert classroom.balance(made["id"]) == {
            "balance": 0,
            "earned": 0,
            "spent": 0,
        }


class TestShowing:
    @pytest.mark.spec("13.3")
    def test_teacher_and_student_get_the_same_student_fields(self, classroom: PreparedClassroom) -> None:
        path = f"{CALL}/{classroom.student.id}"
        shown = classroom.teacher_client.get(path).json()
        assert set(shown) == STUDENT
        assert classroom.student_client.get(path).json() == shown

    def test_student_list_is_sorted_by_last_then_first_name_ignoring_case_and_accents(
        self, classroom: PreparedClassroom
    ) -> None:
        classroom.teacher_client.delete(f"{CALL}/{classroom.student.id}")
        for first, last in (
            ("zoe", "Adams"),
            ("Émile", "adams"),
            ("Adam", "Zhou"),
            ("Ana", "Ódor"),
            ("Ana", "Oak"),
            ("Ana", "Ozil"),
            ("Bob", "adams"),
        ):
            classroom.test_app.student(classroom.row, first, last)
        listed = classroom.teacher_client.get(f"/api/classrooms/{classroom.row.id}/students").json()
        names = [f"{each['firstName']} {each['lastName']}" for each in listed]
        assert names == ["Bob adams", "Émile adams", "zoe Adams", "Ana Oak", "Ana Ódor", "Ana Ozil", "Adam Zhou"]
        assert all(set(each) == STUDENT for each in listed)

    @pytest.mark.spec("13.3")
    def test_student_list_contains_only_the_class(self, classroom: PreparedClassroom) -> None:
        for other in (classroom.other_classroom(), classroom.other_teachers_classroom()):
            assert other.student.id
        listed = classroom.teacher_client.get(f"/api/classrooms/{classroom.row.id}/students").json()
        assert [each["id"] for each in listed] == [classroom.student.id]

    def test_empty_class_has_an_empty_student_list(self, classroom: PreparedClassroom) -> None:
        empty = classroom.test_app.classroom(classroom.teacher)
        assert classroom.teacher_client.get(f"/api/classrooms/{empty.id}/students").json() == []


class TestChanging:
    @pytest.fixture
    def noor(self, classroom: PreparedClassroom) -> str:
        student_id: str = classroom.teacher_client.post(CALL, NOOR | {"classroomId": classroom.row.id}).json()["id"]
        return student_id

    def update_student(self, teacher_client: ApiClient, student_id: str, **fields: object) -> dict[str, object]:
        body = {"firstName": "Noor", "lastName": "Ali", "username": "noor.a"} | fields
        response = teacher_client.put(f"{CALL}/{student_id}", body)
        assert response.status_code == 200, response.text
        changed: dict[str, object] = response.json()
        assert set(changed) == STUDENT
        return changed

    @pytest.mark.spec("5.5")
    def test_names_and_username_can_be_edited(self, classroom: PreparedClassroom, noor: str) -> None:
        before = classroom.teacher_client.get(f"{CALL}/{noor}").json()
        changed = self.update_student(
            classroom.teacher_client, noor, firstName=" Nora ", lastName="Ahmed", username=" Nora "
        )
        assert changed == before | {"firstName": "Nora", "lastName": "Ahmed", "username": "Nora"}
        assert classroom.teacher_client.get(f"{CALL}/{noor}").json() == changed
        assert can_sign_in(classroom, "nora", "pass word")
        assert not can_sign_in(classroom, "noor.a", "pass word")

    @pytest.mark.spec("5.5")
    @pytest.mark.parametrize("blank", [{}, {"password": ""}, {"password": None}])
    def test_blank_password_keeps_the_present_one(
        self, classroom: PreparedClassroom, noor: str, blank: dict[str, object]
    ) -> None:
        before = stored_student(classroom, noor).password_hash
        self.update_student(classroom.teacher_client, noor, **blank)
        assert stored_student(classroom, noor).password_hash == before
        assert can_sign_in(classroom, "noor.a", "pass word")

    def test_new_password_replaces_the_present_one(self, classroom: PreparedClassroom, noor: str) -> None:
        self.update_student(classroom.teacher_client, noor, password="changed")
        assert can_sign_in(classroom, "noor.a", "changed")
        assert not can_sign_in(classroom, "noor.a", "pass word")

    def test_update_cannot_change_the_students_class(self, classroom: PreparedClassroom, noor: str) -> None:
        changed = self.update_student(
            classroom.teacher_client, noor, classroomId=classroom.other_classroom().row.id, id="other"
        )
        assert changed["classroomId"] == classroom.row.id
        assert changed["id"] == noor

    def test_editing_a_student_keeps_goals_and_balance(self, classroom: PreparedClassroom, noor: str) -> None:
        classroom.test_app.completed_goal(stored_student(classroom, noor), goalbucks=7)
        self.update_student(classroom.teacher_client, noor, username="other", password="changed")
        assert classroom.balance(noor)["balance"] == 7
        assert len(classroom.teacher_client.get(f"{CALL}/{noor}/goals").json()) == 1

    def test_another_teachers_student_cannot_be_edited(self, classroom: PreparedClassroom, noor: str) -> None:
        elsewhere = classroom.other_teachers_classroom()
        before = take_snapshot(classroom.test_app)
        body = NOOR | {"firstName": "Changed", "username": "changed"}
        assert error(elsewhere.teacher_client.put(f"{CALL}/{noor}", body)) == (404, "not_found")
        assert take_snapshot(classroom.test_app) == before
