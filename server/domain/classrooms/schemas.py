"""Request and response models for classrooms."""

from typing import Annotated

from pydantic import Field

from server.schema import Answer, Body, Name, OptionalName, Time, Unbelieved


class ClassroomBody(Body):
    """Name and grade level of a class."""

    teacher_id: Unbelieved = None
    name: Name
    grade_level: OptionalName = None


class ClassroomAnswer(Answer):
    """A classroom, with the fields of specification 13.2."""

    id: str
    teacher_id: str
    name: str
    class_code: Annotated[str, Field(examples=["K7M4QX"])]
    grade_level: str | None
    created_at: Time
