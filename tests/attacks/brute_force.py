"""Brute-force client: `python -m tests.attacks.brute_force` reads a `BruteForceJob` from stdin, prints the outcome.

A process of its own, so that the server is the bottleneck: several devices with six connections each (as browsers have)
and several pipelined requests on each connection.
"""

import asyncio
import json
import subprocess
import sys
import time
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import islice
from random import Random
from typing import Literal, cast

import uvloop

from server.security.sessions import SESSION_COOKIE

Kind = Literal["tokens", "class codes", "passwords"]
CONNECTIONS = 6
PIPELINE_DEPTH = 4
HOST = "192.168.1.20"
"""Host header of another device; a loopback Host would be the class computer itself."""
SEED = "nobody in"
ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
COMMON_PASSWORDS = ("123456", "password", "goalbucks", "school", "secret", "qwerty", "dragon", "unicorn")
PROTECTED_PATHS = ("/api/auth/session", "/api/classrooms", "/api/events")
RETRY_AFTER = b"\r\nretry-after: "


@dataclass(frozen=True, slots=True)
class BruteForceJob:
    """One attack: the kind and number of guesses, and the data that the attacker already has."""

    kind: Kind
    count: int
    port: int
    class_code: str
    usernames: list[str]
    password: str
    """A valid password, the same for all; with class codes, only the code is missing."""
    email: str
    leaked: list[str]
    """Contents of a stolen database: ids and token hashes of sessions."""
    devices: list[str]
    """The source addresses of the guesses."""
    round: int = 0
    """Varies the guesses between runs."""


@dataclass(frozen=True, slots=True)
class BruteForceOutcome:
    """Responses counted by status."""

    statuses: dict[str, int]
    without_retry_after: int
    """429 responses without a Retry-After header."""
    seconds: float

    @property
    def rate(self) -> float:
        """Responses a second."""
        return sum(self.statuses.values()) / self.seconds


class BruteForce:
    """A running job in its own process."""

    def __init__(self, job: BruteForceJob) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.attacks.brute_force"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(asdict(job)))
        self._process.stdin.close()
        self._process.stdin = None

    @property
    def is_running(self) -> bool:
        """Whether the job is still running."""
        return self._process.poll() is None

    def outcome(self) -> BruteForceOutcome:
        """Wait for the end and return the outcome."""
        printed, _ = self._process.communicate()
        return BruteForceOutcome(**json.loads(printed))

    def stop(self) -> None:
        """Kill the process."""
        self._process.kill()
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()


def requests_of(job: BruteForceJob) -> Iterator[bytes]:
    """An endless sequence of guesses as raw HTTP requests."""
    rng = Random(f"{SEED} {job.kind} {job.round}")
    return {"tokens": _tokens, "class codes": _class_codes, "passwords": _passwords}[job.kind](job, rng)


def _tokens(job: BruteForceJob, rng: Random) -> Iterator[bytes]:
    """Random tokens of the server's format, and strings that a lax parser might accept."""
    characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    while True:
        token = "".join(rng.choices(characters, k=43))
        if not rng.randrange(20):
            leak = rng.choice(job.leaked)
            token = rng.choice((leak, leak.upper(), leak[:-1], f"{leak}=", token[:5], "' OR 1=1 --", "", "%00"))
        yield (
            f"GET {rng.choice(PROTECTED_PATHS)} HTTP/1.1\r\nHost: {HOST}\r\nAccept: application/json\r\n"
            f"Cookie: {SESSION_COOKIE}={token}\r\n\r\n"
        ).encode()


def _class_codes(job: BruteForceJob, rng: Random) -> Iterator[bytes]:
    while True:
        code = "".join(rng.choices(ALPHABET, k=6))
        if code != job.class_code:
            yield _student(rng.choice(job.usernames), job.password, code)


