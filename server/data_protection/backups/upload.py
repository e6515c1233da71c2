"""A backup that comes from the teacher's own disk or stick, piece by piece."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import BinaryIO

from server.data_protection.backups.errors import RestoreFailedError
from server.data_protection.backups.service import Backups, told
from server.disk import open_private

CHUNK = 1 << 20


async def receive(backups: Backups, pieces: AsyncIterator[bytes], length: int, target: Path) -> None:
    """Write what comes to `target`, which isn't there yet. `length`: how much was announced, 0 when nothing was.

    Raises DiskTooFullError before the first byte is read when there is no room for all of them.
    """
    try:
        backups.require_room({target.parent: length})
        with await asyncio.to_thread(_create, target) as file:
            waiting = bytearray()
            async for piece in pieces:
                waiting += piece
                if len(waiting) >= CHUNK:
                    await asyncio.to_thread(file.write, waiting)
                    waiting = bytearray()
            await asyncio.to_thread(file.write, waiting)
    except OSError as error:
        raise told(error, RestoreFailedError) from error


def _create(path: Path) -> BinaryIO:
    return open(path, "xb", opener=open_private)
