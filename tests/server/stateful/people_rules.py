"""Rules: classes, students, accounts and sessions."""

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from server.domain.classrooms.models import Classroom
from server.domain.store.models import StoreItem
from server.domain.students.models import Student
from server.domain.teachers.models import Teacher
from tests.factories.api_client import ApiClient, error
from tests.factories.passwords import PASSWORD
from tests.server.stateful.machine import (
    MAX_STUDENTS,
    Machine,
    booleans,
    one_in_six,
    row_indexes,
    usernames,
)
from tests.server.stateful.school_model import SESSION, SchoolModel, assert_outcome

teachers = st.integers(0, 1)
SIGN_OUT = ("sign out", "sign out everywhere")
MAX_CLASSES = 2


class PeopleRules(Machine):
    """Create, edit, move, delete, change passwords and languages, sign out."""

    # ---- Classes

    @rule(teacher=teachers)
    def add_class(self, teacher: int) -> None:
        own = [each for each in self.school.all(Classroom) if each.teacher_id == self.school.teachers[teacher].id]
        if len(own) < MAX_CLASSES:
            client = self.school.teacher_clients[teacher]
            response = self.school.call(client, "POST /api/classrooms", {"name": "Art"})
            if assert_outcome(response, status=201):
                self.school.seen_ids[Classroom].append(response.json()["id"])

    @rule(classroom=row_indexes, other_user=one_in_six, new_code=booleans)
    def change_class(self, classroom: int, *, other_user: bool, new_code: bool) -> None:
        class_id, row = self.school.find(Classroom, classroom)
        client, access_error = self.school.teacher_client_for(row, other_user=other_user)
        if not new_code:
            assert_outcome(
                self.school.call(client, "PUT /api/classrooms/{classroom_id}", {"name": "Music"}, row_id=class_id),
                access_error,
            )
            return
        response = self.school.call(client, "POST /api/classrooms/{classroom_id}/class-code", row_id=class_id)
        if assert_outcome(response, access_error) and row is not None:
            assert response.json()["classCode"] != row.class_code

    @rule(classroom=row_indexes, other_user=one_in_six)
    def unlock_class(self, classroom: int, *, other_user: bool) -> None:
        class_id, row = self.school.find(Classroom, classroom)
        client, access_error = self.school.teacher_client_for(row, other_user=other_user)
        response = self.school.call(client, "POST /api/classrooms/{classroom_id}/unlock", row_id=class_id)
        if assert_outcome(response, access_error, status=204):
            for student in self.school.all(Student):
                assert student.classroom_id != class_id or self.school.count_wrong_pictures(student.id) == 0

    @precondition(lambda self: len(self.school.all(Classroom)) > 1)
    @rule(classroom=row_indexes, other_user=booleans)
    def delete_class(self, classroom: int, *, other_user: bool) -> None:
        class_id, row = self.school.find(Classroom, classroom)
        client, access_error = self.school.teacher_client_for(
            row, other_user=other_user, archived_too=True, owner_only=True
        )
        student_ids = [student.id for student in self.school.all(Student) if student.classroom_id == class_id]
        items = [item.id for item in self.school.all(StoreItem) if item.classroom_id == class_id]
        response = self.school.call(client, "DELETE /api/classrooms/{classroom_id}", row_id=class_id)
        if assert_outcome(response, access_error, status=204):
            for item_id in items:
                del self.school.stock[item_id]
            for student_id in student_ids:
                self.assert_signed_out(student_id)

    # ---- Students

    @precondition(lambda self: len(self.school.all(Student)) < MAX_STUDENTS)
    @rule(classroom=row_indexes, other_user=one_in_six, username=usernames)
    def add_student(self, classroom: int, *, other_user: bool, username: str) -> None:
        class_id, row = self.school.find(Classroom, classroom)
        client, access_error = self.school.teacher_client_for(row, other_user=other_user)
        body = {
            "firstName": "Noor",
            "lastName": "Ali",
            "username": username,
            "password": "pass",
            "classroomId": class_id,
        }
        name_error = self.username_error(class_id, username)
        response = self.school.call(client, "POST /api/students", body)
        if assert_outcome(response, access_error, name_error, status=201):
            with self.school.test_app.open_session() as db:
                self.school.add_student_client(db.get_one(Student, response.json()["id"]))

    @rule(student=row_indexes, other_user=one_in_six, username=usernames)
    def edit_student(self, student: int, *, other_user: bool, username: str) -> None:
        student_id, row = self.school.find(Student, student)
        client, access_error = self.school.teacher_client_for(row, other_user=other_user)
        name_error = self.username_error(row.classroom_id, username, exclude=student_id) if row else None
        body = {"firstName": "Nora", "lastName": "Ali", "username": username}
        response = self.school.call(client, "PUT /api/students/{student_id}", body, row_id=student_id)
        assert_outcome(response, access_error, name_error)

    @rule(student=row_indexes, classroom=row_indexes, other_user=one_in_six, any_class=one_in_six)
    def move_student(self, student: int, classroom: int, *, other_user: bool, any_class: bool) -> None:
        """Move to the teacher's other class if there is one; `any_class`: to any class that ever existed."""
        student_id, row = self.school.find(Student, student)
        class_id, _ = self.school.find(Classroom, classroom)
        if row is not None and not any_class:
            class_id = other_class_id(self.school, row)
        client, access_error = self.school.teacher_client_for(row, other_user=other_user, owner_only=True)
        access_error = access_error or self.school.class_error(client, class_id, owner_only=True)
        name_error = self.username_error(class_id, row.username, exclude=student_id) if row else None
        call = "PUT /api/students/{student_id}/classroom"
        response = self.school.call(client, call, {"classroomId": class_id}, row_id=student_id)
        if assert_outcome(response, access_error, name_error):
            assert response.json()["classroomId"] == class_id

    @precondition(lambda self: len(self.school.all(Student)) > 2)
    @rule(student=row_indexes, other_user=booleans)
    def delete_student(self, student: int, *, other_user: bool) -> None:
        student_id, row = self.school.find(Student, student)
        client, access_error = self.school.teacher_client_for(
            row, other_user=other_user, archived_too=True, owner_only=True
        )
        response = self.school.call(client, "DELETE /api/students/{student_id}", row_id=student_id)
        if assert_outcome(response, access_error, status=204):
            self.assert_signed_out(student_id)

    def username_error(self, class_id: str, username: str, *, exclude: str | None = None) -> str | None:
        """Return the error code for a username that is taken in the class."""
        folded = username.strip().casefold()
        own = [each for each in self.school.all(Student) if each.classroom_id == class_id and each.id != exclude]
        return "username_taken" if any(each.username.casefold() == folded for each in own) else None

    # ---- Accounts

    @rule(
        student=row_indexes,
        action=st.sampled_from(("unlock", "password", "language", *SIGN_OUT)),
        other_user=one_in_six,
    )
    def student_account(self, student: int, action: str, *, other_user: bool) -> None:
        student_id, row = self.school.find(Student, student)
        if action == "unlock":
            client, access_error = self.school.teacher_client_for(row, other_user=other_user)
            response = self.school.call(client, "POST /api/students/{student_id}/unlock", row_id=student_id)
            if assert_outcome(response, access_error, status=204):
                assert self.school.count_wrong_pictures(student_id) == 0
        elif row is None or not self.school.may_sign_in(row):
            self.assert_signed_out(student_id)
        elif action == "password":
            self.change_password(row, "PUT /api/students/{student_id}/password", self.password_of(row))
        elif action == "language":
            self.choose_language(row)
        else:
            self.sign_out(row, everywhere=action == "sign out everywhere")

    @rule(teacher=teachers, action=st.sampled_from(("name", "password", "language", "end session", *SIGN_OUT)))
    def teacher_account(self, teacher: int, action: str) -> None:
        user, client = self.school.teachers[teacher], self.school.teacher_clients[teacher]
        if action == "name":
            assert_outcome(self.school.call(client, "PUT /api/teachers/{teacher_id}", {"name": "Eva"}, row_id=user.id))
        elif action == "password":
            self.change_password(user, "PUT /api/teachers/{teacher_id}/password", PASSWORD)
        elif action == "language":
            self.choose_language(user)
        elif action == "end session":
            self.end_session(user)
        else:
            self.sign_out(user, everywhere=action == "sign out everywhere")

    def end_session(self, user: Teacher) -> None:
        """End the teacher's newest session, which is another client's."""
        own, other = self.client_of(user), self.school.test_app.client_for(user)
        newest = own.get("/api/account/sessions").json()[1]["id"]
        response = self.school.call(own, "DELETE /api/account/sessions/{session_id}", row_id=newest)
        assert_outcome(response, status=204)
        assert own.get(SESSION).status_code == 200
        assert error(other.get(SESSION)) == (401, "not_signed_in")

    def change_password(self, user: Teacher | Student, call: str, password: str) -> None:
        """Change the password to the same password; all other sessions of the user end."""
        own, other = self.client_of(user), self.school.test_app.client_for(user)
        body = {"currentPassword": password, "newPassword": password}
        assert_outcome(self.school.call(own, call, body, row_id=user.id), status=204)
        assert own.get(SESSION).status_code == 200
        assert error(other.get(SESSION)) == (401, "not_signed_in")

    def choose_language(self, user: Teacher | Student) -> None:
        client = self.client_of(user)
        assert_outcome(self.school.call(client, "PUT /api/account/language", {"language": "es"}), status=204)
        assert client.get(SESSION).json()["user"]["language"] == "es"

    def sign_out(self, user: Teacher | Student, *, everywhere: bool) -> None:
        """Sign out, then in again with the same client."""
        own, other = self.client_of(user), self.school.test_app.client_for(user)
        call = "POST /api/auth/logout-everywhere" if everywhere else "POST /api/auth/logout"
        assert_outcome(self.school.call(own, call), status=204)
        assert error(own.get(SESSION)) == (401, "not_signed_in")
        assert other.get(SESSION).status_code == (401 if everywhere else 200)
        self.school.test_app.client_for(user, own)

    def client_of(self, user: Teacher | Student) -> ApiClient:
        """Return the user's permanent client."""
        if isinstance(user, Student):
            return self.school.student_clients[user.id]
        return self.school.teacher_clients[[each.id for each in self.school.teachers].index(user.id)]

    def password_of(self, student: Student) -> str:
        """Return the password: initial students have PASSWORD, added ones that of `add_student`."""
        return (
            PASSWORD if self.school.seen_ids[Student].index(student.id) < self.school.initial_student_count else "pass"
        )


def other_class_id(school: SchoolModel, student: Student) -> str:
    """Return another class of the student's teacher, else the student's own."""
    owner = school.teacher_index(student)
    ids = [each.id for each in school.all(Classroom) if school.teacher_index(each) == owner]
    return next((each for each in ids if each != student.classroom_id), student.classroom_id)
