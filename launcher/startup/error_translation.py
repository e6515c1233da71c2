"""Translates exceptions of a failed startup into launch errors."""

from pathlib import Path

from launcher.errors import (
    DatabaseLockedError,
    DatabaseNewerError,
    LaunchError,
    SchemaNotReadyError,
    ServerDidNotStartError,
    StartupDiskFailingError,
)
from launcher.startup import data_dir as data_folder
from launcher.startup.database_errors import describe_database_error
from server.data_protection.backups.errors import BackupDiskFullError
from server.database.migrate import NewerDatabaseError, SchemaOutdatedError
from server.system.storage_errors import StorageProblem, classify_storage_error


def to_launch_error(failure: BaseException, data_dir: Path, details: Path) -> LaunchError:
    """Return the launch error for an exception of the application; `details` is the file with the traceback."""
    if isinstance(failure, NewerDatabaseError):
        return DatabaseNewerError(failure.message)
    if isinstance(failure, BackupDiskFullError):
        return data_folder.disk_full_error(data_dir)
    if isinstance(failure, SchemaOutdatedError):
        return SchemaNotReadyError(failure.message)
    if (sentence := describe_database_error(failure)) is not None:
        return ServerDidNotStartError(sentence)
    problem = next((found for each in _chain(failure) if (found := classify_storage_error(each, data_dir))), None)
    storage_error = _storage_error(problem, data_dir)
    if storage_error is not None:
        return storage_error
    reason = str(failure).split("\n", maxsplit=1)[0].rstrip(".") or type(failure).__name__
    return ServerDidNotStartError(f"GoalBucks could not start: {reason}. The details are in {details}.")


def _storage_error(problem: StorageProblem | None, data_dir: Path) -> LaunchError | None:
    match problem:
        case "full":
            return data_folder.disk_full_error(data_dir)
        case "read_only":
            return data_folder.not_writable_error(data_dir)
        case "busy":
            return DatabaseLockedError(
                "Another program is using the class's database. Close that program, then try again."
            )
        case "failing":
            return StartupDiskFailingError(f"The disk with the folder {data_dir} could not be read or written.")
        case _:
            return None


def _chain(failure: BaseException | None) -> list[BaseException]:
    """Return the exception and its causes, outermost first."""
    chain: list[BaseException] = []
    while failure is not None and failure not in chain:
        chain.append(failure)
        failure = failure.__cause__ or failure.__context__
    return chain
