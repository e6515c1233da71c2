"""The server's processor time for a request, measured for several targets in turn."""

import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import psutil

from tests.factories.server_process import ServerProcess
from tests.performance.cpu import cpu_seconds
from tests.performance.load import Job, LoadResult, run

WARM_UP_SECONDS = 0.3
"""Until queries are compiled and connections to the database are open."""


@dataclass(frozen=True, slots=True)
class Target:
    """A server, and the requests that a number of clients repeat."""

    server: ServerProcess
    requests: Sequence[str]
    clients: int = 1


@dataclass(frozen=True, slots=True)
class Rounds:
    """The rounds of one target. Other work on the computer can only increase the processor time."""

    loads: Sequence[LoadResult]
    cpu: Sequence[float]
    """Processor time of the server for a request, in milliseconds."""

    @property
    def cpu_ms(self) -> float:
        """The lowest round's processor time of the server for a request, in milliseconds."""
        return min(self.cpu)

    @property
    def cpu_range(self) -> str:
        """The median and the highest round, for a note."""
        return f"median {statistics.median(self.cpu):.2f}, highest {max(self.cpu):.2f}"

    @property
    def rate(self) -> float:
        """Responses a second, median of the rounds."""
        return self._median(lambda each: each.rate)

    def percentile(self, part: float) -> float:
        """A percentile of the response times in milliseconds, median of the rounds."""
        return self._median(lambda each: each.percentile(part))

    def _median(self, value: Callable[[LoadResult], float]) -> float:
        return statistics.median(value(each) for each in self.loads)


def measure_interleaved(targets: Mapping[str, Target], rounds: int, seconds: float) -> dict[str, Rounds]:
    """Measure all targets in each round, so that other work on the computer affects all alike."""
    for target in targets.values():
        _run(target, WARM_UP_SECONDS)
    found: dict[str, list[tuple[LoadResult, float]]] = {name: [] for name in targets}
    for _ in range(rounds):
        for name, target in targets.items():
            found[name].append(_run(target, seconds))
    return {name: Rounds([load for load, _ in each], [cpu for _, cpu in each]) for name, each in found.items()}


def _run(target: Target, seconds: float) -> tuple[LoadResult, float]:
    process = psutil.Process(target.server.process.pid)
    before = cpu_seconds(process)
    load = run(Job(target.server.port, target.requests, target.clients, seconds))
    assert load.failures == 0
    return load, 1000 * (cpu_seconds(process) - before) / len(load.samples)
