"""Configures logging by the settings: to a rotating file in the data folder, or as JSON to stdout."""

import logging
import time
from functools import lru_cache
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TextIO

from launcher.logs import journal
from launcher.logs.files import LOG_FILE, log_folder
from launcher.logs.settings_summary import settings_summary
from server.settings import Settings, program_version

MAX_BYTES = 2_000_000
"""Size at which the file is rotated: about 20,000 requests."""
BACKUP_COUNT = 4


def configure(settings: Settings, file_name: str = LOG_FILE) -> None:
    """Configure logging by the settings; `file_name` is used for the text format only."""
    if settings.log_format == "json":
        from launcher.logs.json_format import log_to_stdout  # noqa: PLC0415 - 125 ms, with SQLAlchemy

        log_to_stdout()
    else:
        log_to_file(settings.data_dir, file_name)


def log_startup(settings: Settings) -> None:
    """Log the version and the settings without secrets."""
    logger = logging.getLogger(journal.START_LOGGER)
    logger.info("GoalBucks %s starts with %s", program_version(), settings_summary(settings))


def log_to_file(data_dir: Path, file_name: str = LOG_FILE) -> None:
    """Log to a rotating file, and errors to stderr; under systemd the startup line and warnings, too.

    Each worker process needs its own `file_name`, since rotation isn't safe across processes.
    """
    file_handler = _SizedFileHandler(
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
        del datefmt
        moment, offset = _local_time(int(record.created))
        return f"{moment},{int(record.msecs):03d}{offset}"


@lru_cache(maxsize=1)
def _local_time(second: int) -> tuple[str, str]:
    """Return the local time and its UTC offset; many lines are of the same second."""
    moment = time.localtime(second)
    return time.strftime("%Y-%m-%d %H:%M:%S", moment), time.strftime("%z", moment)


class _SizedFileHandler(RotatingFileHandler):
    """Rotates by the position in the file; the library's handler also formats each record twice and calls stat."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write the record's line, to a new file if it would make the present one too large."""
        try:
            line = self.format(record) + self.terminator
            if self._opened_stream().tell() + len(line.encode()) > self.maxBytes:
                self.doRollover()
            self._opened_stream().write(line)
            self.flush()
        except Exception:  # noqa: BLE001 - logging reports the errors of its handlers itself
            self.handleError(record)

    def _opened_stream(self) -> TextIO:
        """Return the file's stream, which is opened by the first line and closed by a rotation."""
        if self.stream is None:
            self.stream = self._open()
        return self.stream
