"""Password hashing with argon2id, in a thread pool of its own so that many sign-ins don't block other requests.

Reasons for the number and the priority of the threads: docs/decisions/0053-password-threads.md.
"""

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from server.background import prefer_other_threads
from server.system import heap

Result = TypeVar("Result")

# OWASP's figures for argon2id: 19 MiB, two passes, one lane; 28 ms on a classroom laptop's core.
_hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)


def thread_count(cores: int) -> int:
    """Return how many passwords are hashed at once: argon2 releases the GIL, but each needs a core and 20 MB."""
    return min(2, cores)


THREADS = thread_count(os.cpu_count() or 1)
TRIM_DELAY_SECONDS = 1.0
"""After the last hash, until its memory is returned; hashing in fresh memory takes half as long again."""


class _HashThreads:
    """The threads, and the timer that returns their memory once they are idle."""

    def __init__(self) -> None:
        self._executor = ThreadPoolExecutor(THREADS, thread_name_prefix="passwords", initializer=prefer_other_threads)
        self._trim_timer: asyncio.TimerHandle | None = None

    async def run(self, work: Callable[[], Result]) -> Result:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._executor, work)
        finally:
            if self._trim_timer is not None:
                self._trim_timer.cancel()
            self._trim_timer = loop.call_later(TRIM_DELAY_SECONDS, self._executor.submit, heap.trim)


_threads = _HashThreads()


@lru_cache(maxsize=1)
def _dummy_hash() -> str:
    return _hasher.hash("the password of no account")


def _check(hashed: str | None, password: str) -> bool:
    try:
        _hasher.verify(hashed or _dummy_hash(), password)
    except (VerificationError, InvalidHashError):
        return False
    return bool(hashed)


async def hash_password(password: str) -> str:
    """Return the argon2id hash of a password."""
    return await _threads.run(lambda: _hasher.hash(password))


async def check_password(hashed: str | None, password: str) -> bool:
    """Whether the password matches the hash. For None (no such account) it is False, after the same time."""
    return await _threads.run(lambda: _check(hashed, password))
