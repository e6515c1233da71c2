"""Queues in front of slow work, fair between client addresses so that one device can't delay the others."""

from asyncio import Lock
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager
from weakref import WeakValueDictionary

from server.errors import DomainError
from server.requests.waiters import Waiters
from server.security import passwords

MAX_SIGN_INS_PER_ADDRESS = 100
"""At the start of a lesson a whole school may sign in from one address; 100 password checks take two seconds."""

ACCOUNT_SLOT_TIMEOUT_SECONDS = 15.0
"""The timeout for the slot of an account beyond its limit of failures; below the 20 s timeout of the UI's calls."""

MAX_TOKENS_PER_ADDRESS = 4
"""Only teachers sign in with Google."""


class QueueFullError(DomainError):
    """Too many requests of this address are waiting."""

    status = 429
    code = "too_many_waiting"
    key = "sign_in_queue_full"
    sentence = "Too many people are signing in from here right now. Please try again in a few seconds."
    retry_after_seconds = 3


class AccountBusyError(QueueFullError):
    """The account's slot wasn't available in time, or this address is waiting for it already."""

    key = "account_busy"
    sentence = "Many wrong passwords were tried for this account just now. Please try again in a few seconds."


class FairSemaphore:
    """A semaphore that addresses get in rotation: one with a single request doesn't wait for another's hundred."""

    def __init__(self, value: int = 1) -> None:
        self._free = value
        self._waiting: dict[str, Waiters] = {}

    @asynccontextmanager
    async def acquire(self, address: str) -> AsyncIterator[None]:
        """Hold one of the slots within the block."""
        if self._free:
            self._free -= 1
        else:
            await self._waiting.setdefault(address, Waiters()).wait(self._grant_next)
        try:
            yield
        finally:
            self._grant_next()

    def _grant_next(self) -> None:
        while self._waiting:
            address = next(iter(self._waiting))
            waiters = self._waiting.pop(address)
            is_granted = waiters.grant_next()
            if waiters:
                self._waiting[address] = waiters  # behind all other addresses
            if is_granted:
                return
        self._free += 1


class FairQueues:
    """The queues of this process. They protect its own threads, so they aren't shared between processes."""

    def __init__(self) -> None:
        # One more than the threads, so that a password already waits when a thread becomes free.
        self.password_semaphore = FairSemaphore(passwords.THREADS + 1)
        """Held while a password is checked, which takes 28 ms of one core; guesses mustn't delay a class."""
        self._sign_ins: Counter[str] = Counter()
        self._tokens: Counter[str] = Counter()
        self._waiting_for_accounts: Counter[str] = Counter()
        self._accounts: WeakValueDictionary[str, FairSemaphore] = WeakValueDictionary()
        self._uploads: WeakValueDictionary[str, Lock] = WeakValueDictionary()

    @property
    def pending_sign_ins(self) -> int:
        """The number of sign-ins in progress or waiting, of all addresses."""
        return self._sign_ins.total()

    def sign_in_slot(self, address: str) -> AbstractContextManager[None]:
        """Hold one of the address's slots for sign-ins; raises `QueueFullError` if there is none."""
        return _slot(self._sign_ins, address, MAX_SIGN_INS_PER_ADDRESS)

    def token_slot(self, address: str) -> AbstractContextManager[None]:
        """Hold one of the address's slots for Google sign-ins, which may take seconds and don't delay passwords."""
        return _slot(self._tokens, address, MAX_TOKENS_PER_ADDRESS)

    @asynccontextmanager
    async def account_slot(self, account: str, address: str) -> AsyncIterator[None]:
        """Hold the slot of an account beyond its limit of failures; `AccountBusyError` if the address waits already."""
        with _slot(self._waiting_for_accounts, f"{account} {address}", 1, AccountBusyError):
            slot = self._accounts.setdefault(account, FairSemaphore())
            async with slot.acquire(address):
                yield

    @asynccontextmanager
    async def upload_slot(self, student_id: str) -> AsyncIterator[None]:
        """Hold the student's one slot, so that uploads of one student run one after another."""
        slot = self._uploads.setdefault(student_id, Lock())
        async with slot:
            yield


@contextmanager
def _slot(slots: Counter[str], key: str, limit: int, error: type[QueueFullError] = QueueFullError) -> Iterator[None]:
    if slots[key] >= limit:
        raise error
    slots[key] += 1
    try:
        yield
    finally:
        slots[key] -= 1
        if not slots[key]:
            del slots[key]
