"""A lesson hour: students read, prove and buy, teachers review; how much of it fits before answers get slow."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tests.factories.process import ServerProcess
from tests.performance.school.figures import calls_of, failures, load_was_honest, refused, spread
from tests.performance.school.lesson import Lesson
from tests.performance.school.listeners import Listeners
from tests.performance.school.people import SchoolClass
from tests.performance.school.rig import Rig
from tests.performance.school.running import Used, Watch, name_of, serving
from tests.performance.school.visits import Done
from tests.performance.table import Figure

LIMIT_MS = 500
LISTENING = 400
"""Students who have a page open all the while."""
WARM_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Ladder:
    """From `first` deeds a second upwards until it is too much, each rate for so long."""

    first: float
    factor: float
    seconds: float
    most: int
    workers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rung:
    """One rate and what came of it."""

    deeds: float
    done: Done
    used: Used

    @property
    def calls(self) -> float:
        """A second."""
        return len(calls_of(self.done)) / self.done.seconds

    @property
    def p95(self) -> float:
        """Milliseconds."""
        return spread(calls_of(self.done))[1]

    @property
    def is_fine(self) -> bool:
        """Whether everybody was answered, and soon."""
        return self.p95 < LIMIT_MS and not refused(self.done)


def measure(rig: Rig, url: str, classes: Sequence[SchoolClass], ladder: Ladder) -> list[Figure]:
    """With each number of processes in turn."""
    with rig.database.connect(name_of(url)) as connection:
        lesson = Lesson(connection, classes, rig.photo)
    listening = [student for room in classes for student in room.students][:LISTENING]
    figures: list[Figure] = []
    for workers in ladder.workers:
        with serving(url, rig.folder, workers) as server, Listeners(server.port, listening, classes):
            watch = Watch(server, rig.database)
            # Statements are prepared, pools are filled, the process for photos is there.
            rig.go(server, lesson.at_rate(ladder.first, WARM_SECONDS))
            rungs = list(_climb(rig, server, watch, lesson, ladder))
            figures += _figures(workers, rungs, watch)
    return figures


def _climb(rig: Rig, server: ServerProcess, watch: Watch, lesson: Lesson, ladder: Ladder) -> Iterator[Rung]:
    rate = ladder.first
    for _ in range(ladder.most):
        before = watch.used()
        done = rig.go(server, lesson.at_rate(rate, ladder.seconds))
        rung = Rung(rate, done, watch.used().since(before))
        yield rung
        if not rung.is_fine:
            return
        rate *= ladder.factor


def _figures(workers: int, rungs: Sequence[Rung], watch: Watch) -> list[Figure]:
    best = max((rung for rung in rungs if rung.is_fine), key=lambda rung: rung.deeds, default=rungs[0])
    count = len(calls_of(best.done))
    server, database = (1000 * seconds / count for seconds in (best.used.server, best.used.database))
    name = "1 process" if workers == 1 else f"{workers} processes"
    memory = ", ".join(f"{each.resident:.0f} (PSS {each.proportional:.0f})" for each in watch.memory())
    steps = ", ".join(f"{rung.calls:.0f}/s {rung.p95:.0f} ms" for rung in rungs)
    cores_used = (best.used.server + best.used.database + best.done.own_seconds) / best.done.seconds
    return [
        Figure(
            f"lessons, {name}: most with p95 < {LIMIT_MS} ms",
            f"{best.calls:.0f} calls/s ({best.deeds:.0f} deeds/s), p95 {best.p95:.0f} ms",
            f"p95 < {LIMIT_MS} ms",
            best.is_fine,
        ),
        Figure("  rate and p95, step by step", steps),
        Figure(
            "  processor time a call: the program, PostgreSQL",
            f"{server:.1f} + {database:.1f} ms ({cores_used:.1f} cores with the load)",
        ),
        Figure(
            "  how the processes shared the work",
            ", ".join(f"{seconds / best.used.server:.0%}" for seconds in best.used.workers),
        ),
        Figure("  memory of each in MB, connections of all", f"{memory}; {watch.connections()[0]}"),
        failures(best.done),
        load_was_honest(best.done),
    ]
