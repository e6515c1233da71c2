"""Request and response models for co-teachers and invitations."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from server.schema import RequestModel, ResponseRow, Timestamp


class JoinRequest(RequestModel):
    """The code of an invitation."""

    code: Annotated[str, StringConstraints(strict=True, min_length=1, max_length=200)]


@dataclass(slots=True)
class InvitationResponse(ResponseRow):
    """A new invitation. Only this response has the code."""

    code: Annotated[str, Field(examples=["7KQ2M-X4HTP-9WBRC-3DNYA"])]
    ends_at: Timestamp


@dataclass(slots=True)
class MemberResponse(ResponseRow):
    """A teacher of a class."""

    teacher_id: str
    name: str
    role: Literal["owner", "co-teacher"]
    since: Timestamp | None
    """When a co-teacher joined; null for the owner."""
