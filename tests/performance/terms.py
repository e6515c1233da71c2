"""A new term begins after three years, while a student reads."""

import time
from contextlib import closing, suppress
from importlib import import_module
from pathlib import Path
from statistics import quantiles
from threading import Event, Thread

import psutil

from server.database.sqlite import open_sqlite_engine
from server.database.sqlite_transactions import SqliteTransactions
from server.domain.classrooms.models import Classroom
from server.domain.terms import service
from server.domain.terms.models import TermEnding
from server.security.actor import Actor
from server.settings import Settings
from tests.factories.http_client import HttpClient
from tests.factories.seeded import MONTHS, SeededClass, seed
from tests.factories.server_process import ServerProcess
from tests.performance import bars
from tests.performance.cpu import cpu_seconds
from tests.performance.table import Figure

STUDENTS = 40
ENDING = TermEnding("Fall 2026", "end", "reset")
READ_INTERVAL = 0.02
"""Seconds between two reads of a student."""
P95 = 94
"""Index of the 95th percentile in `quantiles` of hundredths."""


class _RollBackError(Exception):
    """Ends a transaction without a change."""


def measure(folder: Path) -> list[Figure]:
    """Processor time of a new term that ends goals and resets balances, and the time of reads during the call."""
    seeded_class = seed(folder, months=MONTHS, students=STUDENTS)
    return [bars.NEW_TERM.measured(_begin_and_roll_back(folder, seeded_class)), *_measure_call(folder, seeded_class)]


def _begin_and_roll_back(folder: Path, seeded_class: SeededClass) -> float:
    import_module("server.app")  # declares the tables of all domains, some of which services find by name
    engine = open_sqlite_engine(Settings(data_dir=folder).database_url)
    with closing(SqliteTransactions(engine)) as transactions:
        start = time.process_time()
        with suppress(_RollBackError), transactions.writing() as db:
            classroom = db.get_one(Classroom, seeded_class.id)
            service.begin(db, Actor(seeded_class.teacher_id, "teacher", ""), classroom, ENDING)
            raise _RollBackError
        return time.process_time() - start


def _measure_call(folder: Path, seeded_class: SeededClass) -> list[Figure]:
    student = seeded_class.students[0]
    server = ServerProcess(folder)
    has_begun = Event()
    reads: list[float] = []

    def read() -> None:
        with HttpClient(server.port, student.token) as client:
            while not has_begun.wait(READ_INTERVAL):
                start = time.perf_counter()
                client.get(f"/api/students/{student.id}/home")
                reads.append(time.perf_counter() - start)

    try:
        reader = Thread(target=read)
        reader.start()
        process = psutil.Process(server.process.pid)
        with HttpClient(server.port, seeded_class.teacher_token) as teacher:
            body = {"name": ENDING.name, "goals": ENDING.goals, "balances": ENDING.balances}
            cpu = cpu_seconds(process)
            status, term = teacher.request("POST", f"/api/classrooms/{seeded_class.id}/terms", body)
            cpu = cpu_seconds(process) - cpu
        assert status == 201, term
    finally:
        has_begun.set()
        reader.join()
        server.stop()
    p95 = 1000 * quantiles(reads, n=100)[P95]
    return [bars.NEW_TERM_CALL.measured(cpu), bars.NEW_TERM_READS.measured(p95, f"{len(reads)} reads")]
