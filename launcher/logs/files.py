"""Configures logging and writes the log files, all in the `logs` folder of the data folder.

Each file has a maximum size, and none contains a student's name.
"""

import logging
import sys
import time
from contextlib import suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from launcher.logs import journal
from launcher.startup.data_dir import not_writable_error

if TYPE_CHECKING:
    from server.settings import Settings

FOLDER_NAME = "logs"
LOG_FILE = "goalbucks.log"
WINDOW_FILE = "window.log"
WORKER_FILE = "goalbucks-{number}.log"
START_FAILURE_FILE = "start-failure.txt"
MAX_BYTES = 2_000_000
"""Size at which the file is rotated: about 20,000 requests."""
BACKUP_COUNT = 4
log = logging.getLogger("launcher")


def log_folder(data_dir: Path) -> Path:
    """Return the folder of all log files; create it if it doesn't exist.

    Raises BadDataFolderError if it can't be created, or DiskFullError.
    """
    path = data_dir / FOLDER_NAME
    try:
        path.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise not_writable_error(path, error) from None
    return path


def configure(settings: "Settings", file_name: str = LOG_FILE) -> None:
    """Configure logging by the settings: to a file in the data folder, or as JSON to stdout."""
    if settings.log_format == "json":
        # Imported late: the window's process uses this module and must start quickly.
        from launcher.logs.json_format import log_to_stdout  # noqa: PLC0415

        log_to_stdout()
    else:
        log_to_file(settings.data_dir, file_name)


def report(settings: "Settings", sentence: str, *, level: int = logging.INFO) -> None:
    """Print a message for the user, or log it if the log format is JSON."""
    if settings.log_format == "json":
        log.log(level, sentence)
    else:
        print_message(sentence, level)


def print_message(sentence: str, level: int) -> None:
    """Print a message: warnings and errors to stderr, with a priority prefix under systemd; else to stdout."""
    is_problem = level >= logging.WARNING
    line = journal.with_priority(sentence, level) if is_problem and journal.is_connected() else sentence
    print(line, file=sys.stderr if is_problem else sys.stdout, flush=True)


def log_startup(settings: "Settings") -> None:
    """Log the version and the settings without secrets."""
    from launcher.logs.settings_summary import settings_summary  # noqa: PLC0415
    from server.settings import program_version  # noqa: PLC0415

    logger = logging.getLogger(journal.START_LOGGER)
    logger.info("GoalBucks %s starts with %s", program_version(), settings_summary(settings))


def log_to_file(data_dir: Path, file_name: str = LOG_FILE) -> None:
    """Log to a rotating file, and errors to stderr; under systemd the startup line and warnings, too.

    Each worker process needs its own `file_name`, since rotation isn't safe across processes.
    """
    file_handler = RotatingFileHandler(
        log_folder(data_dir) / file_name, maxBytes=MAX_BYTES, backupCount=BACKUP_COUNT, encoding="utf-8", delay=True
    )
    formatter = _ZonedFormatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    file_handler.setFormatter(formatter)
    logging.basicConfig(level=logging.INFO, handlers=[file_handler, _stderr_handler(formatter)])


def _stderr_handler(formatter: logging.Formatter) -> logging.Handler:
    if journal.is_connected():
        return journal.JournalHandler()
    handler = logging.StreamHandler()
    handler.setLevel(logging.ERROR)
    handler.setFormatter(formatter)
    return handler


class _ZonedFormatter(logging.Formatter):
    """Formatter with UTC offsets, which make local times unambiguous across time zones and clock changes."""

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: N802 - logging's name
        """Return the local time with its UTC offset."""
        return super().formatTime(record, datefmt) + time.strftime("%z", time.localtime(record.created))


def report_launch_error(settings: "Settings", sentence: str) -> None:
    """Report why the start failed: to the user, and in the log file or the JSON log."""
    if settings.log_format == "json" and not logging.root.handlers:
        configure(settings)
    report(settings, sentence, level=logging.ERROR)
    if settings.log_format == "text":
        append_error(settings.data_dir, sentence)


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
