"""Mutual exclusion of backups, restores and erasures on one data folder."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Literal

from server.data_protection.backups.errors import BackupRunningError, ErasureRunningError, RestoreRunningError
from server.errors import DomainError

Busy = Literal["backup", "restore", "erase"]
_BUSY_ERRORS: dict[Busy, type[DomainError]] = {
    "backup": BackupRunningError,
    "restore": RestoreRunningError,
    "erase": ErasureRunningError,
}


class Turn:
    """Non-blocking lock that names the operation that holds it. Thread-safe."""

    def __init__(self) -> None:
        self.busy: Busy | None = None
        self._lock = Lock()

    @contextmanager
    def taken(self, work: Busy) -> Iterator[None]:
        """Hold the lock until the block ends.

        Raises BackupRunningError, RestoreRunningError or ErasureRunningError while another operation holds it.
        """
        with self._lock:
            if self.busy is not None:
                raise _BUSY_ERRORS[self.busy]
            self.busy = work
        try:
            yield
        finally:
            self.busy = None
