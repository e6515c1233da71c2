"""Notifies teachers' pages of changes of the class computer's network state."""

import threading
from collections.abc import Callable

from server.computer.host import HostComputer


class NetworkChangeNotifier:
    """Observes the class computer and calls `notify` when its network state has changed.

    That is the endpoint, the connected devices, and the preferences, since these decide who may keep an event stream.
    Servers nearby and the label don't count.
    """

    def __init__(self, computer: HostComputer, notify: Callable[[], None]) -> None:
        self._computer = computer
        self._notify = notify
        self._notified_state = self._state()
        # Serializes concurrent checks, so that each compares with the state that was notified last.
        self._lock = threading.Lock()

    def check(self) -> None:
        """Notify if the state has changed since the last notification; thread-safe."""
        with self._lock:
            state = self._state()
            if state != self._notified_state:
                self._notified_state = state
                self._notify()

    def _state(self) -> object:
        computer = self._computer
        return (
            computer.network.endpoint,
            computer.network.client_count(),
            computer.status.connected_students,
            computer.preferences,
        )
