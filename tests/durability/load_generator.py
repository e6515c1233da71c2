"""Load generator: concurrent clients that write until the server is gone and record every acknowledged write."""

import http.client
import random
from collections.abc import Mapping
from itertools import count
from threading import Semaphore, Thread
from typing import Any

from tests.durability.expected_state import EntityKey, EntityState, ExpectedState, Write
from tests.durability.workflow import StudentRef, Workflow, WriteBuilder, random_workflow
from tests.factories.http_client import HttpClient, build_upload_form
from tests.factories.seeded import SeededClass, SeededStudent

TIMEOUT_SECONDS = 30.0


def send_write(caller: HttpClient, write: Write) -> tuple[int, Any]:
    """Send a write; returns status and JSON of the response."""
    if write.is_form:
        body, headers = build_upload_form({name: str(text) for name, text in (write.body or {}).items()}, write.photo)
        return caller.send(write.method, write.path, body, headers)
    headers = {"Idempotency_Key": write.key} if write.key else {}
    return caller.request(write.method, write.path, write.body, **headers)


class LoadWorker:
    """One worker: the teacher and some students, one call at a time."""

    def __init__(
        self, seeded_class: SeededClass, expected: ExpectedState, students: tuple[SeededStudent, ...], seed: str
    ) -> None:
        self.seeded_class = seeded_class
        self.expected = expected
        self.students = students
        self.seed = seed
        self.random = random.Random(seed)
        self.in_flight: tuple[SeededStudent, Write] | None = None
        self.acknowledged = 0
        self.failures: list[object] = []
        self._numbers = count(1)

    def run(self, port: int, answered: Semaphore) -> None:
        """Send writes until the server is gone."""
        try:
            if self.in_flight is not None and self.in_flight[1].key is not None:
                self._repeat(port, *self.in_flight)
            self.in_flight = None
            while not self.failures:
                self._run_workflow(port, answered)
        except (OSError, http.client.HTTPException):
            pass

    def _run_workflow(self, port: int, answered: Semaphore) -> None:
        student = self.random.choice(self.students)
        place = StudentRef(self.seeded_class.id, student.id, student.username)
        workflow = random_workflow(
            WriteBuilder(self.expected, place, f"{self.seed}-{next(self._numbers)}"), self.random
        )
        with HttpClient(port, self.seeded_class.teacher_token) as teacher, HttpClient(port, student.token) as own:
            self._send_all(workflow, student, {"teacher": teacher, "student": own}, answered)

    def _send_all(
        self, workflow: Workflow, student: SeededStudent, callers: Mapping[str, HttpClient], answered: Semaphore
    ) -> None:
        write = next(workflow, None)
        while write is not None:
            self.in_flight = (student, write)
            status, body = send_write(callers[write.role], write)
            if status != write.expected:
                self.failures.append((status, body, write))
                return
            self.expected.acknowledge(write)
            self.acknowledged += 1
            self.in_flight = None
            answered.release()
            try:
                write = workflow.send(body)
            except StopIteration:
                return

    def _repeat(self, port: int, student: SeededStudent, write: Write) -> None:
        """Repeat a write of unknown outcome with its Idempotency-Key: it must exist exactly once."""
        with HttpClient(port, self.seeded_class.teacher_token if write.role == "teacher" else student.token) as caller:
            status, body = send_write(caller, write)
        if status != write.expected:
            self.failures.append((status, body, write))
        elif any(self.expected.known.get(key) != after for key, (_, after) in write.changes.items()):
            self.expected.acknowledge(write)
        self.acknowledged += 1


class LoadGenerator:
    """`workers` threads that write to one class, each for students of its own."""

    def __init__(self, seeded_class: SeededClass, expected: ExpectedState, *, workers: int, seed: int) -> None:
        self.expected = expected
        shares = [seeded_class.students[number::workers] for number in range(workers)]
        self.workers = [
            LoadWorker(seeded_class, expected, share, f"{seed}.{number}") for number, share in enumerate(shares)
        ]
        self._threads: list[Thread] = []

    @property
    def acknowledged(self) -> int:
        """Number of acknowledged writes."""
        return sum(worker.acknowledged for worker in self.workers)

    def start(self, port: int, responses: int) -> None:
        """Start the threads; returns after `responses` responses."""
        answered = Semaphore(0)
        self._threads = [Thread(target=worker.run, args=(port, answered)) for worker in self.workers]
        for thread in self._threads:
            thread.start()
        for _ in range(responses):
            assert answered.acquire(timeout=TIMEOUT_SECONDS), [worker.failures for worker in self.workers]

    def join(self) -> None:
        """Wait until every thread has noticed that the server is gone."""
        for thread in self._threads:
            thread.join(TIMEOUT_SECONDS)
            assert not thread.is_alive()
        assert [refusal for worker in self.workers for refusal in worker.failures] == []

    def resolve_unanswered(self, found: Mapping[EntityKey, EntityState]) -> tuple[int, int]:
        """Resolve the unanswered writes: how many there were, and how many were applied (completely)."""
        writes = [worker.in_flight[1] for worker in self.workers if worker.in_flight is not None]
        return len(writes), sum(self.expected.resolve(write, found) for write in writes)
