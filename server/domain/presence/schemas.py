"""Response models for presence."""

from dataclasses import dataclass

from server.schema import ResponseRow, Timestamp


@dataclass(slots=True)
class SignedInStudentResponse(ResponseRow):
    """A signed-in student, and when the session expires without further use."""

    student_id: str
    ends_at: Timestamp


@dataclass(slots=True)
class LockedStudentResponse(ResponseRow):
    """A student whom wrong passwords have locked, and until when."""

    student_id: str
    until: Timestamp
