"""Forty open event streams of a class, and a change each second that all of them receive."""

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from server.security.sessions import SESSION_COOKIE
from tests.factories.http_client import HttpClient
from tests.factories.seeded import seed
from tests.factories.server_process import ServerProcess
from tests.performance import bars
from tests.performance.load import request
from tests.performance.memory import memory_of
from tests.performance.table import Figure, Metric

STREAMS = 40
CHANGES = 20
CHANGE_INTERVAL = 1.0
ITEM: dict[str, object] = {"name": "Sticker", "goalbucksCost": 5}
"""The item of the store that is changed."""


def measure(folder: Path) -> list[Figure]:
    """Milliseconds from the teacher's click to each student's event, and the streams' cost for the server."""
    seeded_class = seed(folder, students=STREAMS)
    server = ServerProcess(folder)
    try:
        with HttpClient(server.port, seeded_class.teacher_token) as teacher:
            status, added = teacher.request("POST", "/api/store", {**ITEM, "classroomId": seeded_class.id})
            assert status == 201, added
            before = memory_of(server).server
        path, streams = f"/api/store/{added['id']}", [stream_request(each.token) for each in seeded_class.students]

        def change(number: int) -> str:
            return request("PUT", path, seeded_class.teacher_token, {**ITEM, "stock": number})

        received = asyncio.run(listen(server, streams, change))
    finally:
        server.stop()
    return [
        received.arrival(bars.STREAM_ARRIVAL),
        bars.STREAM_MEMORY.measured(received.memory, f"{received.memory - before:+.1f} MB"),
        bars.STREAM_CPU.measured(received.processor),
    ]


@dataclass(slots=True)
class ReceivedEvents:
    """When each stream received each change, and the server's memory and processor meanwhile."""

    milliseconds: list[float] = field(default_factory=list)
    memory: float = 0.0
    processor: float = 0.0
    changed_at: float = 0.0

    def arrival(self, metric: Metric) -> Figure:
        """The 95th percentile of the arrivals; all must have arrived."""
        times = sorted(self.milliseconds)
        assert len(times) == STREAMS * CHANGES, f"{len(times)} of {STREAMS * CHANGES} events arrived"
        note = f"p50 {times[len(times) // 2]:.0f}, last {times[-1]:.0f}"
        return metric.measured(times[int(len(times) * 0.95)], note)


def stream_request(token: str) -> bytes:
    """The raw request of an event stream."""
    return f"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {SESSION_COOKIE}={token}\r\n\r\n".encode()


async def listen(server: ServerProcess, streams: Sequence[bytes], change: Callable[[int], str]) -> ReceivedEvents:
    """Open the streams, and send the raw request of each change of the item, by its number."""
    received = ReceivedEvents()
    tabs = [await _open(server.port, each) for each in streams]
    answers, sender = await asyncio.open_connection("127.0.0.1", server.port)
    async with asyncio.TaskGroup() as group:
        listening = [group.create_task(_read(reader, received)) for reader, _ in tabs]
        process = psutil.Process(server.process.pid)
        process.cpu_percent()
        for number in range(CHANGES):
            await asyncio.sleep(CHANGE_INTERVAL)
            received.changed_at = time.monotonic()
            await _send(answers, sender, change(number))
        await asyncio.sleep(CHANGE_INTERVAL)
        received.processor = process.cpu_percent()
        received.memory = memory_of(server).server
        for task in listening:
            task.cancel()
    for writer in (sender, *(writer for _, writer in tabs)):
        writer.close()
    return received


async def _open(port: int, stream: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(stream)
    assert b" 200 " in await reader.readline()
    await reader.readuntil(b": ping")
    return reader, writer


async def _send(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, content: str) -> None:
    writer.write(content.encode())
    head = await reader.readuntil(b"\r\n\r\n")
    assert b" 200 " in head.splitlines()[0], head
    length = next(line for line in head.lower().splitlines() if line.startswith(b"content-length:"))
    await reader.readexactly(int(length.partition(b":")[2]))


async def _read(reader: asyncio.StreamReader, received: ReceivedEvents) -> None:
    while line := await reader.readline():
        if line.startswith(b"event: store"):
            received.milliseconds.append((time.monotonic() - received.changed_at) * 1000)
