"""Crash injection: kill a forked process by SIGKILL at a chosen line of the program."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from itertools import count
from types import FrameType
from typing import Any

from tests.factories.paths import ROOT

WATCHED = (
    "/server/data_protection/backups/",
    "/server/domain/class_goals/",
    "/server/domain/goalbucks/service.py",
    "/server/domain/terms/",
    "/server/database/migrate.py",
    "/server/system/durable_files.py",
    "/server/media/store.py",
)


def _install_kill(line: int) -> None:
    """Kill this process after it has executed this many lines of the watched files."""
    lines = count(1)

    def trace(frame: FrameType, event: str, _argument: Any) -> Any:
        if not any(each in frame.f_code.co_filename for each in WATCHED):
            return None
        if event == "line" and next(lines) >= line:
            os.kill(os.getpid(), signal.SIGKILL)
        return trace

    sys.settrace(trace)


def is_killed_at(line: int, work: Callable[[], object]) -> bool:
    """Whether the work, run in a fork, reached that line of the watched files and was killed there."""
    child = os.fork()
    if not child:
        code = 1
        try:
            _install_kill(line)
            work()
            code = 0
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return True
    assert os.WEXITSTATUS(status) == 0, f"it failed before line {line}"
    return False


def run_crashes(module: str, *arguments: object) -> tuple[int, int, int]:
    """Run a `crash_*` module; return the number of kills, and after how many the old and the new state existed."""
    command = [sys.executable, "-m", f"tests.durability.{module}", *(str(each) for each in arguments)]
    ended = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    killed, old, new = (int(each) for each in ended.stdout.split())
    return killed, old, new
