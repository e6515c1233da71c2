"""The commands that end by themselves: which one it is, and what a signal means to it."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

from launcher.cli.parser import Start
from launcher.startup import data_dir

STOPPED = "Stopped, perhaps before it was done. The same command may be given again."


def do(start: Start) -> int:
    """The command's exit code."""
    data_dir.keep_files_private()
    match start.command:
        case "migrate":
            from launcher.cli.migrate import run  # noqa: PLC0415 - each brings a part of the server
        case "admin":
            from launcher.cli.admin import run  # noqa: PLC0415
        case "move-to":
            from launcher.cli.move import run  # noqa: PLC0415
        case "status":
            from launcher.cli.status import run  # noqa: PLC0415
        case _:
            from launcher.cli.backup import run  # noqa: PLC0415
    try:
        with _stopped_by_signals():
            return run(start)
    except KeyboardInterrupt:
        print(f"\n{STOPPED}", file=sys.stderr, flush=True)  # noqa: T201 - who called it reads it there
        return 1


@contextmanager
def _stopped_by_signals() -> Iterator[None]:
    """A server that is told to end has done its work; a command hasn't, and its exit code must say so."""

    def stop(number: int, frame: FrameType | None) -> NoReturn:
        del number, frame
        raise KeyboardInterrupt

    before = [(number, signal.signal(number, stop)) for number in (signal.SIGTERM, signal.SIGINT)]
    try:
        yield
    finally:
        for number, handler in before:
            signal.signal(number, handler)
