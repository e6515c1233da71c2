"""Response model of a warning."""

from server.schema import ResponseModel


class WarningResponse(ResponseModel):
    """A problem that a teacher should know of, and what to do about it."""

    code: str
    sentence: str
