"""Priority queue of images for the decoder: students with the least recent use go first."""

import asyncio
import heapq
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from typing import Final

_MAX_UNFINISHED: Final = 2
"""Maximum number of images in memory: one is decoded while the previous one is stored."""


class DecoderSlot:
    """Permission to decode one image and, after `release`, to store it."""

    def __init__(self, queue: "DecoderQueue") -> None:
        self._queue = queue
        self._is_decoding = True

    def release(self) -> None:
        """Let the next image be decoded. Idempotent."""
        if self._is_decoding:
            self._is_decoding = False
            self._queue.decoded()


class DecoderQueue:
    """Priority queue for the single decoder. Bound to one event loop at a time."""

    def __init__(self) -> None:
        self._sequence = count()
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._is_decoding = False
        self._unfinished = 0

    @asynccontextmanager
    async def slot(self, recent_use: int) -> AsyncIterator[DecoderSlot]:
        """Wait for the decoder; the lowest `recent_use` is next, then first come, first served."""
        admitted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (recent_use, next(self._sequence), admitted))
        self._admit()
        try:
            await admitted
        except BaseException:
            if admitted.done() and not admitted.cancelled():  # admitted just as the caller was cancelled
                self._is_decoding = False
                self._finished()
            raise
        slot = DecoderSlot(self)
        try:
            yield slot
        finally:
            slot.release()
            self._finished()

    def decoded(self) -> None:
        """Let the next image be decoded unless too many wait to be stored."""
        self._is_decoding = False
        self._admit()

    def _finished(self) -> None:
        self._unfinished -= 1
        self._admit()

    def _admit(self) -> None:
        while self._waiting and not self._is_decoding and self._unfinished < _MAX_UNFINISHED:
            _recent_use, _number, admitted = heapq.heappop(self._waiting)
            if not admitted.done():
                self._is_decoding = True
                self._unfinished += 1
                admitted.set_result(None)
