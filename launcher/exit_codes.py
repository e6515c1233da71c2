"""Exit codes of the program. Each command uses one of the enumerations, so that no code has two meanings in it."""

from enum import IntEnum


class ExitCode(IntEnum):
    """Exit codes of the server and of every command except `status`."""

    OK = 0
    """The command succeeded, or the server shut down gracefully, also after a signal."""
    FAILED = 1
    """The start was refused or the command failed; a message says why. The same call may succeed later.

    Among the reasons: another process uses the data folder (`AlreadyRunningError`).
    """
    USAGE = 2
    """The command line is invalid. The code is argparse's own."""
    CONFIG_ERROR = 78
    """The start fails until the configuration or the data are repaired: `EX_CONFIG` of sysexits.h.

    The systemd unit in packaging/school doesn't restart the service after it.
    """


class StatusExitCode(IntEnum):
    """Exit codes of `goalbucks status`, for monitoring (docs/school-server.md)."""

    HEALTHY = 0
    """GoalBucks is running, and there are no warnings."""
    WARNING = 1
    """GoalBucks is running, and there are warnings."""
    NOT_RUNNING = 2
    """GoalBucks isn't running."""
    UNKNOWN = 3
    """The status can't be determined, such as for another account's folder or with an invalid option."""


class WindowExitCode(IntEnum):
    """Exit codes of the window's process and of the error window's, which only the server's process reads."""

    CLOSED = 0
    """The user closed the window."""
    NO_WEB_VIEW = 10
    """No window could be opened: this computer has no web view, or it failed."""
    RETRY = 11
    """The user chose to start the program again in the error window."""
    PAGE_CRASHED = 12
    """The web process of the page ended (launcher/window/gtk.py)."""
