"""Classification of errors of the disk and of SQLite: full, read-only, busy, failing or damaged."""

import errno
import os
import shutil
import sqlite3
from pathlib import Path
from typing import Literal

StorageProblem = Literal["full", "read_only", "busy", "failing", "damaged"]
"""Reason why the disk or SQLite failed."""

_FULL_ERRNOS = frozenset({errno.ENOSPC, errno.EDQUOT})
_READ_ONLY_ERRNOS = frozenset({errno.EROFS, errno.EACCES, errno.EPERM})
_SHARING_VIOLATIONS = frozenset({32, 33})
"""Windows' error codes for a file that another program has open or has locked, such as a virus scanner; `errno` calls
them a missing permission."""
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


def is_disk_full(error: BaseException) -> bool:
    """Return whether an OSError or a sqlite3 error means that the disk is full, or the account's quota used up."""
    if isinstance(error, OSError):
        return error.errno in _FULL_ERRNOS
    return isinstance(error, sqlite3.Error) and _primary_code(error) == sqlite3.SQLITE_FULL


def classify_storage_error(error: BaseException, folder: Path) -> StorageProblem | None:
    """Classify an OSError, a sqlite3 error or a SQLAlchemy error raised while using `folder`; None for any other."""
    cause = getattr(error, "orig", None) or error
    if isinstance(cause, sqlite3.Error):
        problem = _SQLITE_PROBLEMS.get(_primary_code(cause))
        return _inspect_disk(folder) if problem == "failing" else problem
    if isinstance(cause, OSError) and cause.errno is not None:
        if is_disk_full(cause):
            return "full"
        if getattr(cause, "winerror", None) in _SHARING_VIOLATIONS:
            return "busy"
        return "read_only" if cause.errno in _READ_ONLY_ERRNOS else "failing"
    return None


def _primary_code(error: sqlite3.Error) -> int:
    """Return SQLite's result code without the upper bits, which are the extended code; 0 if there is none."""
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF


def _inspect_disk(folder: Path) -> StorageProblem:
    """Return the reason for a general I/O error: a full disk, a read-only one, or a failing one."""
    try:
        if shutil.disk_usage(folder).free < _SQLITE_MIN_FREE_BYTES:
            return "full"
    except OSError:
        return "failing"
    return "failing" if os.access(folder, os.W_OK) else "read_only"
