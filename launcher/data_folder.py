"""The folder in which a GoalBucks keeps everything. Students' names and photos: nobody else's business."""

import os
from pathlib import Path

from launcher.errors import BadDataFolderError

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


def not_writable(folder: Path, error: OSError | None = None) -> BadDataFolderError:
    """The refusal for a folder in which GoalBucks can't write."""
    why = f" ({error.strerror})" if error and error.strerror else ""
    return BadDataFolderError(f"GoalBucks can't write in the data folder {folder}{why}. {CHOOSE_ANOTHER}")
