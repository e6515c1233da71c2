"""The bell: students come in, sign in and open their first page, all within a minute, from behind one router."""

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
from tests.performance.school.calls import SCHOOL_ADDRESSES, Caller, cookies
from tests.performance.school.figures import by_call, calls_of, failures, in_words, load_was_honest, spread
from tests.performance.school.listeners import Listeners
from tests.performance.school.people import Person, SchoolClass
from tests.performance.school.rig import Rig
from tests.performance.school.running import Used, Watch, cores, name_of, serving
from tests.performance.school.visits import Done, Visit
from tests.performance.table import Figure, below

LIMIT_MS = 500
WORKERS = 2
TYPING_SECONDS = 4.0
"""From the login page to the sign-in."""
LEFT_BEHIND = 3
"""One device in so many still has the session of whoever sat there before."""
HASHES = 20
SIGN_IN = "sign-in"


@dataclass(frozen=True, slots=True)
class Rush:
    """So many students in so many seconds."""

    students: int
    seconds: float


class Hour:
    """Who comes to which device, and who sat there before."""

    def __init__(self, classes: Sequence[SchoolClass], rush: Rush) -> None:
        self._chance = random.Random(8)
        self._seconds = rush.seconds
        everybody = [(room, student) for room in classes for student in room.students]
        chosen = self._chance.sample(everybody, min(2 * rush.students, len(everybody)))
        self._coming = chosen[: rush.students]
        self._gone = [student for _, student in chosen[rush.students :][: rush.students // LEFT_BEHIND]]

    def leave_sessions(self, database: psycopg.Connection) -> None:
        """Of those who sat there before; the sessions that others of the bench use are apart."""
        moment = datetime.now(UTC)
        with database.cursor() as cursor:
            rows = [
                (new_id(), moment, sha256(_left(each).encode()).hexdigest(), each.id, moment, moment + DEFAULT_LIFETIME)
                for each in self._gone
            ]
            cursor.executemany(
                "INSERT INTO sessions (id, created_at, token_hash, student_id, seen_at, expires_at)"
                " VALUES (%s, %s, %s, %s, %s, %s)",
                rows,
            )

    def visits(self) -> list[Visit]:
        """In the order of time; the moments are a Poisson process's."""
        left = [cookies(_left(each)) for each in self._gone] + [b""] * len(self._coming)
        visits: list[Visit] = []
        for number, (room, student) in enumerate(self._coming):
            caller = Caller(SCHOOL_ADDRESSES[number % len(SCHOOL_ADDRESSES)])
            at = TYPING_SECONDS + self._chance.uniform(0, self._seconds)
            visits.append(Visit(at - TYPING_SECONDS, (caller.door(),), b""))
            steps = (caller.sign_in(room, student), caller.first_page(room, student))
            visits.append(Visit(at, steps, left[number]))
        return sorted(visits, key=lambda visit: visit.at)


def _left(student: Person) -> str:
    return f"left-{student.id}"


def measure(rig: Rig, url: str, classes: Sequence[SchoolClass], rush: Rush) -> list[Figure]:
    """How long everything takes, and what it costs."""
    hour = Hour(classes, rush)
    with rig.database.connect(name_of(url)) as connection:
        hour.leave_sessions(connection)
    with serving(url, rig.folder, WORKERS) as server, Listeners(server.port, (), classes):
        watch = Watch(server, rig.database)
        before = watch.used()
        done = rig.go(server, hour.visits())
        used = watch.used().since(before)
        connections, _ = watch.connections()
        memory = ", ".join(f"{each.resident:.0f} MB (PSS {each.proportional:.0f})" for each in watch.memory())
    calls = calls_of(done)
    sign_ins = [each for each in calls if each.name == SIGN_IN]
    others = [each for each in calls if each.name != SIGN_IN]
    pages = [each for each in done.answers if each.name == "page 1"]
    name = f"{rush.students} sign-ins in {rush.seconds:g} s, {len(used.workers)} processes: p95"
    return [
        below(name, spread(sign_ins)[1], LIMIT_MS, "ms", f" ({in_words(sign_ins)})"),
        below(f"  their {len(others)} other calls: p95", spread(others)[1], LIMIT_MS, "ms", f" ({in_words(others)})"),
        failures(done),
        *by_call(done),
        Figure("  whole first page, after the sign-in's answer", in_words(pages)),
        Figure("  bytes of a first page with its sign-in", f"{_first_page_bytes(done) / 1000:.0f} kB"),
        *_costs(done, used, rush),
        Figure("  connections to the database", str(connections)),
        Figure("  memory of a process with its streams", memory),
    ]


def _costs(done: Done, used: Used, rush: Rush) -> Iterator[Figure]:
    everything = done.seconds * cores()
    parts = {"the program": used.server, "PostgreSQL": used.database, "the load": done.own_seconds}
    shares = ", ".join(f"{name} {seconds / everything:.0%}" for name, seconds in parts.items())
    yield Figure(f"  of {cores()} cores meanwhile", shares)
    each = ", ".join(f"{seconds / used.server:.0%}" for seconds in used.workers)
    yield Figure("  how the processes shared the work", each)
    argon = _hash_seconds() * rush.students
    yield Figure(
        "  Argon2's share of the program's processor time",
        f"{argon / used.server:.0%} ({argon / rush.students * 1000:.0f} ms a sign-in)",
    )
    yield load_was_honest(done)


def _hash_seconds() -> float:
    hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
    kept = hasher.hash(PASSWORD)
    begun = time.thread_time()
    for _ in range(HASHES):
        hasher.verify(kept, PASSWORD)
    return (time.thread_time() - begun) / HASHES


def _first_page_bytes(done: Done) -> float:
    pages = sum(each.name == "page 1" for each in done.answers)
    outside = ("login page", "what the door allows")
    return sum(each.size for each in done.answers if each.name not in outside) / max(1, pages)
