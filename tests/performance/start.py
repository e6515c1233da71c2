"""Time and processor time from the start of the program to its first response, with an existing database."""

import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

from tests.factories.http_client import HttpClient
from tests.factories.seeded import seed
from tests.factories.server_process import PROGRAM, ServerProcess
from tests.performance import bars
from tests.performance.cpu import cpu_seconds
from tests.performance.table import Figure, Metric

STARTS = 7


@dataclass(frozen=True, slots=True)
class StartCost:
    """From the start to the first 200 or the login screen, in seconds."""

    wall_clock: float
    cpu: float


def measure(folder: Path, starts: int = STARTS) -> list[Figure]:
    """Starts on a folder with a class in it."""
    seed(folder)
    return start_figures(start_costs(folder, starts=starts), bars.START_CPU, bars.START)


def start_costs(folder: Path, program: Sequence[str] = PROGRAM, starts: int = STARTS) -> list[StartCost]:
    """Start the program repeatedly."""
    return [_start_cost(folder, program) for _ in range(starts)]


def start_figures(costs: Sequence[StartCost], cpu: Metric, wall_clock: Metric) -> list[Figure]:
    """The lowest processor time of several starts, because other work can only increase it, and their median time."""
    spent, times = [each.cpu for each in costs], [each.wall_clock for each in costs]
    return [
        cpu.measured(min(spent), f"lowest of {len(spent)}; median {statistics.median(spent):.2f}"),
        wall_clock.measured(statistics.median(times), f"median of {len(times)}, {min(times):.2f} to {max(times):.2f}"),
    ]


def _start_cost(folder: Path, program: Sequence[str]) -> StartCost:
    started = time.monotonic()
    server = ServerProcess(folder, program=program)
    try:
        with HttpClient(server.port) as caller:
            caller.get("/api/health")
        return StartCost(time.monotonic() - started, cpu_seconds(psutil.Process(server.process.pid)))
    finally:
        server.stop()
