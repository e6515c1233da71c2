"""Files that are there whole or not at all whenever the power goes, and for this account alone."""

import os
import sys
from contextlib import suppress
from pathlib import Path

TEMPORARY_SUFFIX = ".tmp"


def open_private(path: str, flags: int) -> int:
    """An `opener` for files that nobody else may read."""
    return os.open(path, flags, 0o600)


def write_whole(path: Path, data: bytes) -> None:
    """Write a small file under a temporary name, and give it its own once it is on the disk."""
    temporary = path.with_suffix(TEMPORARY_SUFFIX)
    try:
        with open(temporary, "xb", opener=open_private) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise


def sync_file(path: Path) -> None:
    """Wait until what was written to the file is on the disk."""
    with path.open("r+b") as file:
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable. Windows can't open a folder, and NTFS keeps a journal of its names."""
    if sys.platform == "win32":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
