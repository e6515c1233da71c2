"""A long school day: forty students and their teacher with live streams, who do what a class does, at its pace."""

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
from tests.durability.classwork import ask
from tests.durability.lesson import Desk, Lesson, Place, lesson
from tests.durability.notebook import Notebook, Write
from tests.factories.caller import Caller
from tests.factories.process import ServerProcess
from tests.factories.seated import SeatedClass, SeatedStudent

MEGABYTE = 1_000_000
HEARD_WITHIN = 20.0
"""Seconds; a live change takes a fraction of one, but the computer may be busy."""
WARM_UP = 0.3
"""The part of the time after which nothing may grow any more."""
_TOPICS = {
    "goal": "goals",
    "proof": "submissions",
    "student": "goalbucks",
    "purchase": "purchases",
    "item": "store",
}
_FAILED = re.compile(r" (GET|POST|PUT|PATCH|DELETE) \S+ 5\d\d |database is locked| ERROR |Traceback")

Topic = tuple[str, str | None]
"""What an event is about, and the student."""


@dataclass(frozen=True, slots=True)
class Sample:
    """What the server holds."""

    megabytes: float
    files: int
    threads: int


@dataclass(slots=True)
class Day:
    """What came of it."""

    writes: int = 0
    reads: int = 0
    events: int = 0
    samples: list[Sample] = field(default_factory=list)

    def growth(self, of: Callable[[Sample], float]) -> float:
        """From the first third after the warm-up to the last third, by their medians."""
        settled = [of(sample) for sample in self.samples[int(len(self.samples) * WARM_UP) :]]
        third = len(settled) // 3
        assert third, "too short a day"
        return statistics.median(settled[-third:]) - statistics.median(settled[:third])

    def line(self, seconds: float) -> str:
        """For whoever reads the test's output."""
        last = self.samples[-1]
        return (
            f"{seconds:.0f} s: {self.writes} writes, {self.reads} reads, {self.events} events heard, none lost; "
            f"memory {last.megabytes:.0f} MB ({self.growth(lambda each: each.megabytes):+.1f}), "
            f"{last.files} files ({self.growth(lambda each: each.files):+.0f}), "
            f"{last.threads} threads ({self.growth(lambda each: each.threads):+.0f})"
        )


class Soak:
    """`pause`: the seconds between a student's doings, on average."""

    def __init__(self, room: SeatedClass, server: ServerProcess, notebook: Notebook, pause: float) -> None:
        self.room = room
        self.server = server
        self.notebook = notebook
        self.pause = pause
        self.day = Day()
        self._heard: dict[str, Counter[Topic]] = {}
        self._news = asyncio.Condition()

    async def live_through(self, seconds: float) -> Day:
        """All of them, for so long."""
        end = time.monotonic() + seconds
        people = [
            (self.room.teacher_id, self.room.teacher_token),
            *((each.id, each.token) for each in self.room.students),
        ]
        async with asyncio.TaskGroup() as group, self._streams(group, people):
            sampling = group.create_task(self._sample(seconds / 60))
            students = [group.create_task(self._attend(student, end)) for student in self.room.students]
            await asyncio.gather(*students)
            sampling.cancel()
        return self.day

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
        heard = self._heard.setdefault(person, Counter())
        topic = ""
        while line := await reader.readline():
            if line.startswith(b"event: "):
                topic = line[7:].decode().strip()
            elif line.startswith(b"data: "):
                self.day.events += 1
                async with self._news:
                    heard[topic, json.loads(line[6:]).get("studentId")] += 1
                    self._news.notify_all()

    async def _attend(self, student: SeatedStudent, end: float) -> None:
        dice = random.Random(student.id)
        place = Place(self.room.id, student.id, student.username)
        number = 0
        await asyncio.sleep(dice.uniform(0, self.pause))
        while time.monotonic() < end:
            number += 1
            held = lesson(Desk(self.notebook, place, f"{student.username}-{number}"), dice)
            await self._follow(held, student, dice, end)

    async def _follow(self, held: Lesson, student: SeatedStudent, dice: random.Random, end: float) -> None:
        write = next(held, None)
        while write is not None and time.monotonic() < end:
            due = self._due(write, student)
            before = self._times_heard(due)
            answer = await asyncio.to_thread(self._write, write, student)
            await self._until_heard(due, before)
            await asyncio.to_thread(self._look, student)
            await asyncio.sleep(min(dice.expovariate(1 / self.pause), max(0, end - time.monotonic())))
            try:
                write = held.send(answer)
            except StopIteration:
                return

    def _write(self, write: Write, student: SeatedStudent) -> Any:
        with Caller(self.server.port, self.room.teacher_token if write.who == "teacher" else student.token) as caller:
            status, answer = ask(caller, write)
        assert status == write.expected, (write, status, answer)
        self.notebook.acknowledge(write)
        self.day.writes += 1
        return answer

    def _look(self, student: SeatedStudent) -> None:
        """What a page fetches anew when it hears of something."""
        with (
            Caller(self.server.port, student.token) as own,
            Caller(self.server.port, self.room.teacher_token) as teacher,
        ):
            for path in ("goals", "goalbucks"):
                own.get(f"/api/students/{student.id}/{path}")
            teacher.get(self.room.stats)
        self.day.reads += 3

    def _due(self, write: Write, student: SeatedStudent) -> list[tuple[str, Topic]]:
        """Who has to hear of what."""
        kinds = {subject[0] for subject in write.changes} & _TOPICS.keys()
        topics: list[Topic] = [(_TOPICS[kind], None if kind == "item" else student.id) for kind in kinds]
        return [(person, topic) for person in (student.id, self.room.teacher_id) for topic in topics]

    async def _until_heard(self, due: list[tuple[str, Topic]], before: list[int]) -> None:
        def heard() -> bool:
            return all(now > then for now, then in zip(self._times_heard(due), before, strict=True))

        async with self._news, asyncio.timeout(HEARD_WITHIN):
            await self._news.wait_for(heard)

    def _times_heard(self, due: list[tuple[str, Topic]]) -> list[int]:
        return [self._heard[person][topic] for person, topic in due]

    async def _sample(self, every: float) -> None:
        process = psutil.Process(self.server.process.pid)
        while True:
            memory = process.memory_info().rss / MEGABYTE
            self.day.samples.append(Sample(memory, _open_files(process), process.num_threads()))
            await asyncio.sleep(every)


def _open_files(process: psutil.Process) -> int:
    if sys.platform == "win32":
        return process.num_handles()
    return process.num_fds()


def complaints(folder: Path) -> list[str]:
    """What the log has of failures."""
    logs = sorted((folder / "logs").glob("goalbucks.log*"))
    return [line for log in logs for line in log.read_text(encoding="utf-8").splitlines() if _FAILED.search(line)]
