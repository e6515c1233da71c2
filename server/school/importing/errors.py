"""Errors of an import, with sentences for the person who ran `goalbucks move-to`."""

from server.database.postgresql import DatabaseUnavailableError
from server.errors import TerminalError


class ImportInProgressError(TerminalError):
    """Another import, or the school's image cleanup, holds the lock."""

    code = "move_under_way"
    sentence = (
        "Another goalbucks move-to is moving classes into this database, or its server is cleaning up photos. "
        "Please try again in a few minutes."
    )


class ImportRefusedError(TerminalError):
    """The import can't begin; raised with a sentence that says why and what to do."""

    code = "move_refused"
    sentence = "These classes can't be moved. Nothing was changed."


class ConcurrentChangeError(TerminalError):
    """An e-mail or class code was taken at the school after the import was planned."""

    code = "changed_meanwhile"
    sentence = (
        "An e-mail or a class code of these classes was taken at the school just now. "
        "Nothing of this folder was moved. Please run the same command again."
    )


class RowRejectedError(TerminalError):
    """PostgreSQL rejected a value that SQLite had accepted."""

    code = "row_refused"
    sentence = "The school's database rejected data of this folder. Nothing of this folder was moved."


class VerificationFailedError(TerminalError):
    """The imported rows differ from the folder's when they are read back."""

    code = "moved_otherwise"
    sentence = "The moved data differed when it was read back. Nothing of this folder was moved."


class MediaUnreachableError(TerminalError):
    """The school's object store or image folder is unreachable or refuses access."""

    status = 503
    code = "pictures_unreachable"
    sentence = (
        "The school's photo storage can't be read or written. Check --media-url and, for an object store, "
        "AWS_ENDPOINT, AWS_REGION and the key, then run the same command again: it continues where it stopped."
    )


class SchoolUnreachableError(TerminalError, DatabaseUnavailableError):
    """The school's database is unreachable or refuses access.

    The driver's message isn't shown, since it may contain the password.
    """

    sentence = (
        "The school's database does not answer, or does not let you in. Check the address, the name and the password, "
        "then run the same command again: it continues where it stopped."
    )
