"""A lesson hour: students read, submit and buy, teachers review; the highest rate with acceptable response times."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tests.factories.server_process import ServerProcess
from tests.performance.school.benchmark_context import BenchmarkContext
from tests.performance.school.dataset import SchoolClass
from tests.performance.school.open_loop_load import VisitResults
from tests.performance.school.processes import CpuUsage, ResourceMonitor, database_name, serving
from tests.performance.school.stream_clients import StreamClients
from tests.performance.school.summary import failures, is_load_valid, percentiles, unexpected_responses, without_pages
from tests.performance.school.workload import Workload
from tests.performance.table import Figure

LIMIT_MS = 500
OPEN_STREAMS = 400
"""Students with an open page during the measurement."""
WARM_UP_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Ladder:
    """Rates from `first` actions a second upwards until responses are too slow, each for some seconds."""

    first: float
    factor: float
    seconds: float
    most: int
    workers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RateResult:
    """Result of one rate."""

    actions: float
    done: VisitResults
    used: CpuUsage

    @property
    def calls(self) -> float:
        """Calls a second."""
        return len(without_pages(self.done)) / self.done.seconds

    @property
    def p95(self) -> float:
        """Milliseconds."""
        return percentiles(without_pages(self.done))[1]

    @property
    def is_acceptable(self) -> bool:
        """Whether all calls succeeded within the limit."""
        return self.p95 < LIMIT_MS and not unexpected_responses(self.done)


def measure(context: BenchmarkContext, url: str, classes: Sequence[SchoolClass], ladder: Ladder) -> list[Figure]:
    """Measure with each number of worker processes in turn."""
    with context.database.connect(database_name(url)) as connection:
        workload = Workload(connection, classes, context.photo)
    listening = [student for school_class in classes for student in school_class.students][:OPEN_STREAMS]
    figures: list[Figure] = []
    for workers in ladder.workers:
        with serving(url, context.folder, workers) as server, StreamClients(server.port, listening, classes):
            monitor = ResourceMonitor(server, context.database)
            # Prepares statements, fills the pools and starts the photo process.
            context.run(server, workload.at_rate(ladder.first, WARM_UP_SECONDS))
            rungs = list(_climb(context, server, monitor, workload, ladder))
            figures += _figures(workers, rungs, monitor)
    return figures


def _climb(
    context: BenchmarkContext, server: ServerProcess, monitor: ResourceMonitor, workload: Workload, ladder: Ladder
) -> Iterator[RateResult]:
    rate = ladder.first
    for _ in range(ladder.most):
        before = monitor.used()
        done = context.run(server, workload.at_rate(rate, ladder.seconds))
        rung = RateResult(rate, done, monitor.used().since(before))
        yield rung
        if not rung.is_acceptable:
            return
        rate *= ladder.factor


def _figures(workers: int, rungs: Sequence[RateResult], monitor: ResourceMonitor) -> list[Figure]:
    best = max((rung for rung in rungs if rung.is_acceptable), key=lambda rung: rung.actions, default=rungs[0])
    count = len(without_pages(best.done))
    server, database = (1000 * seconds / count for seconds in (best.used.program_seconds, best.used.database))
    name = "1 process" if workers == 1 else f"{workers} processes"
    memory = ", ".join(f"{each.resident:.0f} (PSS {each.proportional:.0f})" for each in monitor.memory())
    steps = ", ".join(f"{rung.calls:.0f}/s {rung.p95:.0f} ms" for rung in rungs)
    cores_used = (best.used.program_seconds + best.used.database + best.done.own_seconds) / best.done.seconds
    return [
        Figure(
            f"lessons, {name}: most with p95 < {LIMIT_MS} ms",
            f"{best.calls:.0f} calls/s ({best.actions:.0f} actions/s), p95 {best.p95:.0f} ms",
            f"p95 < {LIMIT_MS} ms",
            best.is_acceptable,
        ),
        Figure("  rate and p95, step by step", steps),
        Figure(
            "  processor time a call: the program, PostgreSQL",
            f"{server:.1f} + {database:.1f} ms ({cores_used:.1f} cores with the load)",
        ),
        Figure(
            "  share of the work of each process",
            ", ".join(f"{seconds / best.used.program_seconds:.0%}" for seconds in best.used.workers),
        ),
        Figure("  memory of each in MB, connections of all", f"{memory}; {monitor.connections()[0]}"),
        failures(best.done),
        is_load_valid(best.done),
    ]
