"""Password hashing with argon2id, in a thread pool of its own so that many sign-ins don't block other requests.

Reasons for the number and the priority of the threads: docs/decisions/0053-password-threads.md.
"""

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import TypeVar

import argon2
from argon2.exceptions import InvalidHashError, VerificationError

from server.background import prefer_other_threads
from server.security import apostrophes
from server.system import heap

Result = TypeVar("Result")

ARGON2ID = argon2.PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
"""OWASP's figures for argon2id: 19 MiB, two passes, one lane; 28 ms on a classroom laptop's core."""


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


class PasswordHasher:
    """Hashes and checks passwords; all instances share the process's threads."""

    def __init__(self, algorithm: argon2.PasswordHasher = ARGON2ID) -> None:
        self._algorithm = algorithm

    async def hash(self, password: str) -> str:
        """Return the argon2id hash of a password."""
        return await _threads.run(lambda: self._algorithm.hash(apostrophes.straighten(password)))

    async def check(self, hashed: str | None, password: str) -> bool:
        """Whether the password matches the hash. For None (no such account) it is False, after the same time."""
        return await _threads.run(lambda: any(self._check(hashed, each) for each in apostrophes.spellings(password)))

    def _check(self, hashed: str | None, password: str) -> bool:
        try:
            self._algorithm.verify(hashed or self._hash_of_no_account, password)
        except (VerificationError, InvalidHashError):
            return False
        return bool(hashed)

    @cached_property
    def _hash_of_no_account(self) -> str:
        return self._algorithm.hash("the password of no account")
