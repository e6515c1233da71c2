"""Soak test: forty students and their teacher with live event streams, working at a class's pace."""

import asyncio
import json
import random
import re
import statistics
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

from server.security.sessions import SESSION_COOKIE
from tests.durability.expected_state import ExpectedState, Write
from tests.durability.load_generator import send_write
from tests.durability.workflow import StudentRef, Workflow, WriteBuilder, random_workflow
from tests.factories.http_client import HttpClient
from tests.factories.seeded import SeededClass, SeededStudent
from tests.factories.server_process import ServerProcess

MEGABYTE = 1_000_000
EVENT_TIMEOUT_SECONDS = 20.0
"""Seconds; an event takes a fraction of one, but the computer may be busy."""
WARM_UP_SHARE = 0.3
"""Share of the duration after which memory, files and threads must no longer grow."""
_TOPICS = {
    "goal": "goals",
    "proof": "submissions",
    "student": "goalbucks",
    "purchase": "purchases",
    "item": "store",
}
_FAILED = re.compile(r" (GET|POST|PUT|PATCH|DELETE) \S+ 5\d\d |database is locked| ERROR |Traceback")

Topic = tuple[str, str | None]
"""An event's topic and student."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Resource usage of the server process."""

    megabytes: float
    files: int
    threads: int


@dataclass(slots=True)
class SoakResult:
    """Result of a run."""

    writes: int = 0
    reads: int = 0
    events: int = 0
    samples: list[Sample] = field(default_factory=list)

    def growth(self, of: Callable[[Sample], float]) -> float:
        """Growth from the first to the last third after the warm-up, by their medians."""
        settled = [of(sample) for sample in self.samples[int(len(self.samples) * WARM_UP_SHARE) :]]
        third = len(settled) // 3
        assert third, "too short a day"
        return statistics.median(settled[-third:]) - statistics.median(settled[:third])

    def summary(self, seconds: float) -> str:
        """A summary for the test's output."""
        last = self.samples[-1]
        return (
            f"{seconds:.0f} s: {self.writes} writes, {self.reads} reads, {self.events} events heard, none lost; "
            f"memory {last.megabytes:.0f} MB ({self.growth(lambda each: each.megabytes):+.1f}), "
            f"{last.files} files ({self.growth(lambda each: each.files):+.0f}), "
            f"{last.threads} threads ({self.growth(lambda each: each.threads):+.0f})"
        )


