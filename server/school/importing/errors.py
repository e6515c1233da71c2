"""Errors of an import, with sentences for the person who ran `goalbucks move-to`."""

from server.database.postgresql import DatabaseUnavailableError
from server.errors import TerminalError


class ImportInProgressError(TerminalError):
    """Another import, or the school's image cleanup, holds the lock."""

    code = "move_under_way"
    sentence = (
        "Another goalbucks move-to is moving classes into this database, or its server is tidying up the photos. "
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
        "At the school somebody took an e-mail or a class code of these classes just now. "
        "Nothing of this folder was moved. Please give the same command again."
    )


class RowRejectedError(TerminalError):
    """PostgreSQL rejected a value that SQLite had accepted."""

    code = "row_refused"
    sentence = "The school's database did not take what this folder holds. Nothing of this folder was moved."


class VerificationFailedError(TerminalError):
    """The imported rows differ from the folder's when they are read back."""

    code = "moved_otherwise"
    sentence = "What was moved was read again and was not the same. Nothing of this folder was moved."


class MediaUnreachableError(TerminalError):
    """The school's object store or image folder is unreachable or refuses access."""

    status = 503
    code = "pictures_unreachable"
    sentence = (
        "The place of the school's pictures can't be read or written. Check --media-url and, for an object store, "
        "AWS_ENDPOINT, AWS_REGION and the key, then give the same command again: it goes on where it was."
    )


class SchoolUnreachableError(TerminalError, DatabaseUnavailableError):
    """The school's database is unreachable or refuses access.

    The driver's message isn't shown, since it may contain the password.
    """

    sentence = (
        "The school's database does not answer, or does not let you in. Check the address, the name and the password, "
        "then give the same command again: it goes on where it was."
    )
