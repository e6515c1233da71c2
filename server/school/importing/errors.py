"""Errors of an import, with sentences for the person who ran `goalbucks move-to`."""

from server.database.postgresql import DatabaseUnavailableError
from server.errors import DomainError


class ImportInProgressError(DomainError):
    """Another import, or the school's image cleanup, holds the lock."""

    code = "move_under_way"
    sentence = (
        "Another goalbucks move-to is moving classes into this database, or its server is tidying up the photos. "
        "Please try again in a few minutes."
    )


class NothingToImportError(DomainError):
    """The folder has no database, or no teacher to import."""

    code = "nothing_to_move"
    sentence = "There is nothing to move in this folder."


class InvalidSourceError(DomainError):
    """The folder's database is damaged or inconsistent, or its schema isn't GoalBucks'."""

    code = "source_not_sound"
    sentence = "This folder's data is not sound."


class CopyAlreadyImportedError(DomainError):
    """Another copy of the folder was imported: teachers, classes or students with the same IDs exist."""

    code = "copy_moved"
    sentence = "The classes of this folder are in the school's database already."


class UnresolvedConflictsError(DomainError):
    """A teacher's e-mail or identity provider account exists at the school, and no resolution was given."""

    code = "clashes"
    sentence = "Some teachers of these folders have an account at the school already, and nobody said what to do."


class UnknownSourceTeacherError(DomainError):
    """A resolution names an e-mail that no teacher of the folders has."""

    code = "unknown_teacher"
    sentence = "No teacher of these folders has this e-mail."


class ConflictingResolutionError(DomainError):
    """Two different resolutions were given for one teacher."""

    code = "two_answers"
    sentence = "There are two answers about one teacher: give one of them."


class AlreadyResolvedError(DomainError):
    """A resolution contradicts an earlier import of the same teacher."""

    code = "decided_otherwise"
    sentence = "This teacher has moved already, and what was decided then stays."


class AccountNotFoundError(DomainError):
    """A merge was requested, but the school has no account with this e-mail."""

    code = "nobody_there"
    sentence = "The school has no account with this e-mail."


class ErasureUnfinishedError(DomainError):
    """The erasure of a student is unfinished: the student's data may still be in the folder or its backups."""

    code = "erasing"
    sentence = "A student's erasing isn't finished on this computer."


class ConcurrentChangeError(DomainError):
    """An e-mail or class code was taken at the school after the import was planned."""

    code = "changed_meanwhile"
    sentence = (
        "At the school somebody took an e-mail or a class code of these classes just now. "
        "Nothing of this folder was moved. Please give the same command again."
    )


class RowRejectedError(DomainError):
    """PostgreSQL rejected a value that SQLite had accepted."""

    code = "row_refused"
    sentence = "The school's database did not take what this folder holds. Nothing of this folder was moved."


class VerificationFailedError(DomainError):
    """The imported rows differ from the folder's when they are read back."""

    code = "moved_otherwise"
    sentence = "What was moved was read again and was not the same. Nothing of this folder was moved."


class MediaUrlRequiredError(DomainError):
    """The folder has images, and no `--media-url` was given."""

    code = "images_need_a_place"
    sentence = (
        "These classes have pictures: name the place where the school's server keeps its own "
        "by --media-url (or GOALBUCKS_MEDIA_URL). Nothing was changed."
    )


class SchoolVersionNewerError(DomainError):
    """The school's database has a newer schema than this program."""

    code = "school_newer"
    sentence = (
        "The school's server has a newer GoalBucks than this computer. Please install the same version here, "
        "then give the same command again. Nothing was changed."
    )


class MediaLocationUnknownError(DomainError):
    """The database doesn't know the school's image storage yet: no server has registered it."""

    code = "place_unknown"
    sentence = (
        "These classes have pictures, and the school's database doesn't know yet where its server keeps them: "
        "start the school's server once, then give the same command again. Nothing was changed."
    )


class MediaLocationMismatchError(DomainError):
    """`--media-url` isn't the image storage that the school's servers use."""

    code = "wrong_place"
    sentence = (
        "The school's server keeps its pictures in another place than the one that was named by --media-url. Name the "
        "one of its own GOALBUCKS_MEDIA_URL, or where that is missing the folder images of its data folder, "
        "file:///.../images. (Was the server given another place since it last started? Start it again first.) "
        "Nothing was changed."
    )


class MediaUnreachableError(DomainError):
    """The school's object store or image folder is unreachable or refuses access."""

    status = 503
    code = "pictures_unreachable"
    sentence = (
        "The place of the school's pictures can't be read or written. Check --media-url and, for an object store, "
        "AWS_ENDPOINT, AWS_REGION and the key, then give the same command again: it goes on where it was."
    )


class SchoolUnreachableError(DatabaseUnavailableError):
    """The school's database is unreachable or refuses access.

    The driver's message isn't shown, since it may contain the password.
    """

    sentence = (
        "The school's database does not answer, or does not let you in. Check the address, the name and the password, "
        "then give the same command again: it goes on where it was."
    )
