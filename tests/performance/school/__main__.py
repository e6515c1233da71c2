"""`make bench-school`: a school of two thousand students on PostgreSQL, as one table; `--short` is a smoke test.

Everything runs on this computer, the load too; docs/school-server.md says what the figures mean for a school's server.
"""

import argparse
import sys
import tempfile
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tests.factories.postgresql import PostgreSQLServer
from tests.performance.runner import Benchmark
from tests.performance.school import members, mixed_load, request_cost, service_demand, sign_in_rush
from tests.performance.school.benchmark_context import BenchmarkContext
from tests.performance.school.dataset import DatasetBuilder
from tests.performance.school.mixed_load import Ladder
from tests.performance.school.open_loop_load import VisitProcess
from tests.performance.school.processes import GROWING_DATABASE, MEGABYTE, copy_database, database_name, postgresql
from tests.performance.school.request_cost import Size
from tests.performance.school.sign_in_rush import Rush
from tests.performance.table import Figure

PARTS = ("rush", "mixed", "cost", "demand", "members")


@dataclass(frozen=True, slots=True)
class Plan:
    """Sizes of the benchmark. `goals`: of each student in the year; `each`: measurements of a request's cost.

    Numbers of classes: `sizes` for the cost of an action, `demand` for that of a call and for co-teachers, `school` for
    the other parts.
    """

    sizes: tuple[int, ...]
    demand: int
    school: int
    goals: int
    rush: Rush
    ladder: Ladder
    each: int


FULL_PLAN = Plan((1, 10, 100), 10, 71, 120, Rush(500, 60.0), Ladder(12, 1.3, 5.0, 8, (1, 2, 4)), 60)
SHORT_PLAN = Plan((1, 3), 2, 2, 8, Rush(20, 3.0), Ladder(5, 1.5, 2.0, 1, (2,)), 5)


class SchoolBenchmark:
    """The databases of a plan, copied at each number of classes."""

    def __init__(self, context: BenchmarkContext, plan: Plan, wanted: Collection[str]) -> None:
        self._context = context
        self._plan = plan
        builder = DatasetBuilder(
            lambda: context.database.connect(GROWING_DATABASE), context.folder / "images", plan.goals
        )
        one = (plan.demand,)
        sizes = {"cost": plan.sizes, "demand": one, "members": one, "mixed": (plan.school,), "rush": (plan.school,)}
        counts = sorted({count for part in wanted for count in sizes[part]})
        self._made: dict[int, Size] = {}
        for count in counts:
            classes = builder.grow(count)
            self._made[count] = Size(_url(context.database, count, last=count == counts[-1]), classes)
        self._largest = self._made[counts[-1]]

    def figures(self) -> Iterator[Figure]:
        """Disk usage."""
        classes = self._largest.classes
        students = sum(len(each.students) for each in classes)
        with self._context.database.connect("postgres") as connection:
            row = connection.execute("SELECT pg_database_size(%s)", [database_name(self._largest.url)]).fetchone()
        assert row is not None
        images = sum(path.stat().st_size for path in (self._context.folder / "images").rglob("*") if path.is_file())
        yield Figure(
            f"{students:,} students in {len(classes)} classes, {self._plan.goals} goals a student and year",
            f"{row[0] / MEGABYTE:,.0f} MB, {row[0] / students / 1000:.0f} kB a student",
        )
        yield Figure("  a proof's photo with its thumbnail", f"{images / 1000:.0f} kB")

    def measure(self, part: str) -> list[Figure]:
        """Run one of `PARTS`."""
        context, plan, made = self._context, self._plan, self._made
        if part == "cost":
            return request_cost.measure(context, [made[count] for count in plan.sizes], plan.each)
        if part == "demand":
            return service_demand.measure(context, made[plan.demand], plan.each)
        if part == "members":
            return members.measure(context, made[plan.demand], plan.each)
        school = made[plan.school]
        if part == "mixed":
            return mixed_load.measure(context, school.url, school.classes, plan.ladder)
        return sign_in_rush.measure(context, school.url, school.classes, plan.rush)


def _url(server: PostgreSQLServer, classes: int, *, last: bool) -> str:
    return server.url(GROWING_DATABASE) if last else copy_database(server, classes)


@contextmanager
def open_benchmark(plan: Plan, wanted: Collection[str]) -> Iterator[SchoolBenchmark]:
    """A school on a PostgreSQL server of its own, removed afterwards."""
    prefix = "goalbucks-school-"
    with tempfile.TemporaryDirectory(prefix=prefix) as folder, postgresql() as server, VisitProcess() as load:
        yield SchoolBenchmark(BenchmarkContext(load, server, Path(folder)), plan, wanted)


def main() -> int:
    """Run the parts named on the command line, or all."""
    parser = argparse.ArgumentParser(prog="python -m tests.performance.school", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"all, if none is named: {', '.join(PARTS)}")
    parser.add_argument("--short", action="store_true", help="a tiny school: a smoke test")
    parser.add_argument("--strict", action="store_true", help="exit with 1 if a figure falls short of its bar")
    options = parser.parse_args()
    wanted = options.parts or PARTS
    if unknown := sorted(set(wanted) - set(PARTS)):
        parser.error(f"no such part: {', '.join(unknown)}")
    benchmark = Benchmark()
    sys.stderr.write("making the school ...\n")
    with open_benchmark(SHORT_PLAN if options.short else FULL_PLAN, wanted) as made:
        benchmark.figures += made.figures()
        for part in wanted:
            benchmark.run(part, partial(made.measure, part))
    return benchmark.finish(strict=options.strict)


if __name__ == "__main__":
    sys.exit(main())
