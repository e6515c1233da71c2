"""A whole class signs in at once while the teacher's dashboard is read."""

import statistics
import time
from dataclasses import dataclass
from pathlib import Path

import psutil

from tests.factories.passwords import PASSWORD
from tests.factories.seeded import SeededClass, SeededStudent, seed
from tests.factories.server_process import ServerProcess
from tests.performance import bars
from tests.performance.cpu import cpu_seconds
from tests.performance.load import Job, LoadProcess, LoadResult, merge_results, request, run
from tests.performance.table import Figure

ROUNDS = 7
READ_SECONDS = 2.4
READ_INTERVAL = 0.01
"""Seconds between two reads of the dashboard, on enough connections that none waits for another."""
READERS = 20
LEAD_SECONDS = 0.6
"""The reads begin this long before the sign-ins: their process has to start first."""
STORM_STUDENTS = 40
STORM_SECONDS = 5.0
STORM_ROUNDS = 3
PATH = "/api/auth/student"


def _body(seeded_class: SeededClass, student: SeededStudent) -> dict[str, str]:
    return {"username": student.username, "password": PASSWORD, "classCode": seeded_class.code}


def sign_in_all(port: int, seeded_class: SeededClass) -> LoadResult:
    """Sign all students in at once."""
    sign_ins = [request("POST", PATH, None, _body(seeded_class, student)) for student in seeded_class.students]
    done = run(Job(port, sign_ins, len(sign_ins)))
    assert (len(done.samples), done.failures) == (len(sign_ins), 0)
    return done


@dataclass(frozen=True, slots=True)
class _Round:
    """All students sign in once."""

    seconds: float
    """To the last response."""
    cpu_ms: float
    """Processor time of the server for a sign-in, with its share of the reads."""
    reads: LoadResult


def measure(folder: Path, rounds: int = ROUNDS) -> list[Figure]:
    """How long the last of thirty waits, and how slow the other requests get."""
    seeded_class = seed(folder)
    server = ServerProcess(folder)
    try:
        done = [_round(server, seeded_class) for _ in range(rounds)]
    finally:
        server.stop()
    lasts = sorted(each.seconds for each in done)
    reads = merge_results([each.reads for each in done])
    assert reads.failures == 0
    return [
        bars.LAST_SIGN_IN.measured(statistics.median(lasts), f"median of {rounds}, {lasts[0]:.2f} to {lasts[-1]:.2f}"),
        bars.READS_DURING_SIGN_INS.measured(reads.percentile(0.95), f"p50 {reads.percentile(0.5):.1f}"),
        bars.SIGN_IN_CPU.measured(statistics.median(each.cpu_ms for each in done)),
    ]


def measure_storm(folder: Path) -> list[Figure]:
    """A full class that signs in within five seconds: how long each waits."""
    seeded_class = seed(folder, students=STORM_STUDENTS)
    server = ServerProcess(folder)
    try:
        sign_ins = [request("POST", PATH, None, _body(seeded_class, student)) for student in seeded_class.students]
        storms = [
            run(Job(server.port, sign_ins, STORM_STUDENTS, every=STORM_SECONDS / STORM_STUDENTS))
            for _ in range(STORM_ROUNDS)
        ]
    finally:
        server.stop()
    storm = merge_results(storms)
    assert (len(storm.samples), storm.failures) == (STORM_STUDENTS * STORM_ROUNDS, 0)
    p50, p95, last = (storm.percentile(part) for part in (0.5, 0.95, 1.0))
    note = f"p50 {p50:.0f}, last {last:.0f}; {STORM_ROUNDS} times"
    return [bars.SIGN_IN_STORM.measured(p95, note)]


def _round(server: ServerProcess, seeded_class: SeededClass) -> _Round:
    stats = request("GET", seeded_class.stats_path, seeded_class.teacher_token)
    process = psutil.Process(server.process.pid)
    reads = LoadProcess(Job(server.port, [stats], READERS, READ_SECONDS, READ_INTERVAL))
    time.sleep(LEAD_SECONDS)
    before = cpu_seconds(process)
    signed_in = sign_in_all(server.port, seeded_class)
    spent = cpu_seconds(process) - before
    start = min(due for due, _ in signed_in.samples)
    return _Round(
        signed_in.last_response - start,
        1000 * spent / len(signed_in.samples),
        reads.result().between(start, signed_in.last_response),
    )
