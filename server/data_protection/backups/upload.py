"""Uploaded backups: the limit and the headers of the request, and saving its body to disk as a stream."""

import asyncio
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Annotated, BinaryIO
from urllib.parse import unquote

from fastapi import Depends, Header

from server.data_protection.backups.atomic_restore import RestoreOptions
from server.data_protection.backups.errors import RestoreFailedError, WrongPassphraseError
from server.data_protection.backups.service import BackupService, to_domain_error
from server.errors import TooLargeError
from server.requests.request_guard import BodyLimit
from server.system.durable_files import open_owner_only

UPLOAD_LIMIT = BodyLimit(sys.maxsize, TooLargeError, timeout_seconds=7200)
"""Any size that the disk has room for; the timeout suffices for 14 GB from an old USB stick at 2 MB/s."""
CHUNK_BYTES = 1 << 20


async def _read_headers(
    passphrase: Annotated[str | None, Header(alias="Backup-Passphrase")] = None,
    without_photos: Annotated[bool, Header(alias="Backup-Without-Photos")] = False,  # noqa: FBT002 - a header
) -> RestoreOptions:
    """Return the options; the passphrase is percent-encoded UTF-8, since headers are ASCII."""
    try:
        decoded = unquote(passphrase or "", errors="strict").strip() or None
    except UnicodeDecodeError:
        raise WrongPassphraseError from None
    return RestoreOptions(decoded, without_images=without_photos)


UploadOptions = Annotated[RestoreOptions, Depends(_read_headers)]
UploadLength = Annotated[int, Header(alias="Content-Length", ge=0, include_in_schema=False)]
"""Announced size in bytes; 0 if none was announced."""


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
