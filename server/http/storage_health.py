"""State of the image store for the health call."""

import asyncio
import time
from typing import Literal

from server.media import ImageStorageError, MediaStore

StorageState = Literal["ok", "unreachable"]
POLL_INTERVAL_SECONDS = 5.0
"""The store is checked at most this often, independent of the number of requests."""
TIMEOUT_SECONDS = 2.0


class StorageHealth:
    """Whether the image store is reachable: one check for all callers, in a thread, since the store may hang."""

    def __init__(self) -> None:
        self._state: StorageState = "ok"
        self._until = 0.0
        self._check: asyncio.Task[StorageState] | None = None

    async def state(self, media: MediaStore) -> StorageState:
        """Return the state of the last seconds, or check it; a check that takes too long counts as unreachable."""
        if self._check is None and time.monotonic() < self._until:
            return self._state
        check = self._check = self._check or asyncio.create_task(self._run_check(media))
        done, _ = await asyncio.wait({check}, timeout=TIMEOUT_SECONDS)
        return self._state if done else "unreachable"

    async def _run_check(self, media: MediaStore) -> StorageState:
        try:
            await asyncio.to_thread(media.require_reachable)
            self._state = "ok"
        except ImageStorageError:
            self._state = "unreachable"
        finally:
            self._until = time.monotonic() + POLL_INTERVAL_SECONDS
            self._check = None
        return self._state
