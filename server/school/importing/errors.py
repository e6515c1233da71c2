"""Why nothing moves, in words for whoever gave the command."""

from server.database.postgresql import DatabaseUnavailableError
from server.errors import DomainError


class MoveUnderWayError(DomainError):
    """Two at once could not see what the other one brings."""

    code = "move_under_way"
    sentence = (
        "Another goalbucks move-to is moving classes into this database, or its server is tidying up the photos. "
        "Please try again in a few minutes."
    )


class NothingToMoveError(DomainError):
    """No database, or one without a teacher."""

    code = "nothing_to_move"
    sentence = "There is nothing to move in this folder."


class SourceNotSoundError(DomainError):
    """What is wrong on the laptop would be wrong at the school for ever."""

    code = "source_not_sound"
    sentence = "This folder's data is not sound."


class CopyMovedError(DomainError):
    """The same teachers, classes or students are at the school already, brought by another folder."""

    code = "copy_moved"
    sentence = "The classes of this folder are in the school's database already."


class ClashesError(DomainError):
    """Somebody has to say who is who."""

    code = "clashes"
    sentence = "Some teachers of these folders have an account at the school already, and nobody said what to do."


class UnknownTeacherError(DomainError):
    """An answer about somebody whom nobody asked about is a typing error."""

    code = "unknown_teacher"
    sentence = "No teacher of these folders has this e-mail."


class TwoAnswersError(DomainError):
    """Nobody knows which one counts."""

    code = "two_answers"
    sentence = "There are two answers about one teacher: give one of them."


class DecidedOtherwiseError(DomainError):
    """The classes are at the school already; what was decided then isn't this command's to change."""

    code = "decided_otherwise"
    sentence = "This teacher has moved already, and what was decided then stays."


class NobodyThereError(DomainError):
    """Whoever says that it is the same person expects an account at the school."""

    code = "nobody_there"
    sentence = "The school has no account with this e-mail."


class ErasingError(DomainError):
    """What is being erased here would come to life at the school, or stay in the backups here."""

    code = "erasing"
    sentence = "A student's erasing isn't finished on this computer."


class ChangedMeanwhileError(DomainError):
    """An e-mail or a class code was taken between the look and the move."""

    code = "changed_meanwhile"
    sentence = (
        "At the school somebody took an e-mail or a class code of these classes just now. "
        "Nothing of this folder was moved. Please give the same command again."
    )


class RowRefusedError(DomainError):
    """What SQLite kept, PostgreSQL doesn't."""

    code = "row_refused"
    sentence = "The school's database did not take what this folder holds. Nothing of this folder was moved."


class MovedOtherwiseError(DomainError):
    """What was read again isn't what was written."""

    code = "moved_otherwise"
    sentence = "What was moved was read again and was not the same. Nothing of this folder was moved."


class ImagesNeedAPlaceError(DomainError):
    """Where the school keeps its images isn't known."""

    code = "images_need_a_place"
    sentence = (
        "These classes have pictures: name the place where the school's server keeps its own "
        "by --media-url (or GOALBUCKS_MEDIA_URL). Nothing was changed."
    )


class SchoolNewerError(DomainError):
    """The school's server is of a newer version."""

    code = "school_newer"
    sentence = (
        "The school's server has a newer GoalBucks than this computer. Please install the same version here, "
        "then give the same command again. Nothing was changed."
    )


class PlaceUnknownError(DomainError):
    """No server of the school has told the database yet."""

    code = "place_unknown"
    sentence = (
        "These classes have pictures, and the school's database doesn't know yet where its server keeps them: "
        "start the school's server once, then give the same command again. Nothing was changed."
    )


class WrongPlaceError(DomainError):
    """The school's server wouldn't find them there."""

    code = "wrong_place"
    sentence = (
        "The school's server keeps its pictures in another place than the one that was named by --media-url. Name the "
        "one of its own GOALBUCKS_MEDIA_URL, or where that is missing the folder images of its data folder, "
        "file:///.../images. (Was the server given another place since it last started? Start it again first.) "
        "Nothing was changed."
    )


class PicturesUnreachableError(DomainError):
    """The object store or the folder doesn't answer, or doesn't let us in."""

    status = 503
    code = "pictures_unreachable"
    sentence = (
        "The place of the school's pictures can't be read or written. Check --media-url and, for an object store, "
        "AWS_ENDPOINT, AWS_REGION and the key, then give the same command again: it goes on where it was."
    )


class SchoolUnreachableError(DatabaseUnavailableError):
    """Away, or it doesn't let us in; the driver's own words may name the password."""

    sentence = (
        "The school's database does not answer, or does not let you in. Check the address, the name and the password, "
        "then give the same command again: it goes on where it was."
    )
