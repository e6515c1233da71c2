"""Responses about presence."""

from server.schema import Answer, Time


class SignedInStudentAnswer(Answer):
    """A signed-in student, and when its session ends if it isn't used again."""

    student_id: str
    ends_at: Time
