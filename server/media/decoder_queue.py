"""Priority queue of images for the decoder: students with the least recent use go first."""

import asyncio
import heapq
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from itertools import count
from typing import Final

_MAX_UNFINISHED: Final = 2
"""Maximum number of images in memory: one is decoded while the previous one is stored."""


class DecoderQueue:
    """Priority queue for the single decoder. Bound to one event loop at a time."""

    def __init__(self) -> None:
        self._sequence = count()
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._decoding: asyncio.Future[None] | None = None
        """The admitted future of the image that is being decoded."""
        self._unfinished = 0

    @asynccontextmanager
    async def slot(self, recent_use: int) -> AsyncIterator[Callable[[], None]]:
        """Wait for the decoder; the lowest `recent_use` is next, then first come, first served.

        Yields a function that lets the next image be decoded while this one is stored, as does the end of the block.
        """
        admitted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (recent_use, next(self._sequence), admitted))
        self._admit()
        try:
            await admitted
            yield partial(self._release, admitted)
        finally:
            if admitted.done() and not admitted.cancelled():  # else the caller was cancelled while it waited
                self._release(admitted)
                self._unfinished -= 1
                self._admit()

    def _release(self, admitted: asyncio.Future[None]) -> None:
        if self._decoding is admitted:
            self._decoding = None
            self._admit()

    def _admit(self) -> None:
        while self._waiting and self._decoding is None and self._unfinished < _MAX_UNFINISHED:
            _recent_use, _number, admitted = heapq.heappop(self._waiting)
            if not admitted.done():
                self._decoding = admitted
                self._unfinished += 1
                admitted.set_result(None)
