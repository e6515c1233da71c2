"""Request and response models for groups."""

from typing import Annotated

from pydantic import Field

from server.domain.groups.models import MAX_NAME
from server.domain.students.schemas import MAX_STUDENTS_PER_CALL
from server.schema import Identifier, Name, RequestModel, ResponseModel, Timestamp


class GroupRequest(RequestModel):
    """The fields of a group; a group may be empty, and duplicate ids count once."""

    name: Annotated[Name, Field(max_length=MAX_NAME)]
    student_ids: Annotated[list[Identifier], Field(max_length=MAX_STUDENTS_PER_CALL)]


class GroupResponse(ResponseModel):
    """A group, with the ids of its students."""

    id: str
    classroom_id: str
    name: str
    student_ids: list[str]
    created_at: Timestamp
