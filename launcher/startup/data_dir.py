"""The folder in which a GoalBucks keeps everything. Students' names and photos: nobody else's business."""

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from launcher.errors import BadDataFolderError, DiskFullError, LaunchError

DATABASE = "goalbucks.db"
CHOOSE_ANOTHER = "Choose another folder with --data-dir (or GOALBUCKS_DATA_DIR)."


def keep_files_private() -> None:
    """Every file and folder that this process and its children make from now on is for this account alone.

    The mask does it rather than the folder's own mode, so that a folder that existed before, readable
    by others, doesn't open what is put into it.
    """
    os.umask(0o077)


def prepare(folder: Path) -> None:
    """Make the data folder if it isn't there, or raise BadDataFolderError."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise BadDataFolderError(f"The data folder {folder} is a file, not a folder. {CHOOSE_ANOTHER}") from None
    except OSError as error:
        raise not_writable(folder, error) from None
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        raise not_writable(folder)
    database = folder / DATABASE
    if database.exists() and not os.access(database, os.R_OK | os.W_OK):
        raise BadDataFolderError(f"GoalBucks can't write its database {database}: it is write-protected.")


@contextmanager
def prepared(folder: Path) -> Iterator[None]:
    """Make the folder if it isn't there; when the block fails and left no database, what was made goes again."""
    made = [each for each in (folder, *folder.parents) if not each.exists()]
    prepare(folder)
    try:
        yield
    except BaseException:
        if made and not (folder / DATABASE).exists():
            shutil.rmtree(folder, ignore_errors=True)
            with suppress(OSError):  # somebody else uses it by now
                for each in made[1:]:
                    each.rmdir()
        raise


def not_writable(folder: Path, error: OSError | None = None) -> LaunchError:
    """The refusal for a folder in which GoalBucks can't write."""
    if error is not None and error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return full(folder)
    why = f" ({error.strerror})" if error and error.strerror else ""
    return BadDataFolderError(f"GoalBucks can't write in the data folder {folder}{why}. {CHOOSE_ANOTHER}")


def not_readable(folder: Path) -> BadDataFolderError:
    """The refusal for another account's folder."""
    said = f"The data folder {folder} can't be read by this account."
    try:
        owner = folder.owner()
    except (OSError, KeyError, NotImplementedError):  # the system doesn't say
        return BadDataFolderError(said)
    return BadDataFolderError(
        f"{said} It belongs to {owner}: give the command as that account, with sudo -u {owner} goalbucks ..."
    )


def full(folder: Path) -> DiskFullError:
    """The refusal for a disk without room."""
    return DiskFullError(f"There is no room left on the disk with the folder {folder}. Make room, then try again.")
