"""Request and response models for students."""

from dataclasses import dataclass
from typing import Annotated, Self

from pydantic import BeforeValidator, Field, StringConstraints

from server.domain.classrooms.models import Classroom
from server.domain.students.models import Student
from server.domain.students.service import KEEP_LANGUAGE
from server.schema import Identifier, Name, RequestModel, ResponseRow, RowIds, Timestamp
from server.texts.language import StudentLanguage

MAX_STUDENTS_PER_CALL = 1000
"""Limit of student ids in one request."""
StudentIds = Annotated[list[Identifier], Field(min_length=1, max_length=MAX_STUDENTS_PER_CALL)]
"""Students of one class; duplicate ids count once."""
StudentPassword = Annotated[str, StringConstraints(strict=True, min_length=4, max_length=128)]
"""4 to 128 characters (specification 2.16)."""


class StudentRequest(RequestModel):
    """The fields of a student that a teacher edits; an absent or blank password keeps the present one."""

    first_name: Name
    last_name: Name
    username: Name
    password: Annotated[StudentPassword | None, BeforeValidator(lambda value: None if value == "" else value)] = None
    language: StudentLanguage | None = None
    """null: that of the computer; absent: as it is."""

    @property
    def new_language(self) -> str | None:
        """The language to store, or `KEEP_LANGUAGE`."""
        return self.language if "language" in self.model_fields_set else KEEP_LANGUAGE


class NewStudentRequest(StudentRequest):
    """A new student and the class it joins."""

    password: StudentPassword
    classroom_id: Identifier


class ArchivedRequest(RequestModel):
    """Whether a class is archived."""

    archived: Annotated[bool, Field(strict=True)]


class AwayRequest(RequestModel):
    """Whether a student is away."""

    away: Annotated[bool, Field(strict=True)]


class NewClassroomRequest(RequestModel):
    """The class to which a student moves."""

    classroom_id: Identifier


class MovingStudentsRequest(RequestModel):
    """The students who move to a class; duplicate ids count once."""

    student_ids: RowIds


@dataclass(slots=True)
class StudentResponse(ResponseRow):
    """A student, with the fields of specification 13.3; never the password."""

    id: str
    username: str
    first_name: str
    last_name: str
    classroom_id: str
    class_code: str
    created_at: Timestamp
    away_since: Timestamp | None
    language: StudentLanguage | None
    """null: that of the computer."""

    @classmethod
    def of(cls, student: Student, classroom: Classroom) -> Self:
        """Build from the student and its class."""
        return cls.from_row(student, class_code=classroom.class_code)
