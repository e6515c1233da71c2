"""Creating, showing and editing students (specification 5, 13.3)."""

import re

import pytest
from argon2 import PasswordHasher, extract_parameters
from argon2.low_level import Type

from server.domain.students.models import Student
from tests.factories.api_client import ApiClient, error
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
            "awaySince": None,
            "language": None,
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


class TestShowing:
    @pytest.mark.spec("13.3")
    def test_teacher_and_student_get_the_same_student_fields(self, classroom: PreparedClassroom) -> None:
        path = f"{CALL}/{classroom.student.id}"
        shown = classroom.teacher_client.get(path).json()
        assert set(shown) == STUDENT
        assert classroom.student_client.get(path).json() == shown

    @pytest.mark.spec("13.3")
    def test_student_list_contains_only_the_class(self, classroom: PreparedClassroom) -> None:
        for other in (classroom.other_classroom(), classroom.other_teachers_classroom()):
            assert other.student.id
        listed = classroom.teacher_client.get(f"/api/classrooms/{classroom.row.id}/students").json()
        assert [each["id"] for each in listed] == [classroom.student.id]
        assert set(listed[0]) == STUDENT


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
        ignored = {"classroomId": classroom.other_classroom().row.id, "id": "other"}
        changed = self.update_student(
            classroom.teacher_client, noor, firstName=" Nora ", lastName="Ahmed", username=" Nora ", **ignored
        )
        assert changed == before | {"firstName": "Nora", "lastName": "Ahmed", "username": "Nora"}
        assert classroom.teacher_client.get(f"{CALL}/{noor}").json() == changed
        assert can_sign_in(classroom, "nora", "pass word")
        assert not can_sign_in(classroom, "noor.a", "pass word")

    @pytest.mark.spec("5.5", "17.2")
    def test_the_teacher_chooses_a_language_or_that_of_the_computer(
        self, classroom: PreparedClassroom, noor: str
    ) -> None:
        assert self.update_student(classroom.teacher_client, noor, language="ar")["language"] == "ar"
        assert self.update_student(classroom.teacher_client, noor)["language"] == "ar"
        assert self.update_student(classroom.teacher_client, noor, language=None)["language"] is None

    @pytest.mark.spec("17.2")
    def test_a_later_choice_of_the_student_wins(self, classroom: PreparedClassroom) -> None:
        student_id = classroom.student.id
        self.update_student(classroom.teacher_client, student_id, language="vi")
        classroom.student_client.put("/api/account/language", {"language": "zh-Hans"})
        assert self.update_student(classroom.teacher_client, student_id)["language"] == "zh-Hans"

    def test_a_new_student_may_have_a_language(self, classroom: PreparedClassroom) -> None:
        body = NOOR | {"classroomId": classroom.row.id, "language": "uk"}
        assert classroom.teacher_client.post(CALL, body).json()["language"] == "uk"

    def test_an_unknown_language_is_refused(self, classroom: PreparedClassroom, noor: str) -> None:
        body = {"firstName": "Noor", "lastName": "Ali", "username": "noor.a", "language": "zh-Hant"}
        response = classroom.teacher_client.put(f"{CALL}/{noor}", body)
        assert error(response) == (422, "invalid")
        assert set(response.json()["fields"]) == {"language"}

    def test_new_password_replaces_the_present_one(self, classroom: PreparedClassroom, noor: str) -> None:
        self.update_student(classroom.teacher_client, noor, password="changed")
        assert can_sign_in(classroom, "noor.a", "changed")
        assert not can_sign_in(classroom, "noor.a", "pass word")


@pytest.mark.spec("5.1", "11.4")
def test_all_invalid_fields_of_a_student_are_named_together(read_only_classroom: PreparedClassroom) -> None:
    response = read_only_classroom.teacher_client.post(CALL, {"firstName": " ", "lastName": 5, "password": "abc"})
    assert error(response) == (422, "invalid")
    assert response.json()["fields"] == {
        "firstName": "must have at least 1 character(s)",
        "lastName": "must be text",
        "username": "is required",
        "password": "must have at least 4 character(s)",
        "classroomId": "is required",
    }
