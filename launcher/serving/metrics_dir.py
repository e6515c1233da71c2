"""Prometheus multiprocess directory of `serve --workers N`, created and removed by the supervisor."""

import os
import shutil
import sys
import tempfile
from pathlib import Path

if sys.platform != "win32":
    import fcntl

ENVIRONMENT_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
"""Environment variable by which prometheus_client finds the directory."""
SHARED_MEMORY = "/dev/shm"  # noqa: S108 - mkdtemp makes our directory in it private
PREFIX = "goalbucks-metrics-"
LOCK = "lock"
"""File that is locked while the directory is in use; the operating system releases it when the process ends."""


class MetricsDir:
    """Creates the directory, on tmpfs if possible: a full disk would crash the workers.

    Also removes directories of earlier supervisors that were killed.
    """

    def __init__(self, parent: Path | None = None) -> None:
        default = Path(SHARED_MEMORY) if os.access(SHARED_MEMORY, os.W_OK) else Path(tempfile.gettempdir())
        parent = parent or default
        _remove_stale(parent)
        self.path = Path(tempfile.mkdtemp(prefix=PREFIX, dir=parent))
        self._lock = os.open(self.path / LOCK, os.O_CREAT | os.O_RDWR, 0o600)
        _lock(self._lock)

    def close(self) -> None:
        """Remove the directory; no worker may run any more."""
        shutil.rmtree(self.path, ignore_errors=True)
        self.release()

    def release(self) -> None:
        """Release the lock, as the operating system does when this process is killed."""
        os.close(self._lock)


def _remove_stale(parent: Path) -> None:
    """Remove the directories of supervisors that were killed: those that nobody has locked."""
    for path in parent.glob(f"{PREFIX}*"):
        try:
            lock = os.open(path / LOCK, os.O_RDWR)
        except OSError:  # of another account, or without a lock yet
            continue
        try:
            _lock(lock)
            shutil.rmtree(path, ignore_errors=True)
        except BlockingIOError:
            pass
        finally:
            os.close(lock)


def _lock(file: int) -> None:
    """Lock the file; raises BlockingIOError if another process has locked it."""
    if sys.platform != "win32":
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
