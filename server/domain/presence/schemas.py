"""Response model for presence."""

from server.schema import Answer, Time


class SignedInStudentAnswer(Answer):
    """A signed-in student, and when the session expires without further use."""

    student_id: str
    ends_at: Time
