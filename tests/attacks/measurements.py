"""Measurements for the attack tests: peak memory and response times."""

import math
from collections.abc import Iterable, Sequence
from pathlib import Path

import psutil

MEGABYTE = 1024 * 1024


def decoder_processes(pid: int) -> list[psutil.Process]:
    """The picture decoder process that `pid` has at the moment, if any."""
    found = []
    for child in psutil.Process(pid).children():
        try:
            if any("spawn_main" in part for part in child.cmdline()):
                found.append(child)
        except psutil.NoSuchProcess:
            continue  # the process has just ended
    return found


def peak_memory(pid: int) -> float:
    """Peak memory in MB (current memory where the system doesn't record the peak); 0 if the process has ended."""
    try:
        for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
        return float(psutil.Process(pid).memory_info().rss) / MEGABYTE
    except (OSError, psutil.NoSuchProcess):
        return 0.0


def peak_decoder_memory(pid: int) -> float:
    """Peak memory of the decoder processes that `pid` has now, in MB."""
    return max((peak_memory(each.pid) for each in decoder_processes(pid)), default=0.0)


def percentile(times: Sequence[float], part: float) -> float:
    """The percentile in milliseconds of times in seconds."""
    ordered = sorted(times)
    return ordered[max(0, math.ceil(part * len(ordered)) - 1)] * 1000 if ordered else math.nan


def print_figures(lines: Iterable[str]) -> None:
    """Print figures; `pytest -s` or -rP shows them."""
    print("", *lines, sep="\n  ")  # noqa: T201 - a proof's figures
