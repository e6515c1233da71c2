"""What a request costs the program and the database, in a school of one class, of ten and of a hundred."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tests.factories.process import ServerProcess
from tests.performance.school.figures import refused
from tests.performance.school.lesson import Deed, Lesson
from tests.performance.school.people import SchoolClass
from tests.performance.school.rig import Rig
from tests.performance.school.running import Watch, name_of, serving
from tests.performance.table import Figure

WARM = 12
"""So often until statements are prepared and planned for good."""
GROWTH = 1.2


@dataclass(frozen=True, slots=True)
class Cost:
    """Of one deed: milliseconds of the program's and of PostgreSQL's processor time; what its statements took there."""

    program: float
    database: float
    statements: float
    executing: float

    @property
    def all(self) -> float:
        """Processor time."""
        return self.program + self.database


@dataclass(frozen=True, slots=True)
class Size:
    """A school of so many classes."""

    url: str
    classes: Sequence[SchoolClass]


Costs = dict[str, Cost]


def measure(rig: Rig, sizes: Sequence[Size], each: int) -> list[Figure]:
    """Each kind of deed in each size, `each` times."""
    found: list[Costs] = []
    for size in sizes:
        with serving(size.url, rig.folder, 1) as server:
            found.append(_Measuring(rig, size, server).costs(each))
    counts = [len(size.classes) for size in sizes]
    return [figure for name in found[0] for figure in _figures(name, counts, [costs[name] for costs in found])]


class _Measuring:
    def __init__(self, rig: Rig, size: Size, server: ServerProcess) -> None:
        self._rig, self._server, self._watch = rig, server, Watch(server, rig.database)
        self._name = name_of(size.url)
        with rig.database.connect(self._name) as connection:
            self._lesson = Lesson(connection, size.classes, rig.photo)

    def costs(self, each: int) -> Costs:
        lesson = self._lesson
        kinds: dict[str, Deed] = {
            "sign-in": lesson.sign_in,
            "first page (8 reads)": lesson.open_page,
            "store (3 reads)": lesson.shop,
            "dashboard (6 reads)": lesson.oversee,
            "text proof": lesson.write,
            "photo proof": lesson.photograph,
            "purchase": lesson.purchase,
            "review": lesson.approve,
        }
        return {name: self._cost(deed, each) for name, deed in kinds.items()}

    def _cost(self, deed: Deed, each: int) -> Cost:
        self._go(deed, WARM)
        with self._rig.database.connect("postgres") as connection:
            connection.execute("SELECT pg_stat_statements_reset()")
        before = self._watch.used()
        self._go(deed, each)
        used = self._watch.used().since(before)
        with self._rig.database.connect("postgres") as connection:
            row = connection.execute(_STATEMENTS, [self._name]).fetchone()
        assert row is not None
        return Cost(1000 * used.server / each, 1000 * used.database / each, row[0] / each, row[1] / each)

    def _go(self, deed: Deed, count: int) -> None:
        done = self._rig.go(self._server, self._lesson.several(deed, count), at_once=1)
        assert not refused(done), refused(done)


_STATEMENTS = (
    b"SELECT sum(calls), sum(total_exec_time) FROM pg_stat_statements"
    b" WHERE dbid = (SELECT oid FROM pg_database WHERE datname = %s)"
)


def _figures(name: str, counts: Sequence[int], costs: Sequence[Cost]) -> Iterator[Figure]:
    sizes = ", ".join(map(str, counts))
    growth = costs[-1].all / costs[0].all
    yield Figure(
        f"{name}, {sizes} classes: the program + PostgreSQL",
        ", ".join(f"{each.program:.1f} + {each.database:.1f}" for each in costs) + " ms of a core",
    )
    yield Figure(
        "  its statements, and their time in PostgreSQL",
        ", ".join(f"{each.statements:.0f} in {each.executing:.2f} ms" for each in costs),
    )
    yield Figure(
        f"  with {counts[-1]} classes against {counts[0]}", f"{growth:.2f} x", f"<= {GROWTH} x", growth <= GROWTH
    )
