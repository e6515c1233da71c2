"""One at a time: a backup that somebody asked for, the day's, a restore, or a student erased from the backups."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Literal

from server.data_protection.backups.errors import BackupRunningError, ErasureRunningError, RestoreRunningError
from server.errors import DomainError

Busy = Literal["backup", "restore", "erase"]
_REFUSALS: dict[Busy, type[DomainError]] = {
    "backup": BackupRunningError,
    "restore": RestoreRunningError,
    "erase": ErasureRunningError,
}


class Turn:
    """Whose turn it is; asked from any thread. Who comes meanwhile is told so, and doesn't wait."""

    def __init__(self) -> None:
        self.busy: Busy | None = None
        self._lock = Lock()

    @contextmanager
    def taken(self, work: Busy) -> Iterator[None]:
        """Held until the block ends. Raises BackupRunningError and the like while somebody else has it."""
        with self._lock:
            if self.busy is not None:
                raise _REFUSALS[self.busy]
            self.busy = work
        try:
            yield
        finally:
            self.busy = None
