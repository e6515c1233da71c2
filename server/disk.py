"""Files that are there whole or not at all whenever the power goes, for this account alone; why a disk refused."""

import errno
import os
import shutil
import sqlite3
import sys
from contextlib import suppress
from pathlib import Path
from typing import Literal

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


Trouble = Literal["full", "read_only", "busy", "failing", "damaged"]
"""What a disk or SQLite may refuse for."""

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
_READ_ONLY = frozenset({errno.EROFS, errno.EACCES, errno.EPERM})
_OF_SQLITE: dict[int, Trouble] = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_PERM: "read_only",
    sqlite3.SQLITE_AUTH: "read_only",
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
    sqlite3.SQLITE_IOERR: "failing",
    sqlite3.SQLITE_CANTOPEN: "failing",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
}
FULL_BYTES = 20_000_000
"""With less free a disk counts as full: the largest photo, or what SQLite writes ahead in a lesson, may not fit."""
_LEAST_BYTES = 1 << 20
"""With less than this free SQLite often says no more than that reading or writing failed."""


def trouble_of(error: BaseException, folder: Path) -> Trouble | None:
    """What is behind an error of the disk's, SQLite's or SQLAlchemy's, met in `folder`; None: none of that."""
    cause = getattr(error, "orig", None) or error
    if isinstance(cause, sqlite3.Error):
        # The rest of the code is the finer reason.
        trouble = _OF_SQLITE.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF)
        return _look_closer(folder) if trouble == "failing" else trouble
    if isinstance(cause, OSError) and cause.errno is not None:
        if cause.errno in _FULL:
            return "full"
        return "read_only" if cause.errno in _READ_ONLY else "failing"
    return None


def _look_closer(folder: Path) -> Trouble:
    try:
        if shutil.disk_usage(folder).free < _LEAST_BYTES:
            return "full"
    except OSError:
        return "failing"
    return "failing" if os.access(folder, os.W_OK) else "read_only"
