"""Service demand of each call: processor time of program and PostgreSQL, and what a core carries of a lesson."""

from collections import Counter
from collections.abc import Iterator, Mapping

from tests.performance.school.benchmark_context import BenchmarkContext
from tests.performance.school.processes import serving
from tests.performance.school.request_cost import WARM_UP_RUNS, Cost, CostMeasurement, Costs, Size
from tests.performance.table import Figure

READS_PER_WRITE = 3
"""Reads are cheaper, so that more of them are needed for the same precision."""


def measure(context: BenchmarkContext, size: Size, each: int) -> list[Figure]:
    """Service demands with one process, averaged over `each` writes or three times as many reads of a kind."""
    with serving(size.url, context.folder, 1) as server:
        measurement = CostMeasurement(context, size, server)
        calls = measurement.lesson.calls_of_actions()
        reads = measurement.lesson.single_reads(WARM_UP_RUNS + READS_PER_WRITE * each)
        costs = {
            name: measurement.cost_of(visits[:WARM_UP_RUNS], visits[WARM_UP_RUNS:]) for name, visits in reads.items()
        }
        costs |= measurement.writes(each)
    return [*_figures(calls, costs), _mean(calls, costs)]


def _figures(calls: Counter[str], costs: Costs) -> Iterator[Figure]:
    total = calls.total()
    for name in sorted(costs, key=lambda name: -calls[name]):
        cost = costs[name]
        yield Figure(
            f"{name}: program + PostgreSQL",
            f"{cost.program:.2f} + {cost.database:.2f} ms, {cost.statements:.1f} statements,"
            f" {calls[name] / total:.0%} of a lesson's calls",
        )


def _mean(calls: Mapping[str, int], costs: Mapping[str, Cost]) -> Figure:
    total = sum(calls.values())
    program = sum(count * costs[name].program for name, count in calls.items()) / total
    database = sum(count * costs[name].database for name, count in calls.items()) / total
    return Figure(
        "a lesson's mean call: program + PostgreSQL; calls a second that a core carries, with PostgreSQL on it",
        f"{program:.2f} + {database:.2f} ms; {1000 / program:.0f}, {1000 / (program + database):.0f}",
    )
