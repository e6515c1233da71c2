"""A zip that is sent while it is written."""

import io
from collections.abc import Iterator

PIECE = 1 << 18
"""Bytes that are worth sending."""


class ZipStream(io.RawIOBase):
    """What a zip is written to; it can't seek, so that what was written can be sent."""

    def __init__(self) -> None:
        self._held: list[bytes] = []
        self._size = 0

    def writable(self) -> bool:
        """Yes."""
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]  # what a zip writes
        """Keep it for `take`."""
        self._held.append(bytes(data))
        self._size += len(data)
        return len(data)

    def take(self, *, everything: bool = False) -> Iterator[bytes]:
        """What has gathered, once it is worth sending."""
        if self._size >= PIECE or (everything and self._size):
            held, self._held, self._size = self._held, [], 0
            yield b"".join(held)
