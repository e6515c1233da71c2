"""Why a school's database can't be used, in its own words: for whoever starts the program, never for a page."""

from sqlalchemy.exc import DBAPIError

from server.database.postgresql import DatabaseUnavailableError, is_unavailable, words_of

OUT_OF_REACH = "GoalBucks can't reach the school's database. It says: {words}"
REFUSED = "The school's database refused, and nothing was changed. It says: {words}"


def told(error: BaseException) -> str | None:
    """The sentence; None when it isn't about a school's database."""
    if isinstance(error, DatabaseUnavailableError):
        cause = error.__cause__
        return OUT_OF_REACH.format(words=words_of(cause)) if isinstance(cause, DBAPIError) else error.message
    if not isinstance(error, DBAPIError) or not hasattr(error.orig, "sqlstate"):
        return None
    return (OUT_OF_REACH if is_unavailable(error) else REFUSED).format(words=words_of(error))
