"""What a start failed of, in a teacher's words; what stands behind it is kept for whoever helps."""

from pathlib import Path

from launcher.errors import (
    DatabaseLockedError,
    DatabaseNewerError,
    DiskFailingError,
    LaunchError,
    SchemaNotReadyError,
    ServerDidNotStartError,
)
from launcher.startup import data_dir as data_folder
from launcher.startup.database_errors import told
from server.data_protection.backups.errors import DiskTooFullError
from server.database.migrate import NewerDatabaseError, SchemaBehindError
from server.disk import Trouble, trouble_of


def refusal(failure: BaseException, data_dir: Path, details: Path) -> LaunchError:
    """The refusal for what the application raised; `details` is where the trace was kept."""
    if isinstance(failure, NewerDatabaseError):
        return DatabaseNewerError(failure.message)
    if isinstance(failure, DiskTooFullError):
        return data_folder.full(data_dir)
    if isinstance(failure, SchemaBehindError):
        return SchemaNotReadyError(failure.message)
    if (sentence := told(failure)) is not None:
        return ServerDidNotStartError(sentence)
    trouble = next((found for each in _chain(failure) if (found := trouble_of(each, data_dir))), None)
    known = _of_trouble(trouble, data_dir)
    if known is not None:
        return known
    reason = str(failure).split("\n", maxsplit=1)[0].rstrip(".") or type(failure).__name__
    return ServerDidNotStartError(f"GoalBucks could not start: {reason}. The details are in {details}.")


def _of_trouble(trouble: Trouble | None, data_dir: Path) -> LaunchError | None:
    match trouble:
        case "full":
            return data_folder.full(data_dir)
        case "read_only":
            return data_folder.not_writable(data_dir)
        case "busy":
            return DatabaseLockedError(
                "Another program is using the class's database. Close that program, then try again."
            )
        case "failing":
            return DiskFailingError(f"The disk with the folder {data_dir} could not be read or written.")
        case _:
            return None


def _chain(failure: BaseException | None) -> list[BaseException]:
    """It, and what it came from."""
    found: list[BaseException] = []
    while failure is not None and failure not in found:
        found.append(failure)
        failure = failure.__cause__ or failure.__context__
    return found
