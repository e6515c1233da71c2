"""`make bench-school`: a school of two thousand students on PostgreSQL, as one table; `--short` shows that it works.

Everything is on this computer, the load too: what it says of a school's own computer is in docs/school-server.md.
"""

import os
import sys
import tempfile
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.factories.postgresql import PostgreSQL
from tests.performance.school import bell, cost, mixed
from tests.performance.school.bell import Rush
from tests.performance.school.cost import Size
from tests.performance.school.mixed import Ladder
from tests.performance.school.people import Builder
from tests.performance.school.rig import Rig
from tests.performance.school.running import GROWING, MEGABYTE, copy, name_of, postgresql
from tests.performance.school.visits import Load
from tests.performance.table import Figure, table

PARTS = ("bell", "mixed", "cost")


@dataclass(frozen=True, slots=True)
class Plan:
    """How large everything is. `goals`: of each student in the year; `each`: so often a request's cost is taken."""

    sizes: tuple[int, ...]
    school: int
    goals: int
    rush: Rush
    ladder: Ladder
    each: int


WHOLE = Plan((1, 10, 100), 71, 120, Rush(500, 60.0), Ladder(12, 1.3, 5.0, 8, (1, 2, 4)), 60)
SHORT = Plan((1, 3), 2, 8, Rush(20, 3.0), Ladder(5, 1.5, 2.0, 1, (2,)), 5)


class School:
    """The databases of a plan, each as it was when it had so many classes."""

    def __init__(self, rig: Rig, plan: Plan, wanted: Collection[str]) -> None:
        self._rig = rig
        self._plan = plan
        builder = Builder(lambda: rig.database.connect(GROWING), rig.folder / "images", plan.goals)
        made: dict[int, Size] = {}
        counts = sorted({*plan.sizes, plan.school} if "cost" in wanted else {plan.school})
        for count in counts:
            classes = builder.grow(count)
            made[count] = Size(_url(rig.database, count, last=count == counts[-1]), classes)
        self._sizes = [made[count] for count in plan.sizes if count in made]
        self._url, self._classes = made[plan.school].url, made[plan.school].classes

    def figures(self) -> Iterator[Figure]:
        """What it takes of a disk."""
        students = sum(len(each.students) for each in self._classes)
        with self._rig.database.connect("postgres") as connection:
            row = connection.execute("SELECT pg_database_size(%s)", [name_of(self._url)]).fetchone()
        assert row is not None
        images = sum(path.stat().st_size for path in (self._rig.folder / "images").rglob("*") if path.is_file())
        yield Figure(
            f"{students:,} students in {len(self._classes)} classes, {self._plan.goals} goals a student and year",
            f"{row[0] / MEGABYTE:,.0f} MB, {row[0] / students / 1000:.0f} kB a student",
        )
        yield Figure("  a proof's photo with its thumbnail", f"{images / 1000:.0f} kB")

    def measure(self, part: str) -> list[Figure]:
        """One of `PARTS`."""
        if part == "cost":
            return cost.measure(self._rig, self._sizes, self._plan.each)
        if part == "mixed":
            return mixed.measure(self._rig, self._url, self._classes, self._plan.ladder)
        return bell.measure(self._rig, self._url, self._classes, self._plan.rush)


def _url(server: PostgreSQL, classes: int, *, last: bool) -> str:
    return server.url(GROWING) if last else copy(server, classes)


@contextmanager
def school(plan: Plan, wanted: Collection[str]) -> Iterator[School]:
    """One on a server of its own; nothing of it is left afterwards."""
    prefix = "goalbucks-school-"
    with tempfile.TemporaryDirectory(prefix=prefix) as folder, postgresql() as server, Load() as load:
        yield School(Rig(load, server, Path(folder)), plan, wanted)


def main() -> None:
    """Measure part after part; those named on the command line, or all."""
    begun, before = time.monotonic(), os.getloadavg()[0]
    wanted = [each for each in sys.argv[1:] if not each.startswith("--")] or list(PARTS)
    plan = SHORT if "--short" in sys.argv else WHOLE
    sys.stderr.write("making the school ...\n")
    with school(plan, wanted) as made:
        figures = list(made.figures())
        for part in wanted:
            sys.stderr.write(f"measuring: {part} ({time.monotonic() - begun:.0f} s so far) ...\n")
            try:
                figures += made.measure(part)
            except Exception as failure:  # noqa: BLE001 - one part's failure must not hide the others' figures
                figures.append(Figure(part, f"failed: {failure!r}"[:200], "a figure", met=False))
    noise = f"{os.cpu_count()} cores for all, the load too; at the start {before:.1f} other processes were running"
    sys.stdout.write(f"{table(figures)}\n\n{noise}; took {time.monotonic() - begun:.0f} s\n")


if __name__ == "__main__":
    main()