class SoakRun:
    """`pause`: mean seconds between two actions of a student."""

    def __init__(self, seeded_class: SeededClass, server: ServerProcess, expected: ExpectedState, pause: float) -> None:
        self.seeded_class = seeded_class
        self.server = server
        self.expected = expected
        self.pause = pause
        self.result = SoakResult()
        self._received: dict[str, Counter[Topic]] = {}
        self._event_received = asyncio.Condition()

    async def run(self, seconds: float) -> SoakResult:
        """Run all clients for this many seconds."""
        end = time.monotonic() + seconds
        people = [
            (self.seeded_class.teacher_id, self.seeded_class.teacher_token),
            *((each.id, each.token) for each in self.seeded_class.students),
        ]
        async with asyncio.TaskGroup() as group, self._streams(group, people):
            sampling = group.create_task(self._sample(seconds / 60))
            students = [group.create_task(self._run_student(student, end)) for student in self.seeded_class.students]
            await asyncio.gather(*students)
            sampling.cancel()
        return self.result

    @asynccontextmanager
    async def _streams(self, group: asyncio.TaskGroup, people: list[tuple[str, str]]) -> AsyncIterator[None]:
        opened = [(person, *await self._open(token)) for person, token in people]
        listening = [group.create_task(self._listen(person, reader)) for person, reader, _ in opened]
        try:
            yield
        finally:
            for task in listening:
                assert not task.done(), "a stream ended"
                task.cancel()
            for _, _, writer in opened:
                writer.close()

    async def _open(self, token: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.server.port)
        writer.write(
            f"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {SESSION_COOKIE}={token}\r\n\r\n".encode()
        )
        assert b" 200 " in await reader.readline()
        await reader.readuntil(b": ping")
        return reader, writer

    async def _listen(self, person: str, reader: asyncio.StreamReader) -> None:
        received = self._received.setdefault(person, Counter())
        topic = ""
        while line := await reader.readline():
            if line.startswith(b"event: "):
                topic = line[7:].decode().strip()
            elif line.startswith(b"data: "):
                self.result.events += 1
                async with self._event_received:
                    received[topic, json.loads(line[6:]).get("studentId")] += 1
                    self._event_received.notify_all()

    async def _run_student(self, student: SeededStudent, end: float) -> None:
        rng = random.Random(student.id)
        place = StudentRef(self.seeded_class.id, student.id, student.username)
        number = 0
        await asyncio.sleep(rng.uniform(0, self.pause))
        while time.monotonic() < end:
            number += 1
            workflow = random_workflow(WriteBuilder(self.expected, place, f"{student.username}-{number}"), rng)
            await self._run_workflow(workflow, student, rng, end)

    async def _run_workflow(self, workflow: Workflow, student: SeededStudent, rng: random.Random, end: float) -> None:
        write = next(workflow, None)
        while write is not None and time.monotonic() < end:
            due = self._expected_events(write, student)
            before = self._event_counts(due)
            response = await asyncio.to_thread(self._write, write, student)
            await self._wait_for_events(due, before)
            await asyncio.to_thread(self._refetch, student)
            await asyncio.sleep(min(rng.expovariate(1 / self.pause), max(0, end - time.monotonic())))
            try:
                write = workflow.send(response)
            except StopIteration:
                return

    def _write(self, write: Write, student: SeededStudent) -> Any:
        with HttpClient(
            self.server.port, self.seeded_class.teacher_token if write.role == "teacher" else student.token
        ) as caller:
            status, body = send_write(caller, write)
        assert status == write.expected, (write, status, body)
        self.expected.acknowledge(write)
        self.result.writes += 1
        return body

    def _refetch(self, student: SeededStudent) -> None:
        """Send the requests with which a page refreshes after an event."""
        with (
            HttpClient(self.server.port, student.token) as own,
            HttpClient(self.server.port, self.seeded_class.teacher_token) as teacher,
        ):
            for path in ("goals", "goalbucks"):
                own.get(f"/api/students/{student.id}/{path}")
            teacher.get(self.seeded_class.stats_path)
        self.result.reads += 3

    def _expected_events(self, write: Write, student: SeededStudent) -> list[tuple[str, Topic]]:
        """The events that each listener has to receive after a write."""
        kinds = {key[0] for key in write.changes} & _TOPICS.keys()
        topics: list[Topic] = [(_TOPICS[kind], None if kind == "item" else student.id) for kind in kinds]
        return [(person, topic) for person in (student.id, self.seeded_class.teacher_id) for topic in topics]

    async def _wait_for_events(self, due: list[tuple[str, Topic]], before: list[int]) -> None:
        def all_received() -> bool:
            return all(now > then for now, then in zip(self._event_counts(due), before, strict=True))

        async with self._event_received, asyncio.timeout(EVENT_TIMEOUT_SECONDS):
            await self._event_received.wait_for(all_received)

    def _event_counts(self, due: list[tuple[str, Topic]]) -> list[int]:
        return [self._received[person][topic] for person, topic in due]

    async def _sample(self, every: float) -> None:
        process = psutil.Process(self.server.process.pid)
        while True:
            memory = process.memory_info().rss / MEGABYTE
            self.result.samples.append(Sample(memory, _open_files(process), process.num_threads()))
            await asyncio.sleep(every)


def _open_files(process: psutil.Process) -> int:
    if sys.platform == "win32":
        return process.num_handles()
    return process.num_fds()


def find_log_failures(folder: Path) -> list[str]:
    """Log lines that report failures."""
    logs = sorted((folder / "logs").glob("goalbucks.log*"))
    return [line for log in logs for line in log.read_text(encoding="utf-8").splitlines() if _FAILED.search(line)]
