"""When teachers hear that the class computer is reached otherwise, or by others."""

import threading
from collections.abc import Callable

from server.computer import ClassComputer


class NetworkNews:
    """Observes the class computer, and tells when what teachers are shown of its network has changed.

    Other computers nearby and a class's new name are none of that; who may sign in is, since it may end somebody's
    stream.
    """

    def __init__(self, computer: ClassComputer, tell: Callable[[], None]) -> None:
        self._computer = computer
        self._tell = tell
        self._told = self._now()
        # Whoever comes second compares with what the first one told.
        self._lock = threading.Lock()

    def look(self) -> None:
        """Something has changed; from any thread."""
        with self._lock:
            now = self._now()
            if now != self._told:
                self._told = now
                self._tell()

    def _now(self) -> object:
        computer = self._computer
        return computer.reach, computer.devices(), computer.connected_students, computer.switches
