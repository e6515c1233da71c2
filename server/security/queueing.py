"""Waiting in line for what is slow, so that one device can't make everybody wait."""

from asyncio import Lock
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from weakref import WeakValueDictionary

from server.errors import DomainError

SIGN_INS_PER_ADDRESS = 100
"""A school behind one address signs in at the bell; a hundred passwords take three seconds."""


TOKENS_PER_ADDRESS = 4
"""Teachers alone sign in through Google."""


class BusyError(DomainError):
    """Too many are waiting from this address."""

    status = 429
    code = "too_many_waiting"
    sentence = "Too many people are signing in from here right now. Please try again in a few seconds."


class Queues:
    """Who is waiting for what, in this process. It protects this process's own threads, so nobody else need know."""

    def __init__(self) -> None:
        self._sign_ins: Counter[str] = Counter()
        self._tokens: Counter[str] = Counter()
        self._uploads: WeakValueDictionary[str, Lock] = WeakValueDictionary()

    @contextmanager
    def sign_in(self, address: str) -> Iterator[None]:
        """A place in the address's line; `BusyError` when it is full."""
        with _place(self._sign_ins, address, SIGN_INS_PER_ADDRESS):
            yield

    @contextmanager
    def token(self, address: str) -> Iterator[None]:
        """A place in a line of its own, where Google may take seconds: passwords don't wait behind it."""
        with _place(self._tokens, address, TOKENS_PER_ADDRESS):
            yield

    @asynccontextmanager
    async def upload(self, student_id: str) -> AsyncIterator[None]:
        """The student's uploads come one after another: the second finds what the first did."""
        lock = self._uploads.setdefault(student_id, Lock())
        async with lock:
            yield


@contextmanager
def _place(line: Counter[str], address: str, most: int) -> Iterator[None]:
    if line[address] >= most:
        raise BusyError(headers={"Retry-After": "3"})
    line[address] += 1
    try:
        yield
    finally:
        line[address] -= 1
        if not line[address]:
            del line[address]
