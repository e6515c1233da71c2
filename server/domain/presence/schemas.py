"""Response models for presence."""

from server.schema import ResponseModel, Timestamp


class SignedInStudentResponse(ResponseModel):
    """A signed-in student, and when the session expires without further use."""

    student_id: str
    ends_at: Timestamp


class LockedStudentResponse(ResponseModel):
    """A student whom wrong passwords have locked, and until when."""

    student_id: str
    until: Timestamp
