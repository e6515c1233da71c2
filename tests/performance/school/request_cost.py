"""Cost of a request in the program and the database, in a school of one, ten and a hundred classes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tests.factories.server_process import ServerProcess
from tests.performance.school.benchmark_context import BenchmarkContext
from tests.performance.school.dataset import SchoolClass
from tests.performance.school.open_loop_load import Visit
from tests.performance.school.processes import ResourceMonitor, database_name, serving
from tests.performance.school.summary import unexpected_responses
from tests.performance.school.workload import Action, Workload
from tests.performance.table import Figure

WARM_UP_RUNS = 12
"""Repetitions until statements are prepared and have generic plans."""
MAX_GROWTH = 1.2


@dataclass(frozen=True, slots=True)
class Cost:
    """Cost of one action: CPU milliseconds of the program and of PostgreSQL, and execution time of the statements."""

    program: float
    database: float
    statements: float
    executing: float

    @property
    def total(self) -> float:
        """Total CPU time."""
        return self.program + self.database


@dataclass(frozen=True, slots=True)
class Size:
    """A school with a number of classes."""

    url: str
    classes: Sequence[SchoolClass]


Costs = dict[str, Cost]


def measure(context: BenchmarkContext, sizes: Sequence[Size], each: int) -> list[Figure]:
    """Cost of each kind of action in each size, averaged over `each` repetitions."""
    found: list[Costs] = []
    for size in sizes:
        with serving(size.url, context.folder, 1) as server:
            found.append(CostMeasurement(context, size, server).costs(each))
    counts = [len(size.classes) for size in sizes]
    return [figure for name in found[0] for figure in _figures(name, counts, [costs[name] for costs in found])]


class CostMeasurement:
    """Measures requests to a server, one after another. `lesson`: the visits of its school."""

    def __init__(self, context: BenchmarkContext, size: Size, server: ServerProcess) -> None:
        self._context, self._server, self._watch = context, server, ResourceMonitor(server, context.database)
        self._name = database_name(size.url)
        with context.database.connect(self._name) as connection:
            self.lesson = Workload(connection, size.classes, context.photo)

    def costs(self, each: int) -> Costs:
        """Cost of each kind of action, averaged over `each` repetitions."""
        workload = self.lesson
        kinds: dict[str, Action] = {
            "sign-in": workload.sign_in,
            "first page (1 read)": workload.open_page,
            "store (3 reads)": workload.open_store,
            "dashboard (6 reads)": workload.open_fixed_dashboard,
        }
        return {name: self._cost(action, each) for name, action in kinds.items()} | self.writes(each)

    def writes(self, each: int) -> Costs:
        """Cost of each kind of write in a lesson."""
        kinds: dict[str, Action] = {
            "text proof": self.lesson.text_proof_only,
            "photo proof": self.lesson.photo_proof_only,
            "purchase": self.lesson.purchase_only,
            "review": self.lesson.approval_only,
        }
        return {name: self._cost(action, each) for name, action in kinds.items()}

    def _cost(self, action: Action, each: int) -> Cost:
        return self.cost_of(self.lesson.repeated(action, WARM_UP_RUNS), self.lesson.repeated(action, each))

    def cost_of(self, warm_up: Sequence[Visit], visits: Sequence[Visit]) -> Cost:
        """Mean cost of these visits, one after another."""
        self._run(warm_up)
        with self._context.database.connect("postgres") as connection:
            connection.execute("SELECT pg_stat_statements_reset()")
        before = self._watch.used()
        self._run(visits)
        used = self._watch.used().since(before)
        with self._context.database.connect("postgres") as connection:
            row = connection.execute(_STATEMENTS, [self._name]).fetchone()
        assert row is not None
        count = len(visits)
        return Cost(1000 * used.program_seconds / count, 1000 * used.database / count, row[0] / count, row[1] / count)

    def _run(self, visits: Sequence[Visit]) -> None:
        done = self._context.run(self._server, visits, at_once=1)
        assert not unexpected_responses(done), unexpected_responses(done)


_STATEMENTS = (
    b"SELECT sum(calls), sum(total_exec_time) FROM pg_stat_statements"
    b" WHERE dbid = (SELECT oid FROM pg_database WHERE datname = %s)"
)


def _figures(name: str, counts: Sequence[int], costs: Sequence[Cost]) -> Iterator[Figure]:
    sizes = ", ".join(map(str, counts))
    growth = costs[-1].total / costs[0].total
    yield Figure(
        f"{name}, {sizes} classes: the program + PostgreSQL",
        ", ".join(f"{each.program:.1f} + {each.database:.1f}" for each in costs) + " ms of a core",
    )
    yield Figure(
        "  its statements, and their time in PostgreSQL",
        ", ".join(f"{each.statements:.0f} in {each.executing:.2f} ms" for each in costs),
    )
    yield Figure(
        f"  with {counts[-1]} classes compared with {counts[0]}",
        f"{growth:.2f} x",
        f"<= {MAX_GROWTH} x",
        growth <= MAX_GROWTH,
    )
