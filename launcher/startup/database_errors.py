"""Sentences for errors of a school's PostgreSQL server.

They quote the server's own error text, so they are for the administrator who starts the program, never for a page.
"""

from sqlalchemy.exc import DBAPIError

from server.database.postgresql import DatabaseUnavailableError, error_text, is_unavailable

UNREACHABLE = "GoalBucks can't reach the school's database: {text}"
REFUSED = "The school's database reported an error, and nothing was changed: {text}"


def describe_database_error(error: BaseException) -> str | None:
    """Describe a PostgreSQL error in one sentence; None for any other error."""
    if isinstance(error, DatabaseUnavailableError):
        cause = error.__cause__
        return UNREACHABLE.format(text=error_text(cause)) if isinstance(cause, DBAPIError) else error.message
    if not isinstance(error, DBAPIError) or not hasattr(error.orig, "sqlstate"):
        return None
    return (UNREACHABLE if is_unavailable(error) else REFUSED).format(text=error_text(error))
