"""The folder in which several processes count for one another, for the first of them to keep and to take away."""

import os
import shutil
import sys
import tempfile
from pathlib import Path

if sys.platform != "win32":
    import fcntl

VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
"""The folder's, by the name that prometheus_client gives it."""
MEMORY = "/dev/shm"  # noqa: S108 - our folder in it is for this account alone
PREFIX = "goalbucks-measures-"
LOCK = "lock"
"""Held while the folder is in use; the operating system lets go of it, however its holder ends."""


class MeasuresFolder:
    """A new one, where files are memory: on a disk that is full, whoever counts in them would die of it."""

    def __init__(self, place: Path | None = None) -> None:
        memory = Path(MEMORY) if os.access(MEMORY, os.W_OK) else Path(tempfile.gettempdir())
        place = place or memory
        _sweep(place)
        self.path = Path(tempfile.mkdtemp(prefix=PREFIX, dir=place))
        self._lock = os.open(self.path / LOCK, os.O_CREAT | os.O_RDWR, 0o600)
        _lock(self._lock)

    def close(self) -> None:
        """Nobody counts any more."""
        shutil.rmtree(self.path, ignore_errors=True)
        self.let_go()

    def let_go(self) -> None:
        """As the operating system does when this process is killed."""
        os.close(self._lock)


def _sweep(place: Path) -> None:
    """Take away what a process left that was killed."""
    for path in place.glob(f"{PREFIX}*"):
        try:
            lock = os.open(path / LOCK, os.O_RDWR)
        except OSError:  # another account's, or only just being made
            continue
        try:
            _lock(lock)
            shutil.rmtree(path, ignore_errors=True)
        except BlockingIOError:
            pass
        finally:
            os.close(lock)


def _lock(file: int) -> None:
    """Take it, or raise BlockingIOError."""
    if sys.platform != "win32":
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
