"""Response model for presence."""

from server.schema import ResponseModel, Timestamp


class SignedInStudentResponse(ResponseModel):
    """A signed-in student, and when the session expires without further use."""

    student_id: str
    ends_at: Timestamp
