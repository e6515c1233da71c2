"""Where the program's logs go: one folder in the data folder, since a program without a terminal has nowhere else.

Everything in it is bounded, and names no student.
"""

import logging
import sys
import time
from contextlib import suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from launcher.logs import journal
from launcher.startup.data_dir import not_writable

if TYPE_CHECKING:
    from server.settings import Settings

FOLDER = "logs"
FILE = "goalbucks.log"
WINDOW_FILE = "window.log"
WORKER_FILE = "goalbucks-{number}.log"
START_FAILURE_FILE = "start-failure.txt"
LARGEST_BYTES = 2_000_000
"""About 20,000 requests; then the file is put aside."""
KEPT_FILES = 4
log = logging.getLogger("launcher")


def folder(data_dir: Path) -> Path:
    """The folder of all logs, made when it isn't there; raises BadDataFolderError when it can't be."""
    path = data_dir / FOLDER
    try:
        path.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise not_writable(path, error) from None
    return path


def begin(settings: "Settings", file_name: str = FILE) -> None:
    """Log as the settings say: to a file of the data folder, or as JSON to whoever started this."""
    if settings.log_format == "json":
        # The window's process logs to a file of its own, and must not wait for what this brings along.
        from launcher.logs.json_format import write_to_stdout  # noqa: PLC0415

        write_to_stdout()
    else:
        write_to(settings.data_dir, file_name)


def tell(settings: "Settings", sentence: str, *, level: int = logging.INFO) -> None:
    """Say it on the terminal, errors on its other stream; as an event where those are collected."""
    if settings.log_format == "json":
        log.log(level, sentence)
    else:
        say(sentence, level)


def say(sentence: str, level: int) -> None:
    """Print it: what is wrong on stderr, with its priority where the journal reads that."""
    is_problem = level >= logging.WARNING
    line = journal.with_priority(sentence, level) if is_problem and journal.is_connected() else sentence
    print(line, file=sys.stderr if is_problem else sys.stdout, flush=True)


def note_start(settings: "Settings") -> None:
    """Log the version and the settings, without secrets."""
    from launcher.logs.settings_summary import settings_summary  # noqa: PLC0415
    from server.settings import program_version  # noqa: PLC0415

    logger = logging.getLogger(journal.START_LOGGER)
    logger.info("GoalBucks %s starts with %s", program_version(), settings_summary(settings))


def write_to(data_dir: Path, file_name: str = FILE) -> None:
    """Log to `goalbucks.log`, and errors to the terminal as well; each of several processes has a file of its own.

    Under systemd warnings and the start go to the journal, too.
    """
    file = RotatingFileHandler(
        folder(data_dir) / file_name, maxBytes=LARGEST_BYTES, backupCount=KEPT_FILES, encoding="utf-8", delay=True
    )
    formatter = _ZonedFormatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    file.setFormatter(formatter)
    logging.basicConfig(level=logging.INFO, handlers=[file, _stderr_handler(formatter)])


def _stderr_handler(formatter: logging.Formatter) -> logging.Handler:
    if journal.is_connected():
        return journal.JournalHandler()
    terminal = logging.StreamHandler()
    terminal.setLevel(logging.ERROR)
    terminal.setFormatter(formatter)
    return terminal


class _ZonedFormatter(logging.Formatter):
    """Whoever helps may sit in another zone, and twice a year an hour comes twice."""

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: N802 - logging's name
        """The computer's own time, and how far it is from UTC."""
        return super().formatTime(record, datefmt) + time.strftime("%z", time.localtime(record.created))


def tell_refusal(settings: "Settings", sentence: str) -> None:
    """Tell why there is no GoalBucks, and keep it where the log is."""
    if settings.log_format == "json" and not logging.root.handlers:
        begin(settings)
    tell(settings, sentence, level=logging.ERROR)
    if settings.log_format == "text":
        note_refusal(settings.data_dir, sentence)


def note_refusal(data_dir: Path, sentence: str) -> None:
    """Add why a start was refused to the log, which another GoalBucks may be writing just then."""
    path = data_dir / FOLDER / FILE
    with suppress(OSError):  # the folder itself may be why
        path.parent.mkdir(mode=0o700, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write(f"{time.strftime('%Y-%m-%d %H:%M:%S%z')} ERROR launcher: {sentence}\n")


def keep_start_failure(data_dir: Path, trace: str) -> Path:
    """Keep the trace of a failed start for whoever helps; where it is."""
    path = data_dir / FOLDER / START_FAILURE_FILE
    with suppress(OSError):  # a full disk may be why
        path.parent.mkdir(mode=0o700, exist_ok=True)
        path.write_text(trace, encoding="utf-8")
    return path


def open_window_file(data_dir: Path) -> BinaryIO:
    """A file for what the window's toolkits say; that of the window before, which may have crashed, is kept."""
    path = folder(data_dir) / WINDOW_FILE
    with suppress(OSError):  # the first window has none, and Windows keeps one that is still written
        path.replace(path.with_name(f"{WINDOW_FILE}.1"))
    return path.open("wb")
