"""Log output for systemd's journal: lines on stderr with a priority prefix, see sd-daemon(3)."""

import logging
import os
import sys

START_LOGGER = "launcher.start"
"""Logger of the startup line, which goes to the journal although its level is INFO."""
_PRIORITIES = ((logging.CRITICAL, 2), (logging.ERROR, 3), (logging.WARNING, 4), (logging.INFO, 6))
_DEBUG = 7


def is_connected() -> bool:
    """Whether stderr is connected to the journal: compares it with JOURNAL_STREAM, as in systemd.exec(5)."""
    try:
        stream = os.fstat(sys.stderr.fileno())
    except (OSError, ValueError, AttributeError):
        return False
    return os.environ.get("JOURNAL_STREAM") == f"{stream.st_dev}:{stream.st_ino}"


def with_priority(text: str, level: int) -> str:
    """Return the text with the syslog priority of `level` before each line."""
    prefix = f"<{next((priority for minimum, priority in _PRIORITIES if level >= minimum), _DEBUG)}>"
    return "\n".join(f"{prefix}{line}" for line in text.splitlines())


class JournalHandler(logging.StreamHandler):  # type: ignore[type-arg]  # not subscriptable at run time
    """Writes warnings, errors and the startup line to stderr, without a time: the journal adds it."""

    def __init__(self) -> None:
        super().__init__()
        self.addFilter(lambda record: record.levelno >= logging.WARNING or record.name == START_LOGGER)
        self.setFormatter(logging.Formatter("%(name)s: %(message)s"))

    def format(self, record: logging.LogRecord) -> str:
        """Format the record with a priority before each line, including those of a traceback."""
        return with_priority(super().format(record), record.levelno)
