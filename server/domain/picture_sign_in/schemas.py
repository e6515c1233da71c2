"""Request and response models of picture sign-in."""

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from server.domain.auth.schemas import CredentialText
from server.domain.pictures.models import SEQUENCE_LENGTH, Picture
from server.domain.students.schemas import StudentIds
from server.schema import Identifier, RequestModel, ResponseModel, ResponseRow

Pictures = Annotated[list[Picture], Field(min_length=SEQUENCE_LENGTH, max_length=SEQUENCE_LENGTH)]


class NamesRequest(RequestModel):
    """The class whose students a device wants to show."""

    class_code: CredentialText


class NameResponse(ResponseModel):
    """A student, by the first name and as much of the last name as tells namesakes apart."""

    student_id: str
    label: str


class PictureSignInRequest(RequestModel):
    """A try with three pictures in order."""

    class_code: CredentialText
    student_id: Identifier
    pictures: Pictures


class SwitchRequest(RequestModel):
    """Whether the class signs in with pictures."""

    on: Annotated[bool, Field(strict=True)]


class StudentPicturesRequest(RequestModel):
    """A student's pictures; null: none."""

    pictures: Pictures | None


class RenewRequest(RequestModel):
    """The students who get new pictures."""

    student_ids: StudentIds


@dataclass(slots=True)
class StudentPicturesResponse(ResponseRow):
    """A student's pictures, null without any. `locked_after`: how many wrong tries have locked them, or null."""

    student_id: str
    first_name: str
    last_name: str
    pictures: list[Picture] | None
    locked_after: int | None


@dataclass(slots=True)
class ClassPicturesResponse(ResponseRow):
    """Whether the class signs in with pictures, and its students by last name."""

    on: bool
    stopped_devices: int
    """Number of devices that may not try pictures any more today after wrong tries at students of the class."""
    students: list[StudentPicturesResponse]
