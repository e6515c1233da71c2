"""A classroom with a teacher, a student and their signed-in clients."""

from dataclasses import dataclass
from typing import Any, Self

from httpx2 import Response

from server.domain.classrooms.models import Classroom
from server.domain.students.models import Student
from server.domain.teachers.models import Teacher
from tests.factories.api_client import ApiClient
from tests.factories.app import RunningApp
from tests.factories.passwords import PASSWORD


@dataclass(frozen=True)
class PreparedClassroom:
    """A classroom with one student; `teacher_client` and `student_client` are signed in."""

    test_app: RunningApp
    teacher: Teacher
    row: Classroom
    """The classroom in the database."""
    student: Student
    teacher_client: ApiClient
    student_client: ApiClient

    @classmethod
    def create(cls, test_app: RunningApp, teacher: Teacher | None = None) -> Self:
        # One transaction: thousands of tests begin here, and each commit takes milliseconds.
        with test_app.transactions.writing() as db:
            owner = teacher or test_app.teacher(session=db)
            row = test_app.classroom(owner, session=db)
            student = test_app.student(row, session=db)
            teacher_client = test_app.client_for(owner, session=db)
            student_client = test_app.client_for(student, session=db)
        return cls(test_app, owner, row, student, teacher_client, student_client)

    def sign_in_student(self, browser: ApiClient, password: str = PASSWORD, student: Student | None = None) -> Response:
        """Request a sign-in of a student, by default of `student` with the right password."""
        username = (student or self.student).username
        body = {"username": username, "password": password, "classCode": self.row.class_code}
        return browser.post("/api/auth/student", body)

    def sign_in_teacher(self, browser: ApiClient, password: str = PASSWORD) -> Response:
        """Request a sign-in of the teacher, by default with the right password."""
        return browser.post("/api/auth/teacher", {"username": self.teacher.email, "password": password})

    def balance(self, student_id: str | None = None) -> dict[str, int]:
        """Return balance, earned and spent of a student, by default of `student`, as the teacher sees them."""
        path = f"/api/students/{student_id or self.student.id}/goalbucks"
        found: dict[str, int] = self.teacher_client.get(path).json()
        return found

    def own_balance(self) -> dict[str, int]:
        """Return balance, earned and spent of `student`, as the student sees them."""
        found: dict[str, int] = self.student_client.get(f"/api/students/{self.student.id}/goalbucks").json()
        return found

    def own_goals(self) -> list[dict[str, Any]]:
        """Return the goals of `student`, as the student sees them."""
        found: list[dict[str, Any]] = self.student_client.get(f"/api/students/{self.student.id}/goals").json()
        return found

    def list_rows(self, path: str, fields: set[str]) -> list[dict[str, Any]]:
        """Return the rows of a list, as the teacher sees them; asserts that each has exactly these fields."""
        listed = self.teacher_client.get(path)
        assert listed.status_code == 200
        rows: list[dict[str, Any]] = listed.json()
        assert all(set(row) == fields for row in rows)
        return rows

    def list_own_rows(self, path: str, fields: set[str]) -> list[dict[str, Any]]:
        """Return the rows of a list, as the student sees them; asserts that the teacher sees the same."""
        rows = self.list_rows(path, fields)
        assert self.student_client.get(path).json() == rows
        return rows

    def other_teachers_classroom(self) -> Self:
        """Create a classroom of another teacher in the same application."""
        return type(self).create(self.test_app)

    def other_classroom(self) -> Self:
        """Create another classroom of the same teacher."""
        return type(self).create(self.test_app, self.teacher)
