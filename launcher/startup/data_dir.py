"""The data folder: creates it, checks its permissions and reports what is wrong with it.

It contains students' names and photos, so only the account that runs GoalBucks may read it.
"""

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from launcher.errors import BadDataFolderError, LaunchError, StartupDiskFullError
from server.system.storage_errors import is_disk_full

DATABASE_FILE = "goalbucks.db"
"""As in server/settings.py, whose import the window's process is spared: 150 ms, with pydantic."""
CHOOSE_ANOTHER = "Choose another folder with --data-dir (or GOALBUCKS_DATA_DIR)."


def restrict_umask() -> None:
    """Set the umask so that only this account can access the files that this process and its children create.

    The mode of the data folder alone isn't enough: an existing folder may be readable by others.
    """
    os.umask(0o077)


def prepare(folder: Path) -> None:
    """Create the data folder if it doesn't exist.

    Raises BadDataFolderError if it can't be created, read or written, or StartupDiskFullError.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise BadDataFolderError(f"The data folder {folder} is a file, not a folder. {CHOOSE_ANOTHER}") from None
    except OSError as error:
        raise not_writable_error(folder, error) from None
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        raise not_writable_error(folder)
    database = folder / DATABASE_FILE
    if database.exists() and not os.access(database, os.R_OK | os.W_OK):
        raise BadDataFolderError(f"GoalBucks can't write its database {database}: it is write-protected.")


@contextmanager
def prepare_with_rollback(folder: Path) -> Iterator[None]:
    """Prepare the folder; if the block raises and there is no database, remove the folders that were created."""
    created = [each for each in (folder, *folder.parents) if not each.exists()]
    prepare(folder)
    try:
        yield
    except BaseException:
        if created and not (folder / DATABASE_FILE).exists():
            shutil.rmtree(folder, ignore_errors=True)
            with suppress(OSError):  # another program has created files in a parent folder
                for each in created[1:]:
                    each.rmdir()
        raise


def not_writable_error(folder: Path, error: OSError | None = None) -> LaunchError:
    """Return the error for a folder that isn't writable; `error` is the reason, which may be a full disk."""
    if error is not None and is_disk_full(error):
        return disk_full_error(folder)
    reason = f" ({error.strerror})" if error and error.strerror else ""
    return BadDataFolderError(f"GoalBucks can't write in the data folder {folder}{reason}. {CHOOSE_ANOTHER}")


def not_readable_error(folder: Path) -> BadDataFolderError:
    """Return the error for a folder that this account can't read; it names the owner if that is known."""
    sentence = f"The data folder {folder} can't be read by this account."
    if sys.platform == "win32":
        return BadDataFolderError(sentence)
    try:
        owner = folder.owner()
    except (OSError, KeyError):
        return BadDataFolderError(sentence)
    return BadDataFolderError(
        f"{sentence} It belongs to {owner}: run the command as that account, with sudo -u {owner} goalbucks ..."
    )


def disk_full_error(folder: Path) -> StartupDiskFullError:
    """Return the error for a full disk."""
    return StartupDiskFullError(f"The disk with the folder {folder} is full. Free some space, then try again.")
