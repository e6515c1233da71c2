"""Bodies and answers about students."""

from typing import Annotated, Self

from pydantic import BeforeValidator, StringConstraints

from server.domain.classrooms.models import Classroom
from server.domain.students.models import Student
from server.schema import Answer, Body, Identifier, Name, Time

MAX_STUDENTS = 1000
"""The most that one call names."""
StudentPassword = Annotated[str, StringConstraints(strict=True, min_length=4, max_length=128)]
"""4 to 128 characters (specification 2.16)."""


class StudentBody(Body):
    """What a teacher types; a password left out or blank keeps the present one."""

    first_name: Name
    last_name: Name
    username: Name
    password: Annotated[StudentPassword | None, BeforeValidator(lambda value: None if value == "" else value)] = None


class NewStudentBody(StudentBody):
    """A new student, with its class."""

    password: StudentPassword
    classroom_id: Identifier


class NewClassroomBody(Body):
    """The class that a student moves to."""

    classroom_id: Identifier


class StudentAnswer(Answer):
    """A student, with the fields of specification 13.3; never the password."""

    id: str
    username: str
    first_name: str
    last_name: str
    classroom_id: str
    class_code: str
    created_at: Time

    @classmethod
    def of(cls, student: Student, classroom: Classroom) -> Self:
        """The answer; the class code is the class's."""
        return cls(
            id=student.id,
            username=student.username,
            first_name=student.first_name,
            last_name=student.last_name,
            classroom_id=student.classroom_id,
            class_code=classroom.class_code,
            created_at=student.created_at,
        )
