"""Sanitizing, storing and shrinking of images without blocking the event loop (docs/decisions/0003-proof-images.md)."""

import asyncio
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import BinaryIO, Final, TypeVar

from server.media.decoder_process import DecoderProcess
from server.media.decoder_queue import DecoderQueue
from server.media.errors import ImageStorageError
from server.media.images import MAX_IMAGE_BYTES, CleanImage, DecoderTime
from server.media.store import MediaStore

Result = TypeVar("Result")
_THREADS: Final = 2
"""Number of threads: one waits for the decoder while the other stores the previous image or reads the next one."""


@dataclass(frozen=True, slots=True)
class ImageRef:
    """Reference to a stored image."""

    key: str
    """Key for `MediaStore.read`."""
    width: int
    """Width of the full image in pixels."""
    height: int
    """Height of the full image in pixels."""


class ImagePool:
    """Sanitizes and stores images, one at a time; students with the least recent decoder use go first.

    Pass an upload's file rather than its bytes: it is read when it is decoded, so that thirty waiting photos stay on
    disk, where the form parser put them.
    """

    def __init__(self, *, time_limit: float = 20.0, idle_limit: float = 10.0) -> None:
        """`time_limit`: seconds for one image; `idle_limit`: idle seconds until the decoder process ends."""
        self.waiting = 0
        """Number of submitted images that aren't done."""
        self._is_closed = False
        self._queue = DecoderQueue()
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="images")
        self._process = DecoderProcess(time_limit, idle_limit)

    async def clean(self, source: bytes | BinaryIO) -> CleanImage:
        """Run `clean_proof` in the decoder process, on bytes or on a file from its current position.

        Raises ImageTooLargeError (413), ImageNotSupportedError (415), and ImageStorageError (503) while closing.
        """
        with self._counting_as_waiting():
            async with self._queue.slot(0):
                return await self._run(partial(self._clean, source, DecoderTime()))

    async def clean_and_store(
        self,
        source: bytes | BinaryIO,
        store: MediaStore,
        *,
        recent_use: int = 0,
        decoder_time: DecoderTime | None = None,
    ) -> ImageRef:
        """Sanitize and store an image, so that a response doesn't wait for images queued later.

        `recent_use`: the student's recent use of the decoder, for the priority. The time that this image takes is added
        to `decoder_time`, also when it is refused. Raises the errors of `clean` and `store.put`. If the transaction
        with the key is rolled back, `store.delete` the key or leave it to `delete_unreferenced`.
        """
        with self._counting_as_waiting():
            async with self._queue.slot(recent_use) as release:
                image = await self._run(partial(self._clean, source, decoder_time or DecoderTime()))
                release()
                key = await self._run(partial(store.put, image))
        return ImageRef(key, image.width, image.height)

    async def shrink(self, thumbnails: Sequence[bytes]) -> Sequence[bytes | None]:
        """Make a preview of each stored thumbnail; None for a damaged file. Uploads that wait go first.

        Raises ImageStorageError (503) while closing.
        """
        async with self._queue.slot(sys.maxsize):
            return await self._run(lambda: [self._process.shrink(each) for each in thumbnails])

    def close(self) -> None:
        """Cancel waiting images and kill the decoder process."""
        self._is_closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._process.close()
        self._threads.shutdown()

    @contextmanager
    def _counting_as_waiting(self) -> Iterator[None]:
        self.waiting += 1
        try:
            yield
        finally:
            self.waiting -= 1

    async def _run(self, work: Callable[[], Result]) -> Result:
        if self._is_closed:
            raise ImageStorageError
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    def _clean(self, source: bytes | BinaryIO, spent: DecoderTime) -> CleanImage:
        return self._process.clean(source if isinstance(source, bytes) else source.read(MAX_IMAGE_BYTES + 1), spent)
