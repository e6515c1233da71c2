"""Log lines for systemd's journal, which reads each line of stderr with its priority, as in sd-daemon(3)."""

import logging
import os
import sys

START_LOGGER = "launcher.start"
"""Its lines go to the journal whatever their level."""
_PRIORITIES = ((logging.CRITICAL, 2), (logging.ERROR, 3), (logging.WARNING, 4), (logging.INFO, 6))
_DEBUG = 7


def is_connected() -> bool:
    """Whether stderr is the journal's own stream; systemd names that stream in the environment."""
    try:
        stream = os.fstat(sys.stderr.fileno())
    except (OSError, ValueError, AttributeError):
        return False
    return os.environ.get("JOURNAL_STREAM") == f"{stream.st_dev}:{stream.st_ino}"


def with_priority(text: str, level: int) -> str:
    """The text with its priority before each line."""
    prefix = f"<{next((priority for least, priority in _PRIORITIES if level >= least), _DEBUG)}>"
    return "\n".join(f"{prefix}{line}" for line in text.splitlines())


class JournalHandler(logging.StreamHandler):  # type: ignore[type-arg]  # it is no class that takes one at run time
    """Writes warnings, errors and the start to stderr. The journal adds the time."""

    def __init__(self) -> None:
        super().__init__()
        self.addFilter(lambda record: record.levelno >= logging.WARNING or record.name == START_LOGGER)
        self.setFormatter(logging.Formatter("%(name)s: %(message)s"))

    def format(self, record: logging.LogRecord) -> str:
        """Each line of a trace has its priority, too."""
        return with_priority(super().format(record), record.levelno)
