"""The answer about what there is to warn of."""

from server.schema import Answer


class WarningAnswer(Answer):
    """Something that a teacher should know of, and what to do about it."""

    code: str
    sentence: str
