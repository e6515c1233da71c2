"""What the launcher offers on this computer's screen."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(slots=True)
class Desktop:
    """Functions that the launcher sets when there is a screen."""

    show_logs: Callable[[], None] | None = None
    """Opens the folder of the logs; None without a screen."""
    show_backups: Callable[[], None] | None = None
    """Opens the folder of the backups; None without a screen."""
    handoff_key: bytes | None = None
    """Key shared with the window's process (server/security/signed_handoff.py); None without a window."""
