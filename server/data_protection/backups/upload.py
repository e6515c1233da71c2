"""Saving an uploaded backup to disk as a stream."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import BinaryIO

from server.data_protection.backups.errors import RestoreFailedError
from server.data_protection.backups.service import BackupService, to_domain_error
from server.system.durable_files import open_owner_only

CHUNK_BYTES = 1 << 20


async def save_upload(backups: BackupService, chunks: AsyncIterator[bytes], length: int, target: Path) -> None:
    """Write the chunks to the new file `target`. `length`: the announced size in bytes, 0 if unknown.

    Raises BackupDiskFullError before the first byte is read when the disk lacks `length` bytes.
    """
    try:
        backups.require_free_space({target.parent: length})
        with await asyncio.to_thread(_create, target) as file:
            buffer = bytearray()
            async for chunk in chunks:
                buffer += chunk
                if len(buffer) >= CHUNK_BYTES:
                    await asyncio.to_thread(file.write, buffer)
                    buffer = bytearray()
            await asyncio.to_thread(file.write, buffer)
    except OSError as error:
        raise to_domain_error(error, RestoreFailedError) from error


def _create(path: Path) -> BinaryIO:
    return open(path, "xb", opener=open_owner_only)
