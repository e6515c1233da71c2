"""The load: many keep-alive connections in a process of their own, which must never be slower than the server.

`python -m tests.performance.load` reads a `Job` as JSON from stdin and prints the samples; `start` runs that.
"""

import asyncio
import json
import math
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from itertools import chain, repeat
from typing import cast

import uvloop

from server.security.sessions import SESSION_COOKIE

Sample = tuple[float, float]
"""When a request was due (time.monotonic, the same clock in every process) and how long its answer took, in seconds."""

_LENGTH = b"content-length: "
_END = b"\r\n\r\n"
_LATE = 20.0
"""Seconds after which a load gives up."""


@dataclass(frozen=True, slots=True)
class Job:
    """What to send: `requests` in turn, whole as they go over the wire.

    `seconds`: go round and round for so long; None: each request once.
    `every`: start one each so many seconds, whether the last was answered or not; None: as fast as answers come.
    `expected`: the first digits of the statuses that are no failure.
    """

    port: int
    requests: Sequence[str]
    clients: int = 1
    seconds: float | None = None
    every: float | None = None
    expected: str = "23"


@dataclass(frozen=True, slots=True)
class Measured:
    """What came of it: `samples` of the expected answers, and how many others there were."""

    samples: Sequence[Sample]
    failures: int = 0

    @property
    def rate(self) -> float:
        """Answers a second."""
        if not self.samples:
            return 0.0
        return len(self.samples) / (self.ended - min(due for due, _ in self.samples))

    @property
    def ended(self) -> float:
        """When the last answer was there."""
        return max(due + took for due, took in self.samples)

    def percentile(self, part: float) -> float:
        """The time, in milliseconds, that this part of the answers stayed within."""
        times = sorted(took for _, took in self.samples)
        return times[max(0, math.ceil(part * len(times)) - 1)] * 1000 if times else math.nan

    def between(self, start: float, end: float) -> "Measured":
        """Only what was due in this time."""
        return Measured([sample for sample in self.samples if start <= sample[0] <= end], self.failures)


def pooled(parts: Sequence[Measured]) -> Measured:
    """All the samples together; a rate of them would mean nothing."""
    return Measured([sample for part in parts for sample in part.samples], sum(part.failures for part in parts))


def request(method: str, path: str, token: str | None, body: object = None) -> str:
    """A request as a browser sends it."""
    content = "" if body is None else json.dumps(body)
    lines = [
        f"{method} {path} HTTP/1.1",
        "Host: 127.0.0.1",
        "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36",
        "Accept: application/json",
        "Accept-Encoding: gzip, deflate",
        "Accept-Language: en-US,en;q=0.9",
        "Referer: http://127.0.0.1/teacher",
    ]
    if token is not None:
        lines.append(f"Cookie: {SESSION_COOKIE}={token}")
    if content:
        lines += ["Content-Type: application/json", f"Content-Length: {len(content)}"]
    return "\r\n".join([*lines, "", content])


class Running:
    """A load that is under way in its own process."""

    def __init__(self, job: Job) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.performance.load"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(asdict(job)))
        self._process.stdin.close()
        self._process.stdin = None

    def result(self) -> Measured:
        """What was measured; waits for the end."""
        printed, _ = self._process.communicate(timeout=10 * _LATE)
        return Measured(**json.loads(printed))


def run(job: Job) -> Measured:
    """Start a load and wait for its end."""
    return Running(job).result()


@dataclass(slots=True)
class _Load:
    """The samples, and where the next request comes from; None when there is no more."""

    requests: Iterator[bytes]
    until: float | None
    expected: bytes
    samples: list[Sample] = field(default_factory=list)
    failures: int = 0

    def take(self) -> bytes | None:
        return None if self.until is not None and time.monotonic() >= self.until else next(self.requests, None)


class _Connection(asyncio.Protocol):
    """One connection with at most one request under way."""

    def __init__(self, load: _Load, when_free: Callable[["_Connection"], None]) -> None:
        self.load = load
        self.when_free = when_free
        self.answer = b""
        self.size = 0
        self.due = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)  # uvloop's is no subclass

    def send(self, content: bytes, due: float) -> None:
        self.due = due
        self.transport.write(content)

    def data_received(self, data: bytes) -> None:
        # The fast path is one packet with the whole answer; headers are parsed just enough to know where it ends.
        self.answer = self.answer + data if self.answer else data
        if not self.size:
            head = self.answer.find(_END)
            if head < 0:
                return
            at = self.answer.find(_LENGTH, 0, head)
            length = 0 if at < 0 else int(self.answer[at + len(_LENGTH) : self.answer.index(b"\r", at)])
            self.size = head + len(_END) + length
        if len(self.answer) >= self.size:
            self.finish(fine=self.answer[9:10] in self.load.expected)

    def finish(self, *, fine: bool) -> None:
        if fine:
            self.load.samples.append((self.due, time.monotonic() - self.due))
        else:
            self.load.failures += 1
        self.answer, self.size = b"", 0
        self.when_free(self)

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        self.load.failures += 1


async def _connect(job: Job, load: _Load, when_free: Callable[[_Connection], None]) -> list[_Connection]:
    loop = asyncio.get_running_loop()
    made = [
        await loop.create_connection(lambda: _Connection(load, when_free), "127.0.0.1", job.port)
        for _ in range(job.clients)
    ]
    return [connection for _, connection in made]


async def _as_fast_as_answers_come(job: Job, load: _Load) -> None:
    busy = job.clients
    finished = asyncio.Event()

    def go_on(connection: _Connection) -> None:
        nonlocal busy
        content = load.take()
        if content is not None:
            connection.send(content, time.monotonic())
            return
        busy -= 1
        if not busy:
            finished.set()

    for connection in await _connect(job, load, go_on):
        go_on(connection)
    await asyncio.wait_for(finished.wait(), (job.seconds or 0) + _LATE)


async def _at_a_pace(job: Job, load: _Load, every: float) -> None:
    free: asyncio.Queue[_Connection] = asyncio.Queue()
    for connection in await _connect(job, load, free.put_nowait):
        free.put_nowait(connection)
    due = time.monotonic()
    while (content := load.take()) is not None:
        await asyncio.sleep(due - time.monotonic())
        # Timed from when it was due: a server that stalls must not hide that by stalling us.
        (await free.get()).send(content, due)
        due += every
    for _ in range(job.clients):
        await asyncio.wait_for(free.get(), _LATE)


async def _run(job: Job) -> Measured:
    once = [text.encode("latin-1") for text in job.requests]
    endless = chain.from_iterable(repeat(once))
    until = None if job.seconds is None else time.monotonic() + job.seconds
    load = _Load(iter(once) if job.seconds is None else endless, until, job.expected.encode())
    await (_as_fast_as_answers_come(job, load) if job.every is None else _at_a_pace(job, load, job.every))
    return Measured(load.samples, load.failures)


if __name__ == "__main__":
    json.dump(asdict(uvloop.run(_run(Job(**json.load(sys.stdin))))), sys.stdout)
