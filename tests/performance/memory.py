"""Time to the first response, and memory: idle, and after a class has sent its photos."""

import statistics
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import psutil

from tests.factories.http_client import HttpClient, build_upload_form
from tests.factories.images import photo_jpeg
from tests.factories.seeded import SeededClass, SeededStudent, seed
from tests.factories.server_process import PROGRAM, ServerProcess
from tests.performance.sign_ins import sign_in
from tests.performance.table import Figure, below

STARTS = 7
START_LIMIT = 1.2
IDLE_LIMIT = 110
LOADED_LIMIT = 160
SETTLE_SECONDS = 1.0
MEGABYTE = 1_000_000


@dataclass(frozen=True, slots=True)
class Memory:
    """Megabytes of the server and its child processes (the one that decodes photos ends when idle)."""

    server: float
    """RSS: resident memory, including shared pages."""
    helpers: float
    """USS of the child processes: private memory; what they share with the server is counted there."""

    @property
    def total(self) -> float:
        """The sum, without counting shared pages twice."""
        return self.server + self.helpers

    @property
    def parts(self) -> str:
        """The parts, for the table."""
        return f" ({self.server:.0f} + {self.helpers:.0f})"


def memory_of(server: ServerProcess) -> Memory:
    """The server's current memory."""
    own = psutil.Process(server.process.pid)
    helpers = sum(process.memory_full_info().uss for process in own.children(recursive=True))
    return Memory(own.memory_info().rss / MEGABYTE, helpers / MEGABYTE)


def measure(folder: Path) -> list[Figure]:
    """Time to the first response with an existing database; memory idle and after load."""
    seeded_class = seed(folder)
    times = sorted(seconds_to_first_answer(folder) for _ in range(STARTS))
    server = ServerProcess(folder)
    try:
        _health(server)
        time.sleep(SETTLE_SECONDS)
        idle = memory_of(server)
        seconds, megabytes = _send_photos(server.port, seeded_class)
        for student in seeded_class.students:
            sign_in(server.port, seeded_class, student)
        time.sleep(SETTLE_SECONDS)
        loaded = memory_of(server)
    finally:
        server.stop()
    median, spread = statistics.median(times), f" ({times[0]:.2f} to {times[-1]:.2f})"
    photos = f"{len(seeded_class.students)} photos of {megabytes:.1f} MB at once"
    memory = "memory: RSS of the server + USS of its helpers"
    return [
        below(f"start to the first 200 of /api/health, median of {STARTS}", median, START_LIMIT, "s", spread),
        below(f"{memory}, idle", idle.total, IDLE_LIMIT, "MB", idle.parts),
        below("  after 30 photos at once and as many sign-ins", loaded.total, LOADED_LIMIT, "MB", loaded.parts),
        Figure(f"{photos}, until the last response", f"{seconds:.1f} s"),
    ]


def seconds_to_first_answer(folder: Path, program: Sequence[str] = PROGRAM) -> float:
    """Seconds from the start of the program to the first 200, with the folder's data."""
    begun = time.monotonic()
    server = ServerProcess(folder, program=program)
    try:
        _health(server)
        return time.monotonic() - begun
    finally:
        server.stop()


def _health(server: ServerProcess) -> None:
    with HttpClient(server.port) as caller:
        caller.get("/api/health")


def _send_photos(port: int, seeded_class: SeededClass) -> tuple[float, float]:
    """All students send a photo at once; returns the seconds that took and a photo's size in megabytes."""
    photo = photo_jpeg()

    def send(student: SeededStudent) -> int:
        ids = {"goalId": student.goal_id, "studentId": student.id, "classroomId": seeded_class.id}
        body, headers = build_upload_form(ids, photo)
        with HttpClient(port, student.token) as caller:
            return caller.send("POST", "/api/submissions/upload", body, headers)[0]

    begun = time.monotonic()
    with ThreadPoolExecutor(len(seeded_class.students)) as threads:
        statuses = list(threads.map(send, seeded_class.students))
    assert statuses == [201] * len(seeded_class.students), statuses
    return time.monotonic() - begun, len(photo) / MEGABYTE
