"""Request and response models for classrooms."""

from typing import Annotated

from pydantic import Field

from server.schema import IgnoredField, Name, OptionalName, RequestModel, ResponseModel, Timestamp


class ClassroomRequest(RequestModel):
    """Name and grade level of a class."""

    teacher_id: IgnoredField = None
    name: Name
    grade_level: OptionalName = None


class ClassroomResponse(ResponseModel):
    """A classroom, with the fields of specification 13.2."""

    id: str
    teacher_id: str
    """The owner."""
    owner_name: str
    name: str
    class_code: Annotated[str, Field(examples=["K7M4QX"])]
    grade_level: str | None
    created_at: Timestamp
    archived_at: Timestamp | None
    store_open: bool
