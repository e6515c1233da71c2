"""Atomic, durable and owner-only file writes."""

import os
import sys
from contextlib import suppress
from pathlib import Path

TEMPORARY_SUFFIX = ".tmp"


def open_owner_only(path: str, flags: int) -> int:
    """An `opener` for `open()` that creates files with mode 0600."""
    return os.open(path, flags, 0o600)


def atomic_write(path: Path, data: bytes) -> None:
    """Write a small file atomically: to a temporary name, fsync, then rename. `sync_folder` makes the name durable.

    A temporary file that a crash left is overwritten.
    """
    temporary = path.with_suffix(TEMPORARY_SUFFIX)
    try:
        with open(temporary, "wb", opener=open_owner_only) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise


def sync_file(path: Path) -> None:
    """Call fsync on the file."""
    with path.open("r+b") as file:
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Call fsync on the folder, so that renames in it are durable.

    A no-op on Windows, which can't open a folder; NTFS journals its names.
    """
    if sys.platform == "win32":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
