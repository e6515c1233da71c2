"""Errors of imports whose rows don't fit each other, or no longer fit the class."""

from server.errors import DomainError
from server.requests.rate_limit import TRY_AGAIN, RateLimitExceededError


class RosterConflictError(DomainError):
    """A row no longer fits the class, which has changed since the preview. Nothing is imported."""

    code = "roster_conflict"
    sentence = "Nothing was imported, because of {name}: {problem}"


class RosterDuplicateError(DomainError):
    """Two rows of an import have the same username, or are about the same student."""

    status = 422
    code = "roster_duplicate"
    sentence = "Nothing was imported: {name} is there twice. Please change one of the two rows."


class TooManyListsError(RateLimitExceededError):
    """The teacher has had many lists read within a minute."""

    key = "too_many_lists"
    sentence = f"Many lists were read just now. {TRY_AGAIN}"
