"""Limits a data folder to one process, since the server assumes that no other process writes its database.

A file beside the lock file has the server's URL, for a second start.
"""

import sys
import time
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from launcher.errors import AlreadyRunningError
from launcher.startup.control_channel import CHANNEL_FILE
from launcher.startup.data_dir import not_writable_error

LOCK_FILE = "instance.lock"
ADDRESS_FILE = "instance.address"
RETRY_INTERVAL_SECONDS = 0.1

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


class SingleInstance:
    """Context manager that locks the data folder; entering raises AlreadyRunningError if it is locked.

    Uses a lock of the operating system, which a crash releases; a PID file would remain.
    """

    def __init__(self, data_dir: Path) -> None:
        self._data_dir = data_dir
        # A separate file, since a locked file can't be read on Windows.
        self._address_file = data_dir / ADDRESS_FILE
        self._lock: BinaryIO | None = None

    def __enter__(self) -> Self:
        """Lock the folder, and remove the files that a crash left."""
        try:
            lock = (self._data_dir / LOCK_FILE).open("ab")
        except OSError as error:
            raise not_writable_error(self._data_dir, error) from None
        try:
            _lock_with_retry(lock)
        except OSError:
            lock.close()
            raise self._already_running() from None
        try:
            self._address_file.unlink(missing_ok=True)
            (self._data_dir / CHANNEL_FILE).unlink(missing_ok=True)
        except OSError as error:
            lock.close()
            raise not_writable_error(self._data_dir, error) from None
        self._lock = lock
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Release the lock."""
        if self._lock is not None:
            self._lock.close()

    def write_address(self, address: str) -> None:
        """Write the server's URL to the address file, for a second start."""
        try:
            self._address_file.write_text(address, encoding="utf-8")
        except OSError as error:  # such as a full disk
            raise not_writable_error(self._data_dir, error) from None

    def _already_running(self) -> AlreadyRunningError:
        address = read_address(self._data_dir)
        where = f" at {address}" if address else ""
        return AlreadyRunningError(
            f"GoalBucks is already running{where} with the data folder {self._data_dir}. "
            "Stop it first, or choose another folder with --data-dir (or GOALBUCKS_DATA_DIR).",
            address,
        )


def read_address(data_dir: Path) -> str | None:
    """Return the URL in the address file, or None. The file also exists after a crash."""
    try:
        return (data_dir / ADDRESS_FILE).read_text(encoding="utf-8").strip() or None
    except OSError:
        return None


def is_locked(data_dir: Path) -> bool:
    """Whether a process has locked the folder: a server, or a command such as `restore`.

    Acquires the lock briefly if it is free. Raises PermissionError if the lock file belongs to another account.
    """
    try:
        with (data_dir / LOCK_FILE).open("rb") as lock:
            try:
                _lock(lock)
            except OSError:
                return True
    except (FileNotFoundError, NotADirectoryError):
        pass
    return False


def _lock_with_retry(file: BinaryIO) -> None:
    """Acquire the lock or raise OSError. Tries twice, since `is_locked` holds the lock briefly."""
    try:
        _lock(file)
    except OSError:
        time.sleep(RETRY_INTERVAL_SECONDS)
        _lock(file)


def _lock(file: BinaryIO) -> None:
    """Acquire the lock, or raise OSError immediately."""
    if sys.platform == "win32":
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
