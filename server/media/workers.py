"""How a route has an image cleaned without holding up the event loop (docs/decisions/0003-proof-images.md)."""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import BinaryIO, Final, TypeVar

from server.media.decoder_process import CleaningProcess
from server.media.decoder_queue import DecoderQueue
from server.media.errors import ImageStoreError
from server.media.images import MAX_BYTES, CleanImage, DecoderTime
from server.media.store import MediaStore

Result = TypeVar("Result")
_THREADS: Final = 2
"""One has a picture decoded while the other writes the last one to the disk or reads the next."""


@dataclass(frozen=True, slots=True)
class KeptImage:
    """An image that is in the store."""

    key: str
    """For `MediaStore.read`."""
    width: int
    """Of the full image, in pixels."""
    height: int
    """Of the full image, in pixels."""


class ImagePool:
    """Cleans and stores images one after the other; students who have used the decoder least go first.

    Hand over the upload's file rather than its bytes: it is read when its turn comes, so that thirty waiting photos
    are on disk, where the form parser put them, and not in memory.
    """

    def __init__(self, *, time_limit: float = 20.0, idle_limit: float = 10.0) -> None:
        """`time_limit`: seconds for one picture; `idle_limit`: seconds without one until the process ends."""
        self.waiting = 0
        """Pictures that were handed over and aren't done."""
        self._is_closed = False
        self._queue = DecoderQueue()
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="images")
        self._process = CleaningProcess(time_limit, idle_limit)

    async def clean(self, source: bytes | BinaryIO) -> CleanImage:
        """`clean_proof` of bytes, or of a file from its present position to its end.

        Raises ImageTooLargeError (413), ImageNotSupportedError (415), and ImageStoreError (503) while closing.
        """
        with self._counted():
            async with self._queue.turn(0):
                return await self._run(partial(self._clean, source, DecoderTime()))

    async def keep(
        self, source: bytes | BinaryIO, store: MediaStore, *, used: int = 0, spent: DecoderTime | None = None
    ) -> KeptImage:
        """`clean` and `store.put` in one turn, so that the first upload's answer needn't wait for the last one's turn.

        `used`: how much the student has used the decoder lately. What this image takes is added to `spent`, also when
        it is refused. Raises as those two do. When the row isn't committed after all, `store.delete` the key or leave
        it to the sweep.
        """
        with self._counted():
            async with self._queue.turn(used) as turn:
                image = await self._run(partial(self._clean, source, spent or DecoderTime()))
                turn.release()
                key = await self._run(partial(store.put, image))
        return KeptImage(key, image.width, image.height)

    def close(self) -> None:
        """Drop what waits, end what is under way."""
        self._is_closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._process.close()
        self._threads.shutdown()

    @contextmanager
    def _counted(self) -> Iterator[None]:
        self.waiting += 1
        try:
            yield
        finally:
            self.waiting -= 1

    async def _run(self, work: Callable[[], Result]) -> Result:
        if self._is_closed:
            raise ImageStoreError
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    def _clean(self, source: bytes | BinaryIO, spent: DecoderTime) -> CleanImage:
        return self._process.clean(source if isinstance(source, bytes) else source.read(MAX_BYTES + 1), spent)
