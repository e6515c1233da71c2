"""Mutual exclusion of backups, restores and erasures on one data folder."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Literal

from server.data_protection.backups.errors import BackupRunningError, ErasureRunningError, RestoreRunningError
from server.errors import DomainError

Operation = Literal["backup", "restore", "erase"]
_BUSY_ERRORS: dict[Operation, type[DomainError]] = {
    "backup": BackupRunningError,
    "restore": RestoreRunningError,
    "erase": ErasureRunningError,
}


class OperationLock:
    """Non-blocking lock that names the operation that holds it. Thread-safe."""

    def __init__(self) -> None:
        self.current: Operation | None = None
        self._lock = Lock()

    @contextmanager
    def acquire(self, operation: Operation) -> Iterator[None]:
        """Hold the lock until the block ends.

        Raises BackupRunningError, RestoreRunningError or ErasureRunningError while another operation holds it.
        """
        with self._lock:
            if self.current is not None:
                raise _BUSY_ERRORS[self.current]
            self.current = operation
        try:
            yield
        finally:
            self.current = None
