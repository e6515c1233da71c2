"""Output of the commands: results go to stdout, error messages to stderr."""

import sys

from launcher.exit_codes import ExitCode


def print_line(line: str) -> None:
    """Print a line of the result."""
    print(line, flush=True)  # noqa: T201 - a command line tool


def print_error(sentence: object) -> None:
    """Print an error message."""
    print(sentence, file=sys.stderr, flush=True)  # noqa: T201 - a command line tool


def fail(sentence: object) -> ExitCode:
    """Print why the command failed, and return its exit code."""
    print_error(sentence)
    return ExitCode.FAILED
