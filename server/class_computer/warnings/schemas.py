"""Response model of a warning."""

from server.schema import TranslatableResponse


class WarningResponse(TranslatableResponse):
    """A problem that a teacher should know of, and what to do about it."""

    code: str
    sentence: str
