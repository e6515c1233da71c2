"""Guesses as fast as a server answers: `python -m tests.attacks.guessing` reads a `Job` from stdin and tells what came.

In a process of its own, so that the server is what limits it: several devices, each with a browser's six connections,
and several requests on the way on each.
"""

import asyncio
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import islice
from random import Random
from typing import Literal, cast

import uvloop

from server.security.sessions import SESSION_COOKIE

Kind = Literal["tokens", "class codes", "passwords"]
CONNECTIONS = 6
ON_THE_WAY = 4
HOST = "192.168.1.20"
"""What another device types to come in; with a loopback Host it would be the class computer itself."""
SEED = "nobody in"
ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
COMMON = ("123456", "password", "goalbucks", "school", "secret", "qwerty", "dragon", "unicorn")
GUARDED = ("/api/auth/session", "/api/classrooms", "/api/events")
RETRY_AFTER = b"\r\nretry-after: "


@dataclass(frozen=True, slots=True)
class Job:
    """What to guess, how often, and what a clever student may know."""

    kind: Kind
    count: int
    port: int
    class_code: str
    usernames: list[str]
    password: str
    """A right one of everybody's; for class codes, so that the code alone is missing."""
    email: str
    leaked: list[str]
    """What a stolen database has: ids and digests of sessions."""
    devices: list[str]
    """The addresses that the guesses come from."""
    round: int = 0
    """Other guesses in each."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Answers by status."""

    statuses: dict[str, int]
    without_retry_after: int
    """429s that don't say when to come back."""
    seconds: float

    @property
    def rate(self) -> float:
        """Answers a second."""
        return sum(self.statuses.values()) / self.seconds


class Guessing:
    """A job under way in its own process."""

    def __init__(self, job: Job) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.attacks.guessing"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(asdict(job)))
        self._process.stdin.close()
        self._process.stdin = None

    @property
    def goes_on(self) -> bool:
        """Whether it hasn't come to its end."""
        return self._process.poll() is None

    def outcome(self) -> Outcome:
        """Waits for the end."""
        printed, _ = self._process.communicate()
        return Outcome(**json.loads(printed))

    def stop(self) -> None:
        """Whatever it is doing."""
        self._process.kill()
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()


def requests_of(job: Job) -> Iterator[bytes]:
    """The guesses, without an end, as they go over the wire."""
    dice = Random(f"{SEED} {job.kind} {job.round}")
    return {"tokens": _tokens, "class codes": _class_codes, "passwords": _passwords}[job.kind](job, dice)


def _tokens(job: Job, dice: Random) -> Iterator[bytes]:
    """Tokens as the server makes them, and what somebody may hope to be taken for one."""
    characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    while True:
        token = "".join(dice.choices(characters, k=43))
        if not dice.randrange(20):
            leak = dice.choice(job.leaked)
            token = dice.choice((leak, leak.upper(), leak[:-1], f"{leak}=", token[:5], "' OR 1=1 --", "", "%00"))
        yield (
            f"GET {dice.choice(GUARDED)} HTTP/1.1\r\nHost: {HOST}\r\nAccept: application/json\r\n"
            f"Cookie: {SESSION_COOKIE}={token}\r\n\r\n"
        ).encode()


def _class_codes(job: Job, dice: Random) -> Iterator[bytes]:
    while True:
        code = "".join(dice.choices(ALPHABET, k=6))
        if code != job.class_code:
            yield _student(dice.choice(job.usernames), job.password, code)


def _passwords(job: Job, dice: Random) -> Iterator[bytes]:
    while True:
        password = f"{dice.choice(COMMON)}{dice.randrange(1000)}"
        if dice.randrange(4):
            yield _student(dice.choice(job.usernames), password, job.class_code)
        else:
            yield _post("/api/auth/teacher", {"username": job.email, "password": password})


def _student(username: str, password: str, code: str) -> bytes:
    return _post("/api/auth/student", {"username": username, "password": password, "classCode": code})


def _post(path: str, body: dict[str, str]) -> bytes:
    content = json.dumps(body).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/json\r\n"
    return head.encode() + f"Content-Length: {len(content)}\r\n\r\n".encode() + content


class _Count:
    """What all connections have in common."""

    def __init__(self, guesses: Iterator[bytes]) -> None:
        self.guesses = guesses
        self.statuses: Counter[str] = Counter()
        self.without_retry_after = 0

    def note(self, head: bytes) -> None:
        """An answer's head, in lower case."""
        status = head[9:12].decode()
        self.statuses[status] += 1
        self.without_retry_after += status == "429" and RETRY_AFTER not in head


class _Connection(asyncio.Protocol):
    """Keeps guesses on the way until there are no more."""

    def __init__(self, count: _Count, over: "asyncio.Future[None]") -> None:
        self.count = count
        self.over = over
        self.on_the_way = 0
        self.received = b""
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)  # uvloop's own is none by descent
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
            self.on_the_way -= 1
            self.count.note(head)
        self._send()

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.over.done():
            self.over.set_exception(exc or ConnectionError(f"{self.on_the_way} guesses were not answered"))

    def _send(self) -> None:
        assert self.transport is not None
        sent = list(islice(self.count.guesses, ON_THE_WAY - self.on_the_way))
        self.on_the_way += len(sent)
        if sent:
            self.transport.write(b"".join(sent))
        elif not self.on_the_way:
            self.over.set_result(None)
            self.transport.close()


async def _guess(job: Job) -> Outcome:
    loop = asyncio.get_running_loop()
    count = _Count(islice(requests_of(job), job.count))
    begun = time.monotonic()
    ends = []
    for device in job.devices:
        for _ in range(CONNECTIONS):
            over: asyncio.Future[None] = loop.create_future()
            await loop.create_connection(
                lambda over=over: _Connection(count, over),  # type: ignore[misc]
                "127.0.0.1",
                job.port,
                local_addr=(device, 0),
            )
            ends.append(over)
    await asyncio.gather(*ends)
    return Outcome(dict(count.statuses), count.without_retry_after, time.monotonic() - begun)


if __name__ == "__main__":
    print(json.dumps(asdict(uvloop.run(_guess(Job(**json.load(sys.stdin)))))))  # noqa: T201 - what `Guessing` reads
