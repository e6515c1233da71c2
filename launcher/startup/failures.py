"""Translates exceptions of a failed startup into launch errors."""

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
    """Return the launch error for an exception of the application; `details` is the file with the traceback."""
    if isinstance(failure, NewerDatabaseError):
        return DatabaseNewerError(failure.message)
    if isinstance(failure, DiskTooFullError):
        return data_folder.full(data_dir)
    if isinstance(failure, SchemaBehindError):
        return SchemaNotReadyError(failure.message)
    if (sentence := told(failure)) is not None:
        return ServerDidNotStartError(sentence)
    problem = next((found for each in _chain(failure) if (found := trouble_of(each, data_dir))), None)
    storage_error = _storage_error(problem, data_dir)
    if storage_error is not None:
        return storage_error
    reason = str(failure).split("\n", maxsplit=1)[0].rstrip(".") or type(failure).__name__
    return ServerDidNotStartError(f"GoalBucks could not start: {reason}. The details are in {details}.")


def _storage_error(problem: Trouble | None, data_dir: Path) -> LaunchError | None:
    match problem:
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
    """Return the exception and its causes, outermost first."""
    chain: list[BaseException] = []
    while failure is not None and failure not in chain:
        chain.append(failure)
        failure = failure.__cause__ or failure.__context__
    return chain
