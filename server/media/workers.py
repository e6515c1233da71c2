"""Where proof images are cleaned: two threads of their own (docs/decisions/0003-proof-images.md)."""

import asyncio
import ctypes
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import BinaryIO, Final

from server.media.images import MAX_BYTES, CleanImage, clean_proof
from server.media.store import MediaStore

WORKERS: Final = 2
"""Pictures that are decoded at once."""


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
    """Cleans and stores images outside the event loop, two at a time; the others wait in the order they came.

    Hand over the upload's file rather than its bytes: it is read when its turn comes, so that thirty waiting photos
    are on disk, where the form parser put them, and not in memory.
    """

    def __init__(self, workers: int = WORKERS) -> None:
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="images")

    async def clean(self, source: bytes | BinaryIO) -> CleanImage:
        """`clean_proof` of a file (from its present position to its end) or of bytes; raises as that does."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, _clean, source)

    async def keep(self, source: bytes | BinaryIO, store: MediaStore) -> KeptImage:
        """`clean` and `store.put` in one turn, so that the first upload's answer needn't wait for the last one's turn.

        Raises as those two do. When the row isn't committed after all, `store.delete` the key or leave it to the sweep.
        """
        return await asyncio.get_running_loop().run_in_executor(self._threads, _keep, source, store)

    def close(self) -> None:
        """Finish the images under way, drop those that wait."""
        self._threads.shutdown(cancel_futures=True)


def _keep(source: bytes | BinaryIO, store: MediaStore) -> KeptImage:
    image = _clean(source)
    return KeptImage(store.put(image), image.width, image.height)


def _clean(source: bytes | BinaryIO) -> CleanImage:
    try:
        return clean_proof(source if isinstance(source, bytes) else source.read(MAX_BYTES + 1))
    finally:
        _give_memory_back()


def _heap_trimmer() -> Callable[[int], int] | None:
    """The call that makes glibc return freed memory to the system: by itself it keeps what the largest pictures took.

    Windows and macOS return blocks of that size when they are freed.
    """
    if sys.platform != "linux":
        return None
    try:
        trim: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError):
        return None
    return trim


_trim = _heap_trimmer()


def _give_memory_back() -> None:
    if _trim is not None:
        _trim(0)
