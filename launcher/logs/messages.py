"""Messages of the server's process for the user: printed, or logged if the log format is JSON."""

import logging
import sys

from launcher.logs import journal
from launcher.logs.configuration import configure
from launcher.logs.files import append_error
from server.settings import Settings

log = logging.getLogger("launcher")


def report(settings: Settings, sentence: str, *, level: int = logging.INFO) -> None:
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


def report_launch_error(settings: Settings, sentence: str) -> None:
    """Report why the start failed: to the user, and in the log file or the JSON log."""
    if settings.log_format == "json" and not logging.root.handlers:
        configure(settings)
    report(settings, sentence, level=logging.ERROR)
    if settings.log_format == "text":
        append_error(settings.data_dir, sentence)
