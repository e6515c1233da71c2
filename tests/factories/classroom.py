"""A classroom with a teacher, a student and their signed-in clients."""

from dataclasses import dataclass
from typing import Self

from server.domain.classrooms.models import Classroom
from server.domain.students.models import Student
from server.domain.teachers.models import Teacher
from tests.factories.app import ApiClient, TestApp


@dataclass(frozen=True)
class TestClassroom:
    """A classroom with one student; `teacher_client` and `student_client` are signed in."""

    __test__ = False  # not collected by pytest

    test_app: TestApp
    teacher: Teacher
    row: Classroom
    student: Student
    teacher_client: ApiClient
    student_client: ApiClient

    @classmethod
    def create(cls, test_app: TestApp, teacher: Teacher | None = None) -> Self:
        owner = teacher or test_app.teacher()
        classroom = test_app.classroom(owner)
        student = test_app.student(classroom)
        return cls(test_app, owner, classroom, student, test_app.client_for(owner), test_app.client_for(student))

    def other_teachers_classroom(self) -> Self:
        """Create a classroom of another teacher in the same application."""
        return type(self).create(self.test_app)

    def other_classroom(self) -> Self:
        """Create another classroom of the same teacher."""
        return type(self).create(self.test_app, self.teacher)
