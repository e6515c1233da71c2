"""Run the commands other than the server, and report a signal that interrupts one."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

from launcher.cli.console import fail
from launcher.launch_options import LaunchOptions
from launcher.startup import data_dir

INTERRUPTED_MESSAGE = "Interrupted, perhaps before it was complete. The same command can be run again."


def run_command(options: LaunchOptions) -> int:
    """Run the command and return its exit code."""
    data_dir.restrict_umask()
    match options.command:
        case "migrate":
            from launcher.cli.migrate import run  # noqa: PLC0415 - 130 ms
        case "admin":
            from launcher.cli.admin import run  # noqa: PLC0415 - 430 ms
        case "move-to":
            from launcher.cli.move import run  # noqa: PLC0415 - 330 ms
        case "status":
            from launcher.cli.status import run  # noqa: PLC0415 - 260 ms
        case _:
            from launcher.cli.backup import run  # noqa: PLC0415 - 290 ms
    try:
        with _interrupted_by_signals():
            return run(options)
    except KeyboardInterrupt:
        return fail(f"\n{INTERRUPTED_MESSAGE}")


@contextmanager
def _interrupted_by_signals() -> Iterator[None]:
    """Raise KeyboardInterrupt at SIGTERM and SIGINT: unlike a server, an interrupted command must not exit with 0."""

    def interrupt(number: int, frame: FrameType | None) -> NoReturn:
        del number, frame
        raise KeyboardInterrupt

    previous = [(number, signal.signal(number, interrupt)) for number in (signal.SIGTERM, signal.SIGINT)]
    try:
        yield
    finally:
        for number, handler in previous:
            signal.signal(number, handler)
