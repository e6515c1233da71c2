"""Pulling the plug on a line of the program: in a fork, since each try ends a process."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from itertools import count
from types import FrameType
from typing import Any

from tests.factories.process import ROOT

WATCHED = (
    "/server/data_protection/backups/",
    "/server/database/migrate.py",
    "/server/disk.py",
    "/server/media/store.py",
)


def _kill_at(line: int) -> None:
    """From now on pull the plug when so many lines of the watched files have been run."""
    lines = count(1)

    def trace(frame: FrameType, event: str, _argument: Any) -> Any:
        if not any(each in frame.f_code.co_filename for each in WATCHED):
            return None
        if event == "line" and next(lines) >= line:
            os.kill(os.getpid(), signal.SIGKILL)
        return trace

    sys.settrace(trace)


def killed_at(line: int, work: Callable[[], object]) -> bool:
    """Whether the work, done in a fork, came to that line of the watched files and was killed there."""
    child = os.fork()
    if not child:
        code = 1
        try:
            _kill_at(line)
            work()
            code = 0
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return True
    assert os.WEXITSTATUS(status) == 0, f"it failed before line {line}"
    return False


def run_killer(module: str, *arguments: object) -> tuple[int, int, int]:
    """Run a module of tests.durability that kills: how many it killed, and of them left the old and the new state."""
    command = [sys.executable, "-m", f"tests.durability.{module}", *(str(each) for each in arguments)]
    ended = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    killed, old, new = (int(each) for each in ended.stdout.split())
    return killed, old, new