def _passwords(job: BruteForceJob, rng: Random) -> Iterator[bytes]:
    while True:
        password = f"{rng.choice(COMMON_PASSWORDS)}{rng.randrange(1000)}"
        if rng.randrange(4):
            yield _student(rng.choice(job.usernames), password, job.class_code)
        else:
            yield _post("/api/auth/teacher", {"username": job.email, "password": password})


def _student(username: str, password: str, code: str) -> bytes:
    return _post("/api/auth/student", {"username": username, "password": password, "classCode": code})


def _post(path: str, body: dict[str, str]) -> bytes:
    content = json.dumps(body).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/json\r\n"
    return head.encode() + f"Content-Length: {len(content)}\r\n\r\n".encode() + content


class _ResponseCounter:
    """State shared by all connections."""

    def __init__(self, guesses: Iterator[bytes]) -> None:
        self.unanswered: deque[bytes] = deque()
        """Guesses of connections that the server closed before it answered them."""
        self._guesses = guesses
        self.statuses: Counter[str] = Counter()
        self.without_retry_after = 0

    def next_guess(self) -> bytes | None:
        """The next guess, or None after the last one."""
        return self.unanswered.popleft() if self.unanswered else next(self._guesses, None)

    def note(self, head: bytes) -> None:
        """Count a response by its lower-case head."""
        status = head[9:12].decode()
        self.statuses[status] += 1
        self.without_retry_after += status == "429" and RETRY_AFTER not in head


class _Connection(asyncio.Protocol):
    """Keeps several guesses in flight until there are no more, or until the server closes the connection.

    `over`: whether there are no more.
    """

    def __init__(self, count: _ResponseCounter, over: "asyncio.Future[bool]") -> None:
        self.count = count
        self.over = over
        self.on_the_way: deque[bytes] = deque()
        self.received = b""
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)  # uvloop's transport is no subclass
        self._send()

    def data_received(self, data: bytes) -> None:
        self.received += data
        while (end := self.received.find(b"\r\n\r\n")) >= 0:
            head = self.received[: end + 2].lower()
            at = head.index(b"\r\ncontent-length: ") + 18
            length = int(head[at : head.index(b"\r\n", at)])
            if len(self.received) < end + 4 + length:
                break
            self.received = self.received[end + 4 + length :]
            self.on_the_way.popleft()
            self.count.note(head)
        self._send()

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        if not self.over.done():
            self.count.unanswered += self.on_the_way
            self.over.set_result(False)

    def _send(self) -> None:
        assert self.transport is not None
        sent: list[bytes] = []
        while len(self.on_the_way) + len(sent) < PIPELINE_DEPTH and (guess := self.count.next_guess()) is not None:
            sent.append(guess)
        self.on_the_way += sent
        if sent:
            self.transport.write(b"".join(sent))
        elif not self.on_the_way:
            self.over.set_result(True)
            self.transport.close()


async def _guess_on_connections(count: _ResponseCounter, port: int, device: str) -> None:
    """Guess until there are no more guesses, on a new connection whenever the server has closed one."""
    loop = asyncio.get_running_loop()
    is_over = False
    while not is_over:
        over: asyncio.Future[bool] = loop.create_future()
        await loop.create_connection(
            lambda over=over: _Connection(count, over),  # type: ignore[misc]
            "127.0.0.1",
            port,
            local_addr=(device, 0),
        )
        is_over = await over


async def _guess(job: BruteForceJob) -> BruteForceOutcome:
    count = _ResponseCounter(islice(requests_of(job), job.count))
    started = time.monotonic()
    async with asyncio.TaskGroup() as connections:
        for device in job.devices * CONNECTIONS:
            connections.create_task(_guess_on_connections(count, job.port, device))
    return BruteForceOutcome(dict(count.statuses), count.without_retry_after, time.monotonic() - started)


if __name__ == "__main__":
    print(json.dumps(asdict(uvloop.run(_guess(BruteForceJob(**json.load(sys.stdin)))))))  # noqa: T201 - `BruteForce` reads it
