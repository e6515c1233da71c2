"""Waiting in line for what is slow, so that one device can't make everybody wait."""

from asyncio import Future, Lock, get_running_loop
from collections import Counter, deque
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from weakref import WeakValueDictionary

from server.errors import DomainError

SIGN_INS_PER_ADDRESS = 100
"""A school behind one address signs in at the bell; a hundred passwords take three seconds."""

TURN_WAIT_SECONDS = 15.0
"""For a turn at an account beyond its limit of failures; browsers give up after 20 (ui/src/api/fetch-in-time.ts)."""

TOKENS_PER_ADDRESS = 4
"""Teachers alone sign in through Google."""


class BusyError(DomainError):
    """Too many are waiting from this address."""

    status = 429
    code = "too_many_waiting"
    sentence = "Too many people are signing in from here right now. Please try again in a few seconds."

    def __init__(self) -> None:
        super().__init__(headers={"Retry-After": "3"})


class AccountBusyError(BusyError):
    """Too many other addresses are waiting for a turn at the account, or this address is waiting already."""

    sentence = "Many wrong passwords were tried for this account just now. Please try again in a few seconds."


class Turns:
    """One at a time; addresses take turns, so that whoever comes alone doesn't wait behind another's hundred."""

    def __init__(self) -> None:
        self._taken = False
        self._waiting: dict[str, deque[Future[None]]] = {}

    @asynccontextmanager
    async def of(self, address: str) -> AsyncIterator[None]:
        """The block is this address's turn."""
        if self._taken:
            await self._wait(address)
        self._taken = True
        try:
            yield
        finally:
            self._call_next()

    async def _wait(self, address: str) -> None:
        called: Future[None] = get_running_loop().create_future()
        self._waiting.setdefault(address, deque()).append(called)
        try:
            await called
        except BaseException:
            if called.done() and not called.cancelled():
                self._call_next()  # it was called just as it went away
            raise

    def _call_next(self) -> None:
        while self._waiting:
            address, line = next(iter(self._waiting.items()))
            called = line.popleft()
            del self._waiting[address]
            if line:
                self._waiting[address] = line  # behind everybody else
            if not called.done():
                called.set_result(None)
                return
        self._taken = False


class Queues:
    """Who is waiting for what, in this process. It protects this process's own threads, so nobody else need know."""

    def __init__(self) -> None:
        self.passwords = Turns()
        """Who has one checked. It takes 28 ms of one core, and a class mustn't wait for those who guess."""
        self._sign_ins: Counter[str] = Counter()
        self._tokens: Counter[str] = Counter()
        self._waiting_for_accounts: Counter[str] = Counter()
        self._accounts: WeakValueDictionary[str, Turns] = WeakValueDictionary()
        self._uploads: WeakValueDictionary[str, Lock] = WeakValueDictionary()

    @property
    def sign_ins(self) -> int:
        """How many are in a line to sign in, of all addresses."""
        return self._sign_ins.total()

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
    async def account(self, account: str, address: str) -> AsyncIterator[None]:
        """A turn at an account beyond its limit of failures; `AccountBusyError` for an address that waits already."""
        with _place(self._waiting_for_accounts, f"{account} {address}", 1, AccountBusyError):
            turns = self._accounts.setdefault(account, Turns())
            async with turns.of(address):
                yield

    @asynccontextmanager
    async def upload(self, student_id: str) -> AsyncIterator[None]:
        """The student's uploads come one after another: the second finds what the first did."""
        lock = self._uploads.setdefault(student_id, Lock())
        async with lock:
            yield


@contextmanager
def _place(line: Counter[str], address: str, most: int, refusal: type[BusyError] = BusyError) -> Iterator[None]:
    if line[address] >= most:
        raise refusal
    line[address] += 1
    try:
        yield
    finally:
        line[address] -= 1
        if not line[address]:
            del line[address]
