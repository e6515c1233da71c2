"""HTTP load generator: many keep-alive connections, in a process of its own so that it isn't slower than the server.

`python -m tests.performance.load` reads a `Job` as JSON from stdin and prints the samples; `run` starts that.
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
"""When a request was due (`time.monotonic`, one clock for all processes) and its response time, in seconds."""

_LENGTH = b"content-length: "
_END = b"\r\n\r\n"
_TIMEOUT_SECONDS = 20.0
"""Seconds after which a load gives up."""


@dataclass(frozen=True, slots=True)
class Job:
    """A load to generate: raw HTTP `requests`, sent in turn.

    `seconds`: repeat them for this long; None: each request once.
    `every`: start one at this interval in seconds, however long responses take; None: as fast as responses come.
    `expected`: the first digits of the statuses that count as success.
    """

    port: int
    requests: Sequence[str]
    clients: int = 1
    seconds: float | None = None
    every: float | None = None
    expected: str = "23"


@dataclass(frozen=True, slots=True)
class LoadResult:
    """Result: `samples` of the expected responses, and the number of others."""

    samples: Sequence[Sample]
    failures: int = 0

    @property
    def rate(self) -> float:
        """Responses a second."""
        if not self.samples:
            return 0.0
        return len(self.samples) / (self.last_response - min(due for due, _ in self.samples))

    @property
    def last_response(self) -> float:
        """Time of the last response."""
        return max(due + took for due, took in self.samples)

    def percentile(self, part: float) -> float:
        """A percentile of the response times, in milliseconds."""
        times = sorted(took for _, took in self.samples)
        return times[max(0, math.ceil(part * len(times)) - 1)] * 1000 if times else math.nan

    def between(self, start: float, end: float) -> "LoadResult":
        """Only the requests that were due in this interval."""
        return LoadResult([sample for sample in self.samples if start <= sample[0] <= end], self.failures)


def merge_results(parts: Sequence[LoadResult]) -> LoadResult:
    """Merge the samples of several loads; their rate is meaningless."""
    return LoadResult([sample for part in parts for sample in part.samples], sum(part.failures for part in parts))


def request(method: str, path: str, token: str | None, body: object = None) -> str:
    """A raw HTTP request with a browser's headers."""
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


class LoadProcess:
    """A load that runs in a process of its own."""

    def __init__(self, job: Job) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.performance.load"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(asdict(job)))
        self._process.stdin.close()
        self._process.stdin = None

    def result(self) -> LoadResult:
        """Wait for the end and return the result."""
        printed, _ = self._process.communicate(timeout=10 * _TIMEOUT_SECONDS)
        return LoadResult(**json.loads(printed))


def run(job: Job) -> LoadResult:
    """Run a load to its end."""
    return LoadProcess(job).result()


@dataclass(slots=True)
class _Load:
    """The samples, and the iterator of remaining requests."""

    requests: Iterator[bytes]
    until: float | None
    expected: bytes
    samples: list[Sample] = field(default_factory=list)
    failures: int = 0

    def next_request(self) -> bytes | None:
        return None if self.until is not None and time.monotonic() >= self.until else next(self.requests, None)


class _Connection(asyncio.Protocol):
    """A connection with at most one request in flight."""

    def __init__(self, load: _Load, when_free: Callable[["_Connection"], None]) -> None:
        self.load = load
        self.when_free = when_free
        self.received = b""
        self.size = 0
        self.due = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)  # uvloop's transport is no subclass

    def send(self, content: bytes, due: float) -> None:
        self.due = due
        self.transport.write(content)

    def data_received(self, data: bytes) -> None:
        # Fast path: one packet with the whole response; headers are parsed only for its length.
        self.received = self.received + data if self.received else data
        if not self.size:
            head = self.received.find(_END)
            if head < 0:
                return
            at = self.received.find(_LENGTH, 0, head)
            length = 0 if at < 0 else int(self.received[at + len(_LENGTH) : self.received.index(b"\r", at)])
            self.size = head + len(_END) + length
        if len(self.received) >= self.size:
            self.finish(fine=self.received[9:10] in self.load.expected)

    def finish(self, *, fine: bool) -> None:
        if fine:
            self.load.samples.append((self.due, time.monotonic() - self.due))
        else:
            self.load.failures += 1
        self.received, self.size = b"", 0
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


async def _run_closed_loop(job: Job, load: _Load) -> None:
    busy = job.clients
    finished = asyncio.Event()

    def go_on(connection: _Connection) -> None:
        nonlocal busy
        content = load.next_request()
        if content is not None:
            connection.send(content, time.monotonic())
            return
        busy -= 1
        if not busy:
            finished.set()

    for connection in await _connect(job, load, go_on):
        go_on(connection)
    await asyncio.wait_for(finished.wait(), (job.seconds or 0) + _TIMEOUT_SECONDS)


async def _run_open_loop(job: Job, load: _Load, every: float) -> None:
    free: asyncio.Queue[_Connection] = asyncio.Queue()
    for connection in await _connect(job, load, free.put_nowait):
        free.put_nowait(connection)
    due = time.monotonic()
    while (content := load.next_request()) is not None:
        await asyncio.sleep(due - time.monotonic())
        # Timed from the due time: a stalled server must not hide its delay by stalling the load (coordinated omission).
        (await free.get()).send(content, due)
        due += every
    for _ in range(job.clients):
        await asyncio.wait_for(free.get(), _TIMEOUT_SECONDS)


async def _run(job: Job) -> LoadResult:
    once = [text.encode("latin-1") for text in job.requests]
    endless = chain.from_iterable(repeat(once))
    until = None if job.seconds is None else time.monotonic() + job.seconds
    load = _Load(iter(once) if job.seconds is None else endless, until, job.expected.encode())
    await (_run_closed_loop(job, load) if job.every is None else _run_open_loop(job, load, job.every))
    return LoadResult(load.samples, load.failures)


if __name__ == "__main__":
    json.dump(asdict(uvloop.run(_run(Job(**json.load(sys.stdin))))), sys.stdout)
