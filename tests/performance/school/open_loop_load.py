"""Open-loop load generator: visits start at their time however slow the server is, in a process of its own.

It plays the reverse proxy of a school's server: kept-alive connections, and the device's address in a header.
"""

import asyncio
import time
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Self

import uvloop

TIMEOUT_SECONDS = 30.0
MAX_CONNECTIONS = 6
"""Maximum connections of a browser to one origin; its event stream uses one of them."""
PAGE = "page"
_COOKIES = b"Cookie: "
_LENGTH = b"content-length:"
_SET = b"set-cookie:"


@dataclass(frozen=True, slots=True)
class Call:
    """One raw HTTP request without the visitor's cookies; `name` is its label in the figures."""

    name: str
    head: bytes
    body: bytes = b""
    photo: bool = False
    """The body is followed by the job's photo and the end of the form."""
    stream: bool = False
    """Stays open until the load's end."""


@dataclass(frozen=True, slots=True)
class Visit:
    """A visit that begins `at` a number of seconds: the calls of a step are concurrent, steps are sequential."""

    at: float
    steps: tuple[tuple[Call, ...], ...]
    cookies: bytes


@dataclass(frozen=True, slots=True)
class Job:
    """The visits, and the maximum number of concurrent ones; None: unlimited."""

    port: int
    visits: Sequence[Visit]
    photo_and_end: bytes = b""
    at_once: int | None = None


@dataclass(frozen=True, slots=True)
class Response:
    """Response to a call, or to a whole step under the name `PAGE` and its number."""

    name: str
    due: float
    took: float
    status: int
    size: int = 0
    """Bytes on the wire."""


@dataclass(slots=True)
class VisitResults:
    """Result of a job. `late`: delay of each visit's start, which the load generator itself caused."""

    responses: list[Response] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    own_seconds: float = 0.0
    """Share of a core that the load generator used."""
    seconds: float = 0.0


class VisitProcess:
    """A process for the load, ended with the `with` block."""

    def __init__(self) -> None:
        self._process = ProcessPoolExecutor(1, mp_context=get_context("spawn"))
        self._process.submit(time.monotonic).result()

    def begin(self, job: Job) -> "Future[VisitResults]":
        """Start the job; the returned future has its result."""
        return self._process.submit(run, job)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.shutdown()


def run(job: Job) -> VisitResults:
    """Run a job in this process."""
    started, used = time.monotonic(), time.process_time()
    done = uvloop.run(_Proxy(job).serve())
    done.own_seconds, done.seconds = time.process_time() - used, time.monotonic() - started
    return done


_Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class _Proxy:
    def __init__(self, job: Job) -> None:
        self._job = job
        self._idle: list[_Connection] = []
        self._streams: list[_Connection] = []
        self._done = VisitResults()
        self._places = asyncio.Semaphore(job.at_once or len(job.visits) or 1)

    async def serve(self) -> VisitResults:
        started = asyncio.get_running_loop().time()
        async with asyncio.TaskGroup() as group:
            for visit in self._job.visits:
                await self._places.acquire()
                due = started + visit.at
                await asyncio.sleep(due - time.monotonic())
                group.create_task(self._visit(visit, due if self._job.at_once is None else time.monotonic()))
        for _, writer in self._idle + self._streams:
            writer.transport.abort()
        return self._done

    async def _visit(self, visit: Visit, due: float) -> None:
        self._done.late.append(time.monotonic() - due)
        browser, cookies = asyncio.Semaphore(MAX_CONNECTIONS), visit.cookies
        try:
            for number, step in enumerate(visit.steps):
                started = due if number == 0 else time.monotonic()
                set_by = await asyncio.gather(*(self._call(call, cookies, browser, started) for call in step))
                cookies = next((each for each in set_by if each), cookies)
                took = time.monotonic() - started
                self._done.responses.append(Response(f"{PAGE} {number}", started, took, 200))
        except (OSError, EOFError, TimeoutError) as error:
            self._done.failures.append(f"{type(error).__name__} after {visit.steps[0][0].name}")
        finally:
            self._places.release()

    async def _call(self, call: Call, cookies: bytes, browser: asyncio.Semaphore, started: float) -> bytes:
        """Returns the cookies that the response set."""
        waits = browser.locked()  # waiting for a browser's own connection counts for the page only
        await browser.acquire()
        due = time.monotonic() if waits else started
        connection = self._idle.pop() if self._idle else await self._connect()
        async with asyncio.timeout(TIMEOUT_SECONDS):
            head, size = await self._exchange(connection, call, cookies)
        self._done.responses.append(Response(call.name, due, time.monotonic() - due, int(head[9:12]), size))
        if call.stream:
            self._streams.append(connection)
            return b""
        browser.release()
        self._idle.append(connection)
        return _cookies_of(head)

    async def _connect(self) -> _Connection:
        return await asyncio.open_connection("127.0.0.1", self._job.port)

    async def _exchange(self, connection: _Connection, call: Call, cookies: bytes) -> tuple[bytes, int]:
        reader, writer = connection
        writer.write(call.head + _COOKIES + cookies + b"\r\n\r\n" + call.body)
        if call.photo:
            writer.write(self._job.photo_and_end)
        head = await reader.readuntil(b"\r\n\r\n")
        if call.stream:
            return head, len(head)
        lower = head.lower()
        at = lower.find(_LENGTH)
        length = 0 if at < 0 else int(lower[at + len(_LENGTH) : lower.index(b"\r", at)])
        await reader.readexactly(length)
        return head, len(head) + length


def _cookies_of(head: bytes) -> bytes:
    lines = [line for line in head.split(b"\r\n") if line.lower().startswith(_SET)]
    return b"; ".join(line[len(_SET) :].split(b";", 1)[0].strip() for line in lines)
