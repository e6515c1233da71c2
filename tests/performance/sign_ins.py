"""A whole class signs in at once while the teacher's dashboard is read."""

import statistics
import time
from pathlib import Path

from tests.factories.http_client import HttpClient
from tests.factories.passwords import PASSWORD
from tests.factories.seeded import SeededClass, SeededStudent, seed
from tests.factories.server_process import ServerProcess
from tests.performance.load import Job, LoadProcess, LoadResult, merge_results, request, run
from tests.performance.table import Figure, below

ROUNDS = 7
LAST_SIGN_IN_LIMIT = 1.2
READ_LIMIT_MS = 100
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


def sign_in(port: int, seeded_class: SeededClass, student: SeededStudent) -> None:
    """Sign one student in, on a connection of its own."""
    with HttpClient(port) as caller:
        status, body = caller.request("POST", PATH, _body(seeded_class, student))
    assert status == 200, body


def measure(folder: Path) -> list[Figure]:
    """How long the last of thirty waits, and how slow the other requests get."""
    seeded_class = seed(folder)
    server = ServerProcess(folder)
    try:
        rounds = [_round(server.port, seeded_class) for _ in range(ROUNDS)]
    finally:
        server.stop()
    lasts = sorted(seconds for seconds, _ in rounds)
    meanwhile = merge_results([reads for _, reads in rounds])
    assert meanwhile.failures == 0
    count = len(seeded_class.students)
    return [
        below(
            f"{count} sign-ins at once, the last one's wait, median of {ROUNDS}",
            statistics.median(lasts),
            LAST_SIGN_IN_LIMIT,
            "s",
            f" ({lasts[0]:.2f} to {lasts[-1]:.2f})",
        ),
        below(
            "dashboard reads meanwhile, 100 a second, p95",
            meanwhile.percentile(0.95),
            READ_LIMIT_MS,
            "ms",
            f" (p50 {meanwhile.percentile(0.5):.1f})",
        ),
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
    return [
        Figure(
            f"{STORM_STUDENTS} sign-ins in {STORM_SECONDS:g} s, p95 of {STORM_ROUNDS} storms",
            f"{p95:.0f} ms (p50 {p50:.0f}, last {last:.0f})",
        )
    ]


def _round(port: int, seeded_class: SeededClass) -> tuple[float, LoadResult]:
    sign_ins = [request("POST", PATH, None, _body(seeded_class, student)) for student in seeded_class.students]
    stats = request("GET", seeded_class.stats_path, seeded_class.teacher_token)
    reads = LoadProcess(Job(port, [stats], READERS, LEAD_SECONDS * 2 + LAST_SIGN_IN_LIMIT, READ_INTERVAL))
    time.sleep(LEAD_SECONDS)
    signed_in = run(Job(port, sign_ins, len(sign_ins)))
    assert (len(signed_in.samples), signed_in.failures) == (len(sign_ins), 0)
    start = min(due for due, _ in signed_in.samples)
    return signed_in.last_response - start, reads.result().between(start, signed_in.last_response)
