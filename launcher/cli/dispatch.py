"""Run the commands other than the server, and report a signal that interrupts one."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

from launcher.cli.parser import LaunchOptions
from launcher.startup import data_dir

INTERRUPTED_MESSAGE = "Stopped, perhaps before it was done. The same command may be given again."


def run_command(options: LaunchOptions) -> int:
    """Run the command and return its exit code."""
    data_dir.restrict_umask()
    match options.command:
        case "migrate":
            from launcher.cli.migrate import run  # noqa: PLC0415 - each imports a part of the server
        case "admin":
            from launcher.cli.admin import run  # noqa: PLC0415
        case "move-to":
            from launcher.cli.move import run  # noqa: PLC0415
        case "status":
            from launcher.cli.status import run  # noqa: PLC0415
        case _:
            from launcher.cli.backup import run  # noqa: PLC0415
    try:
        with _interrupted_by_signals():
            return run(options)
    except KeyboardInterrupt:
        print(f"\n{INTERRUPTED_MESSAGE}", file=sys.stderr, flush=True)  # noqa: T201 - a command line tool
        return 1


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
