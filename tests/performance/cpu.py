"""Processor time of processes, which depends much less than wall-clock time on what else runs on the computer."""

from pathlib import Path

import psutil


def cpu_seconds(process: psutil.Process) -> float:
    """Processor seconds of a process, its children and its ended children, so far."""
    ended = process.cpu_times()
    below = process.children(recursive=True)
    return sum(_own_seconds(each) for each in (process, *below)) + ended.children_user + ended.children_system


def _own_seconds(process: psutil.Process) -> float:
    try:
        # In nanoseconds; psutil's resolution is 10 ms.
        tasks = Path(f"/proc/{process.pid}/task").iterdir()
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9
    except (OSError, IndexError):
        times = process.cpu_times() if process.is_running() else None
        return 0.0 if times is None else times.user + times.system
