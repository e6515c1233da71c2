"""The reads that a class makes most: the teacher's statistics and a student's current goals."""

from contextlib import ExitStack
from pathlib import Path

from tests.factories.seeded import MONTHS, seed
from tests.factories.server_process import ServerProcess
from tests.performance import bars
from tests.performance.interleaved import Rounds, Target, measure_interleaved
from tests.performance.load import request
from tests.performance.table import Figure

ROUNDS = 5
SECONDS = 1.5
CLIENTS = 30


def measure(folder: Path) -> list[Figure]:
    """Processor time and rate, and the same call with a history of three years."""
    return [*measure_young(folder / "young"), *_growth(folder)]


def measure_young(folder: Path, rounds: int = ROUNDS) -> list[Figure]:
    """Processor time and rate in a class without a history."""
    seeded_class = seed(folder)
    student = seeded_class.students[0]
    stats = request("GET", seeded_class.stats_path, seeded_class.teacher_token)
    goals = request("GET", f"/api/students/{student.id}/goals?status=current", student.token)
    with ExitStack() as running:
        server = _serve(running, folder)
        targets = {"stats": Target(server, [stats], CLIENTS), "goals": Target(server, [goals], CLIENTS)}
        found = measure_interleaved(targets, rounds, SECONDS)
    return [
        bars.STATS_CPU.measured(found["stats"].cpu_ms, found["stats"].cpu_range),
        bars.STATS_RATE.measured(found["stats"].rate, _percentiles(found["stats"])),
        bars.GOALS_CPU.measured(found["goals"].cpu_ms, f"{found['goals'].cpu_range}; {found['goals'].rate:,.0f}/s"),
    ]


def _growth(folder: Path) -> list[Figure]:
    with ExitStack() as running:
        targets = {}
        for age, months in (("empty", 0), ("old", MONTHS)):
            seeded_class = seed(folder / age, months=months)
            stats = request("GET", seeded_class.stats_path, seeded_class.teacher_token)
            targets[age] = Target(_serve(running, folder / age), [stats])
        found = measure_interleaved(targets, ROUNDS, SECONDS)
    empty, old = found["empty"], found["old"]
    return [
        bars.STATS_LATENCY.measured(empty.percentile(0.5), f"{empty.cpu_ms:.2f} ms of the server's processor"),
        bars.STATS_GROWTH.measured(old.cpu_ms / empty.cpu_ms, f"{old.cpu_ms:.2f} / {empty.cpu_ms:.2f} ms"),
    ]


def _serve(running: ExitStack, folder: Path) -> ServerProcess:
    server = ServerProcess(folder)
    running.callback(server.stop)
    return server


def _percentiles(rounds: Rounds) -> str:
    return ", ".join(f"{name} {rounds.percentile(part):.1f}" for name, part in (("p50", 0.5), ("p99", 0.99))) + " ms"
