"""Start of a lesson: students sign in and open their first page within a minute, behind one NAT."""

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256

import psycopg
from argon2 import PasswordHasher

from server.database.base import new_id
from server.security.sessions import DEFAULT_LIFETIME
from tests.factories.passwords import PASSWORD
from tests.performance.school.benchmark_context import BenchmarkContext
from tests.performance.school.dataset import Person, SchoolClass
from tests.performance.school.open_loop_load import Visit, VisitResults
from tests.performance.school.processes import CpuUsage, ResourceMonitor, cores, database_name, serving
from tests.performance.school.requests import SCHOOL_ADDRESSES, RequestBuilder, cookies
from tests.performance.school.stream_clients import StreamClients
from tests.performance.school.summary import (
    by_call,
    failures,
    format_percentiles,
    is_load_valid,
    percentiles,
    without_pages,
)
from tests.performance.table import Figure, Metric

LIMIT_MS = 500
WORKERS = 2
TYPING_SECONDS = 4.0
"""From the login page to the sign-in."""
LEFTOVER_SESSION_EVERY = 3
"""One device in this many still has the previous user's session."""
HASH_SAMPLES = 20
SIGN_IN = "sign-in"


@dataclass(frozen=True, slots=True)
class Rush:
    """A number of students arriving in a number of seconds."""

    students: int
    seconds: float


class Arrivals:
    """Assigns students and previous users to devices."""

    def __init__(self, classes: Sequence[SchoolClass], rush: Rush) -> None:
        self._chance = random.Random(8)
        self._seconds = rush.seconds
        everybody = [(school_class, student) for school_class in classes for student in school_class.students]
        chosen = self._chance.sample(everybody, min(2 * rush.students, len(everybody)))
        self._coming = chosen[: rush.students]
        self._gone = [student for _, student in chosen[rush.students :][: rush.students // LEFTOVER_SESSION_EVERY]]

    def leave_sessions(self, database: psycopg.Connection) -> None:
        """Create the previous users' sessions; other parts of the benchmark use separate ones."""
        moment = datetime.now(UTC)
        with database.cursor() as cursor:
            rows = [
                (
                    new_id(),
                    moment,
                    sha256(_leftover_session(each).encode()).hexdigest(),
                    each.id,
                    moment,
                    moment + DEFAULT_LIFETIME,
                )
                for each in self._gone
            ]
            cursor.executemany(
                "INSERT INTO sessions (id, created_at, token_hash, student_id, seen_at, expires_at)"
                " VALUES (%s, %s, %s, %s, %s, %s)",
                rows,
            )

    def visits(self) -> list[Visit]:
        """Visits ordered by time, at the moments of a Poisson process."""
        left = [cookies(_leftover_session(each)) for each in self._gone] + [b""] * len(self._coming)
        visits: list[Visit] = []
        for number, (school_class, student) in enumerate(self._coming):
            caller = RequestBuilder(SCHOOL_ADDRESSES[number % len(SCHOOL_ADDRESSES)])
            at = TYPING_SECONDS + self._chance.uniform(0, self._seconds)
            visits.append(Visit(at - TYPING_SECONDS, (caller.login_page(),), b""))
            steps = (caller.sign_in(school_class, student), caller.first_page(student))
            visits.append(Visit(at, steps, left[number]))
        return sorted(visits, key=lambda visit: visit.at)


def _leftover_session(student: Person) -> str:
    return f"left-{student.id}"


def measure(context: BenchmarkContext, url: str, classes: Sequence[SchoolClass], rush: Rush) -> list[Figure]:
    """Response times and costs of the rush."""
    hour = Arrivals(classes, rush)
    with context.database.connect(database_name(url)) as connection:
        hour.leave_sessions(connection)
    with serving(url, context.folder, WORKERS) as server, StreamClients(server.port, (), classes):
        monitor = ResourceMonitor(server, context.database)
        before = monitor.used()
        done = context.run(server, hour.visits())
        used = monitor.used().since(before)
        connections, _ = monitor.connections()
        memory = ", ".join(f"{each.resident:.0f} MB (PSS {each.proportional:.0f})" for each in monitor.memory())
    calls = without_pages(done)
    sign_ins = [each for each in calls if each.name == SIGN_IN]
    others = [each for each in calls if each.name != SIGN_IN]
    pages = [each for each in done.responses if each.name == "page 1"]
    name = f"{rush.students} sign-ins in {rush.seconds:g} s, {len(used.workers)} processes: p95"
    return [
        Metric(name, "ms", at_most=LIMIT_MS).measured(percentiles(sign_ins)[1], format_percentiles(sign_ins)),
        Metric(f"  their {len(others)} other calls: p95", "ms", at_most=LIMIT_MS).measured(
            percentiles(others)[1], format_percentiles(others)
        ),
        failures(done),
        *by_call(done),
        Figure("  whole first page, after the sign-in's response", format_percentiles(pages)),
        Figure("  bytes of a first page with its sign-in", f"{_first_page_bytes(done) / 1000:.0f} kB"),
        *_costs(done, used, rush),
        Figure("  database connections", str(connections)),
        Figure("  memory of a process with its streams", memory),
    ]


def _costs(done: VisitResults, used: CpuUsage, rush: Rush) -> Iterator[Figure]:
    everything = done.seconds * cores()
    parts = {"the program": used.program_seconds, "PostgreSQL": used.database, "the load": done.own_seconds}
    shares = ", ".join(f"{name} {seconds / everything:.0%}" for name, seconds in parts.items())
    yield Figure(f"  CPU used, of {cores()} cores", shares)
    each = ", ".join(f"{seconds / used.program_seconds:.0%}" for seconds in used.workers)
    yield Figure("  share of the work of each process", each)
    argon = _hash_seconds() * rush.students
    yield Figure(
        "  Argon2's share of the program's processor time",
        f"{argon / used.program_seconds:.0%} ({argon / rush.students * 1000:.0f} ms a sign-in)",
    )
    yield is_load_valid(done)


def _hash_seconds() -> float:
    hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
    kept = hasher.hash(PASSWORD)
    started = time.thread_time()
    for _ in range(HASH_SAMPLES):
        hasher.verify(kept, PASSWORD)
    return (time.thread_time() - started) / HASH_SAMPLES


def _first_page_bytes(done: VisitResults) -> float:
    pages = sum(each.name == "page 1" for each in done.responses)
    outside = ("login page", "what the door allows")
    return sum(each.size for each in done.responses if each.name not in outside) / max(1, pages)
