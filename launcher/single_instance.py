"""One GoalBucks to a data folder: two servers on one database would each think that it is alone."""

import sys
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from launcher.data_folder import not_writable
from launcher.errors import AlreadyRunningError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


class SingleInstance:
    """Holds the data folder while the `with` block runs; entering raises AlreadyRunningError if another has it.

    The lock is the operating system's, so a crash frees it. A file with a process number would outlive one.
    """

    def __init__(self, data_dir: Path) -> None:
        self._data_dir = data_dir
        # Beside the lock, not in it: Windows lets nobody read what is locked.
        self._address_file = data_dir / "instance.address"
        self._lock: BinaryIO | None = None

    def __enter__(self) -> Self:
        """Take the folder."""
        try:
            lock = (self._data_dir / "instance.lock").open("ab")
        except OSError as error:
            raise not_writable(self._data_dir, error) from None
        try:
            _lock(lock)
        except OSError:
            lock.close()
            raise self._already_running() from None
        self._lock = lock
        self._address_file.unlink(missing_ok=True)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let go of it."""
        if self._lock is not None:
            self._lock.close()

    def tell_address(self, address: str) -> None:
        """Leave word for a second start where this one answers."""
        try:
            self._address_file.write_text(address, encoding="utf-8")
        except OSError as error:  # a full disk, for one
            raise not_writable(self._data_dir, error) from None

    def _already_running(self) -> AlreadyRunningError:
        try:
            address = self._address_file.read_text(encoding="utf-8").strip() or None
        except OSError:
            address = None
        where = f" at {address}" if address else ""
        return AlreadyRunningError(
            f"GoalBucks is already running{where} with the data folder {self._data_dir}. "
            "Stop it first, or choose another folder with --data-dir (or GOALBUCKS_DATA_DIR).",
            address,
        )


def _lock(file: BinaryIO) -> None:
    """Take the lock or raise OSError at once."""
    if sys.platform == "win32":
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
