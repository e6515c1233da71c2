"""What only the running process knows, for the window and `goalbucks status`."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BackupFailureStatus:
    """Time and reason of the last backup's failure."""

    at: str
    """ISO 8601, UTC."""
    sentence: str


@dataclass(frozen=True, slots=True)
class RuntimeStatus:
    """Counts and warnings that only the running process knows, for `goalbucks status`."""

    students: int
    """Students with an open event stream."""
    devices: int
    """Open event streams, teachers' included: one for each browser whose page is visible."""
    warnings: dict[str, str]
    """Code of each warning → the sentence that the teacher's screen shows."""
    backup_failure: BackupFailureStatus | None


class HostStatus:
    """The status of the running application; `notify` is called after a change of the connected students."""

    def __init__(self, notify: Callable[[], None]) -> None:
        self.connected_students = 0
        self.read: Callable[[], RuntimeStatus] | None = None
        """Returns the status of the application; None while it doesn't run, as during the recovery of the database."""
        self._notify = notify

    def set_connected_students(self, count: int) -> None:
        """Set the number of students with an open event stream."""
        if count != self.connected_students:
            self.connected_students = count
            self._notify()
