"""The computer that runs the server."""

import logging
from collections.abc import Callable

from server.computer.desktop import Desktop
from server.computer.network import HostNetwork, NetworkEndpoint
from server.computer.preferences import ComputerPreferences
from server.computer.status import HostStatus

log = logging.getLogger("goalbucks")


class HostComputer:
    """Runtime state of the computer that runs the server, a class computer or a school's server.

    Thread-safe; observers are called on the thread that made the change.
    """

    def __init__(self, endpoint: NetworkEndpoint, desktop: Desktop | None = None) -> None:
        self.network = HostNetwork(endpoint, self._notify)
        self.desktop = desktop or Desktop()
        self.status = HostStatus(self._notify)
        self.preferences = ComputerPreferences()
        self._observers: list[Callable[[], None]] = []

    def observe(self, observer: Callable[[], None]) -> Callable[[], None]:
        """Call `observer` after each change; return a function that unsubscribes it."""
        self._observers.append(observer)
        return lambda: self._observers.remove(observer)

    def set_preferences(self, preferences: ComputerPreferences) -> None:
        """Set the preferences, once they are committed."""
        if preferences != self.preferences:
            self.preferences = preferences
            self._notify()

    def _notify(self) -> None:
        for observer in tuple(self._observers):
            try:
                observer()
            except Exception:
                # The change has happened: no observer may stop the others.
                log.exception("an observer of the class computer failed")
