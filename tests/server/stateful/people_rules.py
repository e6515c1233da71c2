"""Classes, students and sessions: who comes, changes, moves and goes."""

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from server.domain.classrooms.models import Classroom
from server.domain.store.models import StoreItem
from server.domain.students.models import Student
from server.domain.teachers.models import Teacher
from tests.factories.app import ApiClient, error
from tests.factories.passwords import PASSWORD
from tests.server.stateful.machine import Machine, back, coin, rarely
from tests.server.stateful.school import NOT_FOUND, verdict

usernames = st.sampled_from(("student 0", " STUDENT 1", "Noor", "Ali"))
teachers = st.integers(0, 1)
SIGN_OUT = ("sign out", "sign out everywhere")
SESSION = "/api/auth/session"
MOST_CLASSES = 2
MOST_STUDENTS = 8


class PeopleRules(Machine):
    """Create, edit, move, delete, sign out."""

    # ---- Classes

    @rule(teacher=teachers)
    def add_class(self, teacher: int) -> None:
        own = [each for each in self.school.all(Classroom) if each.teacher_id == self.school.teachers[teacher].id]
        if len(own) < MOST_CLASSES:
            teacher_client = self.school.desks[teacher]
            answer = self.school.ask(teacher_client, "POST /api/classrooms", "/api/classrooms", {"name": "Art"})
            if verdict(answer, status=201):
                self.school.known[Classroom].append(answer.json()["id"])

    @rule(classroom=back, stranger=rarely, code=coin)
    def change_class(self, classroom: int, *, stranger: bool, code: bool) -> None:
        class_id, row = self.school.find(Classroom, classroom)
        teacher_client, problem = self.school.desk_for(row, stranger=stranger)
        path = f"/api/classrooms/{class_id}"
        if not code:
            verdict(
                self.school.ask(teacher_client, "PUT /api/classrooms/{classroom_id}", path, {"name": "Music"}), problem
            )
            return
        answer = self.school.ask(teacher_client, "POST /api/classrooms/{classroom_id}/class-code", f"{path}/class-code")
        if verdict(answer, problem) and row is not None:
            assert answer.json()["classCode"] != row.class_code

    @precondition(lambda self: len(self.school.all(Classroom)) > 1)
    @rule(classroom=back, stranger=coin)
    def delete_class(self, classroom: int, *, stranger: bool) -> None:
        class_id, row = self.school.find(Classroom, classroom)
        teacher_client, problem = self.school.desk_for(row, stranger=stranger)
        gone = [student.id for student in self.school.all(Student) if student.classroom_id == class_id]
        items = [item.id for item in self.school.all(StoreItem) if item.classroom_id == class_id]
        answer = self.school.ask(teacher_client, "DELETE /api/classrooms/{classroom_id}", f"/api/classrooms/{class_id}")
        if verdict(answer, problem, status=204):
            for item_id in items:
                del self.school.stock[item_id]
            for student_id in gone:
                self.is_out(student_id)

    # ---- Students

    @precondition(lambda self: len(self.school.all(Student)) < MOST_STUDENTS)
    @rule(classroom=back, stranger=rarely, username=usernames)
    def add_student(self, classroom: int, *, stranger: bool, username: str) -> None:
        class_id, row = self.school.find(Classroom, classroom)
        teacher_client, problem = self.school.desk_for(row, stranger=stranger)
        body = {
            "firstName": "Noor",
            "lastName": "Ali",
            "username": username,
            "password": "pass",
            "classroomId": class_id,
        }
        taken = self.taken(class_id, username)
        answer = self.school.ask(teacher_client, "POST /api/students", "/api/students", body)
        if verdict(answer, problem, taken, status=201):
            with self.school.test_app.open_session() as db:
                self.school.seat(db.get_one(Student, answer.json()["id"]))

    @rule(student=back, stranger=rarely, username=usernames)
    def edit_student(self, student: int, *, stranger: bool, username: str) -> None:
        student_id, row = self.school.find(Student, student)
        teacher_client, problem = self.school.desk_for(row, stranger=stranger)
        taken = self.taken(row.classroom_id, username, but=student_id) if row else None
        body = {"firstName": "Nora", "lastName": "Ali", "username": username}
        answer = self.school.ask(teacher_client, "PUT /api/students/{student_id}", f"/api/students/{student_id}", body)
        verdict(answer, problem, taken)

    @rule(student=back, classroom=back, stranger=rarely, anywhere=rarely)
    def move(self, student: int, classroom: int, *, stranger: bool, anywhere: bool) -> None:
        """To another class of its teacher if there is one; `anywhere`: to any that ever was."""
        student_id, row = self.school.find(Student, student)
        class_id, target = self.school.find(Classroom, classroom)
        if row is not None and not anywhere:
            class_id = self.other_class(row)
            target = next(each for each in self.school.all(Classroom) if each.id == class_id)
        teacher_client, problem = self.school.desk_for(row, stranger=stranger)
        if target is None or self.school.owner_of(target) != self.school.owner_of(row):
            problem = NOT_FOUND
        taken = self.taken(class_id, row.username, but=student_id) if row else None
        call, path = "PUT /api/students/{student_id}/classroom", f"/api/students/{student_id}/classroom"
        answer = self.school.ask(teacher_client, call, path, {"classroomId": class_id})
        if verdict(answer, problem, taken):
            assert answer.json()["classroomId"] == class_id

    def other_class(self, student: Student) -> str:
        """Another class of the student's teacher, or its own one."""
        owner = self.school.owner_of(student)
        ids = [each.id for each in self.school.all(Classroom) if self.school.owner_of(each) == owner]
        return next((each for each in ids if each != student.classroom_id), student.classroom_id)

    @precondition(lambda self: len(self.school.all(Student)) > 2)
    @rule(student=back, stranger=coin)
    def delete_student(self, student: int, *, stranger: bool) -> None:
        student_id, row = self.school.find(Student, student)
        teacher_client, problem = self.school.desk_for(row, stranger=stranger)
        answer = self.school.ask(teacher_client, "DELETE /api/students/{student_id}", f"/api/students/{student_id}")
        if verdict(answer, problem, status=204):
            self.is_out(student_id)

    def taken(self, class_id: str, username: str, *, but: str | None = None) -> str | None:
        """Why a username can't be used in a class."""
        wanted = username.strip().casefold()
        own = [each for each in self.school.all(Student) if each.classroom_id == class_id and each.id != but]
        return "username_taken" if any(each.username.casefold() == wanted for each in own) else None

    def is_out(self, student_id: str) -> None:
        """A student that is gone is signed out."""
        answer = self.school.tablets[student_id].get(SESSION)
        assert error(answer) == (401, "not_signed_in")

    # ---- Accounts

    @rule(
        student=back, what=st.sampled_from(("unlock", "password", "sign out", "sign out everywhere")), stranger=rarely
    )
    def account_of_a_student(self, student: int, what: str, *, stranger: bool) -> None:
        student_id, row = self.school.find(Student, student)
        if what == "unlock":
            teacher_client, problem = self.school.desk_for(row, stranger=stranger)
            path = f"/api/students/{student_id}/unlock"
            verdict(
                self.school.ask(teacher_client, "POST /api/students/{student_id}/unlock", path), problem, status=204
            )
        elif row is None:
            self.is_out(student_id)
        elif what == "password":
            path = f"/api/students/{student_id}/password"
            self.changes_password(row, "PUT /api/students/{student_id}/password", path, self.password(row))
        else:
            self.signs_out(row, everywhere=what == "sign out everywhere")

    @rule(teacher=teachers, what=st.sampled_from(("name", "password", *SIGN_OUT)))
    def account_of_a_teacher(self, teacher: int, what: str) -> None:
        person, teacher_client = self.school.teachers[teacher], self.school.desks[teacher]
        path = f"/api/teachers/{person.id}"
        if what == "name":
            verdict(self.school.ask(teacher_client, "PUT /api/teachers/{teacher_id}", path, {"name": "Eva"}))
        elif what == "password":
            self.changes_password(person, "PUT /api/teachers/{teacher_id}/password", f"{path}/password", PASSWORD)
        else:
            self.signs_out(person, everywhere=what == "sign out everywhere")

    def changes_password(self, person: Teacher | Student, call: str, path: str, password: str) -> None:
        """To the same one, so that it stays known; every other session ends."""
        own, other = self.browser_of(person), self.school.test_app.client_for(person)
        body = {"currentPassword": password, "newPassword": password}
        verdict(self.school.ask(own, call, path, body), status=204)
        assert own.get(SESSION).status_code == 200
        assert error(other.get(SESSION)) == (401, "not_signed_in")

    def signs_out(self, person: Teacher | Student, *, everywhere: bool) -> None:
        """And in again, on the same device."""
        own, other = self.browser_of(person), self.school.test_app.client_for(person)
        call = "POST /api/auth/logout-everywhere" if everywhere else "POST /api/auth/logout"
        verdict(self.school.ask(own, call, call.partition(" ")[2]), status=204)
        assert error(own.get(SESSION)) == (401, "not_signed_in")
        assert other.get(SESSION).status_code == (401 if everywhere else 200)
        self.school.test_app.client_for(person, own)

    def browser_of(self, person: Teacher | Student) -> ApiClient:
        """The one that the person always uses."""
        if isinstance(person, Student):
            return self.school.tablets[person.id]
        return self.school.desks[[each.id for each in self.school.teachers].index(person.id)]

    def password(self, student: Student) -> str:
        """Those who were there at the beginning have the password of all tests."""
        return PASSWORD if self.school.known[Student].index(student.id) < self.school.first_students else "pass"
