"""Memory: idle, and after a class has sent its photos and signed in."""

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import psutil

from tests.factories.http_client import HttpClient, build_upload_form
from tests.factories.images import photo_jpeg
from tests.factories.seeded import SeededClass, SeededStudent, seed
from tests.factories.server_process import ServerProcess
from tests.performance import bars
from tests.performance.sign_ins import sign_in_all
from tests.performance.table import Figure

SETTLE_SECONDS = 2.0
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
        return f"{self.server:.0f} + {self.helpers:.0f}"


def memory_of(server: ServerProcess) -> Memory:
    """The server's current memory."""
    own = psutil.Process(server.process.pid)
    helpers = sum(process.memory_full_info().uss for process in own.children(recursive=True))
    return Memory(own.memory_info().rss / MEGABYTE, helpers / MEGABYTE)


def measure(folder: Path) -> list[Figure]:
    """Memory idle and after load."""
    seeded_class = seed(folder)
    server = ServerProcess(folder)
    try:
        idle = _idle_memory(server)
        seconds, megabytes = _send_photos(server.port, seeded_class)
        sign_in_all(server.port, seeded_class)
        time.sleep(SETTLE_SECONDS)
        loaded = memory_of(server)
    finally:
        server.stop()
    return [
        bars.IDLE_MEMORY.measured(idle.total, idle.parts),
        bars.LOADED_MEMORY.measured(loaded.total, loaded.parts),
        bars.PHOTOS.measured(seconds, f"{megabytes:.1f} MB each"),
    ]


def measure_idle(folder: Path) -> list[Figure]:
    """Memory idle."""
    seed(folder)
    server = ServerProcess(folder)
    try:
        idle = _idle_memory(server)
    finally:
        server.stop()
    return [bars.IDLE_MEMORY.measured(idle.total, idle.parts)]


def _idle_memory(server: ServerProcess) -> Memory:
    with HttpClient(server.port) as caller:
        caller.get("/api/health")
    time.sleep(SETTLE_SECONDS)
    return memory_of(server)


def _send_photos(port: int, seeded_class: SeededClass) -> tuple[float, float]:
    """All students send a photo at once; returns the seconds that took and a photo's size in megabytes."""
    photo = photo_jpeg()

    def send(student: SeededStudent) -> int:
        ids = {"goalId": student.goal_id, "studentId": student.id, "classroomId": seeded_class.id}
        body, headers = build_upload_form(ids, photo)
        with HttpClient(port, student.token) as caller:
            return caller.send("POST", "/api/submissions/upload", body, headers)[0]

    started = time.monotonic()
    with ThreadPoolExecutor(len(seeded_class.students)) as threads:
        statuses = list(threads.map(send, seeded_class.students))
    assert statuses == [201] * len(seeded_class.students), statuses
    return time.monotonic() - started, len(photo) / MEGABYTE
