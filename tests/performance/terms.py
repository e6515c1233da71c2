"""A new term begins after three years, while a student reads."""

from pathlib import Path
from statistics import quantiles
from threading import Event, Thread
from time import perf_counter

from tests.factories.http_client import HttpClient
from tests.factories.seeded import MONTHS, seed
from tests.factories.server_process import ServerProcess
from tests.performance import bars
from tests.performance.table import Figure

STUDENTS = 40
READ_INTERVAL = 0.02
"""Seconds between two reads of a student."""
P95 = 94
"""Index of the 95th percentile in `quantiles` of hundredths."""


def measure(folder: Path) -> list[Figure]:
    """Time until the response to a new term that ends goals and resets balances, and that of reads meanwhile."""
    seeded_class = seed(folder, months=MONTHS, students=STUDENTS)
    student = seeded_class.students[0]
    server = ServerProcess(folder)
    has_begun = Event()
    reads: list[float] = []

    def read() -> None:
        with HttpClient(server.port, student.token) as client:
            while not has_begun.wait(READ_INTERVAL):
                start = perf_counter()
                client.get(f"/api/students/{student.id}/home")
                reads.append(perf_counter() - start)

    try:
        reader = Thread(target=read)
        reader.start()
        with HttpClient(server.port, seeded_class.teacher_token) as teacher:
            body = {"name": "Fall 2026", "goals": "end", "balances": "reset"}
            start = perf_counter()
            status, term = teacher.request("POST", f"/api/classrooms/{seeded_class.id}/terms", body)
            seconds = perf_counter() - start
        assert status == 201, term
    finally:
        has_begun.set()
        reader.join()
        server.stop()
    latency = quantiles(reads, n=100)[P95]
    return [
        bars.NEW_TERM.measured(seconds, f"{STUDENTS} students, with its backup"),
        bars.NEW_TERM_READS.measured(1000 * latency, f"{len(reads)} reads"),
    ]
