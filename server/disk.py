"""Atomic, durable and owner-only file writes; classification of storage errors."""

import errno
import os
import shutil
import sqlite3
import sys
from contextlib import suppress
from pathlib import Path
from typing import Literal

TEMPORARY_SUFFIX = ".tmp"


def open_owner_only(path: str, flags: int) -> int:
    """An `opener` for `open()` that creates files with mode 0600."""
    return os.open(path, flags, 0o600)


def atomic_write(path: Path, data: bytes) -> None:
    """Write a small file atomically: to a temporary name, fsync, then rename. `sync_folder` makes the name durable."""
    temporary = path.with_suffix(TEMPORARY_SUFFIX)
    try:
        with open(temporary, "xb", opener=open_owner_only) as file:
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


StorageProblem = Literal["full", "read_only", "busy", "failing", "damaged"]
"""Reason why the disk or SQLite failed."""

_FULL_ERRNOS = frozenset({errno.ENOSPC, errno.EDQUOT})
_READ_ONLY_ERRNOS = frozenset({errno.EROFS, errno.EACCES, errno.EPERM})
_SQLITE_PROBLEMS: dict[int, StorageProblem] = {
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
MIN_FREE_BYTES = 20_000_000
"""With less free space a disk counts as full: the largest photo, or a lesson's write-ahead log, may not fit."""
_SQLITE_MIN_FREE_BYTES = 1 << 20
"""With less free space SQLite often reports no more than a general I/O error."""


def classify_storage_error(error: BaseException, folder: Path) -> StorageProblem | None:
    """Classify an OSError, a sqlite3 error or a SQLAlchemy error raised while using `folder`; None for any other."""
    cause = getattr(error, "orig", None) or error
    if isinstance(cause, sqlite3.Error):
        # The upper bits are the extended code.
        problem = _SQLITE_PROBLEMS.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF)
        return _inspect_disk(folder) if problem == "failing" else problem
    if isinstance(cause, OSError) and cause.errno is not None:
        if cause.errno in _FULL_ERRNOS:
            return "full"
        return "read_only" if cause.errno in _READ_ONLY_ERRNOS else "failing"
    return None


def _inspect_disk(folder: Path) -> StorageProblem:
    """Return the reason for a general I/O error: a full disk, a read-only one, or a failing one."""
    try:
        if shutil.disk_usage(folder).free < _SQLITE_MIN_FREE_BYTES:
            return "full"
    except OSError:
        return "failing"
    return "failing" if os.access(folder, os.W_OK) else "read_only"
