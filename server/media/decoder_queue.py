"""The order in which waiting images are decoded: whose students have used the decoder least go first."""

import asyncio
import heapq
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from typing import Final

_UNFINISHED: Final = 2
"""Images in memory at once: one is decoded while the one before is written to its place."""


class DecoderTurn:
    """A turn to decode one image, and after `release` to store it."""

    def __init__(self, queue: "DecoderQueue") -> None:
        self._queue = queue
        self._is_decoding = True

    def release(self) -> None:
        """Let the next image be decoded; without effect when done before."""
        if self._is_decoding:
            self._is_decoding = False
            self._queue.decoded()


class DecoderQueue:
    """A priority queue for the one decoder. Used on one event loop at a time."""

    def __init__(self) -> None:
        self._arrivals = count()
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._is_decoding = False
        self._unfinished = 0

    @asynccontextmanager
    async def turn(self, used: int) -> AsyncIterator[DecoderTurn]:
        """Wait for a turn; of those that wait, the one with the least `used` is next, then the one that came first."""
        admitted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (used, next(self._arrivals), admitted))
        self._admit()
        try:
            await admitted
        except BaseException:
            if admitted.done() and not admitted.cancelled():  # admitted just as the caller was cancelled
                self._is_decoding = False
                self._finished()
            raise
        turn = DecoderTurn(self)
        try:
            yield turn
        finally:
            turn.release()
            self._finished()

    def decoded(self) -> None:
        """Let the next image be decoded, unless too many are still to be stored."""
        self._is_decoding = False
        self._admit()

    def _finished(self) -> None:
        self._unfinished -= 1
        self._admit()

    def _admit(self) -> None:
        while self._waiting and not self._is_decoding and self._unfinished < _UNFINISHED:
            _used, _arrival, admitted = heapq.heappop(self._waiting)
            if not admitted.done():
                self._is_decoding = True
                self._unfinished += 1
                admitted.set_result(None)
