"""Files in the `logs` folder of the data folder. None contains a student's name."""

import time
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from launcher.startup.data_dir import not_writable_error

FOLDER_NAME = "logs"
LOG_FILE = "goalbucks.log"
WINDOW_FILE = "window.log"
WORKER_FILE = "goalbucks-{number}.log"
START_FAILURE_FILE = "start-failure.txt"


def log_folder(data_dir: Path) -> Path:
    """Return the folder of all log files; create it if it doesn't exist.

    Raises BadDataFolderError if it can't be created, or StartupDiskFullError.
    """
    path = data_dir / FOLDER_NAME
    try:
        path.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise not_writable_error(path, error) from None
    return path


def append_error(data_dir: Path, sentence: str) -> None:
    """Append an error to the log file without configuring logging: another process may be writing the file."""
    path = data_dir / FOLDER_NAME / LOG_FILE
    with suppress(OSError):  # the folder itself may be the reason
        path.parent.mkdir(mode=0o700, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write(f"{time.strftime('%Y-%m-%d %H:%M:%S%z')} ERROR launcher: {sentence}\n")


def save_start_failure(data_dir: Path, trace: str) -> Path:
    """Save the traceback of a failed start for support, and return the file's path."""
    path = data_dir / FOLDER_NAME / START_FAILURE_FILE
    with suppress(OSError):  # a full disk may be the reason
        path.parent.mkdir(mode=0o700, exist_ok=True)
        path.write_text(trace, encoding="utf-8")
    return path


def open_window_log(data_dir: Path) -> BinaryIO:
    """Open a new log file for the output of the window's process; the previous one is kept as `window.log.1`."""
    path = log_folder(data_dir) / WINDOW_FILE
    with suppress(OSError):  # there is no previous file, or it is still open on Windows
        path.replace(path.with_name(f"{WINDOW_FILE}.1"))
    return path.open("wb")
