"""What attacks cost: memory at its peak, and times in a line that people read."""

import math
from collections.abc import Iterable, Sequence
from pathlib import Path

import psutil

MEGABYTE = 1024 * 1024


def decoders_of(pid: int) -> list[psutil.Process]:
    """The process that decodes pictures, if the process `pid` has it now."""
    found = []
    for child in psutil.Process(pid).children():
        try:
            if any("spawn_main" in part for part in child.cmdline()):
                found.append(child)
        except psutil.NoSuchProcess:
            continue  # it has just ended
    return found


def peak_of(pid: int) -> float:
    """The most memory that it ever had, in MB (where no system keeps that, what it has now); 0 once it is gone."""
    try:
        for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
        return float(psutil.Process(pid).memory_info().rss) / MEGABYTE
    except (OSError, psutil.NoSuchProcess):
        return 0.0


def peak_of_decoders(pid: int) -> float:
    """Of those that the process `pid` has now, in MB."""
    return max((peak_of(each.pid) for each in decoders_of(pid)), default=0.0)


def percentile(times: Sequence[float], part: float) -> float:
    """Milliseconds that this part of the times (seconds) stayed within."""
    ordered = sorted(times)
    return ordered[max(0, math.ceil(part * len(ordered)) - 1)] * 1000 if ordered else math.nan


def told(lines: Iterable[str]) -> None:
    """Print figures; `pytest -s`, or -rP, shows them."""
    print("", *lines, sep="\n  ")  # noqa: T201 - a proof's figures
