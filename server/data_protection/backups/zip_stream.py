"""Timestamps of zip entries, and an in-memory sink for zip files that are sent while they are written."""

import io
from collections.abc import Iterator
from datetime import datetime

from server import clock

CHUNK_BYTES = 1 << 18
"""Minimum size in bytes of a chunk to be sent."""


def zip_timestamp(moment: datetime) -> tuple[int, int, int, int, int, int]:
    """Return the local time for `zipfile.ZipInfo`; at least 1980, since a clock without its battery may be earlier."""
    local = clock.local_time(moment)
    return max(1980, local.year), local.month, local.day, local.hour, local.minute, local.second


class ZipStream(io.RawIOBase):
    """Write-only, unseekable file object for `zipfile.ZipFile`; `take` returns what was written."""

    def __init__(self) -> None:
        self._chunks: list[bytes] = []
        self._size = 0

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]  # narrower than RawIOBase: zipfile writes bytes
        """Buffer the bytes until `take`."""
        self._chunks.append(bytes(data))
        self._size += len(data)
        return len(data)

    def take(self, *, everything: bool = False) -> Iterator[bytes]:
        """Yield the buffered bytes if they fill a chunk, or in any case with `everything`."""
        if self._size >= CHUNK_BYTES or (everything and self._size):
            chunks, self._chunks, self._size = self._chunks, [], 0
            yield b"".join(chunks)
