"""Forty open event streams, and a change each second that all of them receive."""

import asyncio
import time
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from server.security.sessions import SESSION_COOKIE
from tests.factories.http_client import HttpClient
from tests.factories.seeded import SeededClass, seed
from tests.factories.server_process import ServerProcess
from tests.performance import bars
from tests.performance.memory import memory_of
from tests.performance.table import Figure

STREAMS = 40
CHANGES = 20
CHANGE_INTERVAL = 1.0


def measure(folder: Path) -> list[Figure]:
    """Milliseconds from the teacher's click to each student's event, and the streams' cost for the server."""
    seeded_class = seed(folder, students=STREAMS)
    server = ServerProcess(folder)
    try:
        with HttpClient(server.port, seeded_class.teacher_token) as teacher:
            item = {"name": "Sticker", "goalbucksCost": 5}
            status, added = teacher.request("POST", "/api/store", {**item, "classroomId": seeded_class.id})
            assert status == 201, added
            path = f"/api/store/{added['id']}"
            before = memory_of(server).server
            received = asyncio.run(_listen(server, seeded_class, _Change(teacher, path, item)))
    finally:
        server.stop()
    times = sorted(received.milliseconds)
    arrival = f"p50 {times[len(times) // 2]:.0f}, last {times[-1]:.0f}; {len(times)} of {STREAMS * CHANGES} arrived"
    return [
        bars.STREAM_ARRIVAL.measured(times[int(len(times) * 0.95)], arrival),
        bars.STREAM_MEMORY.measured(received.memory, f"{received.memory - before:+.1f} MB"),
        bars.STREAM_CPU.measured(received.processor),
    ]


@dataclass(frozen=True, slots=True)
class _Change:
    teacher: HttpClient
    path: str
    item: dict[str, object]

    def make(self, number: int) -> None:
        status, body = self.teacher.request("PUT", self.path, {**self.item, "stock": number})
        assert status == 200, body


@dataclass(slots=True)
class _ReceivedEvents:
    milliseconds: list[float] = field(default_factory=list)
    memory: float = 0.0
    processor: float = 0.0
    changed_at: float = 0.0


async def _listen(server: ServerProcess, seeded_class: SeededClass, change: _Change) -> _ReceivedEvents:
    received = _ReceivedEvents()
    tabs = [await _open(server.port, student.token) for student in seeded_class.students]
    async with asyncio.TaskGroup() as group:
        listening = [group.create_task(_read(reader, received)) for reader, _ in tabs]
        process = psutil.Process(server.process.pid)
        process.cpu_percent()
        for number in range(CHANGES):
            await asyncio.sleep(CHANGE_INTERVAL)
            received.changed_at = time.monotonic()
            await asyncio.to_thread(change.make, number)
        await asyncio.sleep(CHANGE_INTERVAL)
        received.processor = process.cpu_percent()
        received.memory = memory_of(server).server
        for task in listening:
            task.cancel()
    for _, writer in tabs:
        writer.close()
    return received


async def _open(port: int, token: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {SESSION_COOKIE}={token}\r\n\r\n".encode())
    assert b" 200 " in await reader.readline()
    await reader.readuntil(b": ping")
    return reader, writer


async def _read(reader: asyncio.StreamReader, received: _ReceivedEvents) -> None:
    while line := await reader.readline():
        if line.startswith(b"event: store"):
            received.milliseconds.append((time.monotonic() - received.changed_at) * 1000)
