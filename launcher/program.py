"""Command lines and internal commands with which the program starts further processes of itself."""

import sys
from pathlib import Path

# These command words must not change: an update may replace the program while it runs, so that a process of the old
# version starts one of the new version.
WINDOW_COMMAND = "window"
"""Process of the window: `goalbucks window OPTIONS`, see launcher.window.process.WindowOptions."""
ERROR_COMMAND = "refusal"
"""Process of the error window: `goalbucks refusal REPORT`, see launcher.window.process.ErrorReport."""
RESTART_COMMAND = "again"
"""Restart after a crash of the server: `goalbucks again` and the arguments of the first start."""
WORKER_COMMAND = "--as-worker"
"""Worker of `serve --workers N`: `goalbucks --as-worker CONFIG` and the arguments of the first process."""

RESET_ENVIRONMENT = "PYINSTALLER_RESET_ENVIRONMENT"
"""If 1, a child process of the installed program on Linux loads the bundled libraries first, else the system's."""


def is_packaged() -> bool:
    """Whether this is the installed program (PyInstaller) rather than the source."""
    return getattr(sys, "frozen", False)


def launch_command() -> list[str]:
    """Return the command that starts this program."""
    return [sys.executable] if is_packaged() else [sys.executable, "-m", "launcher"]


def launch_folder() -> Path | None:
    """Return the working directory that `launch_command` requires; None for any."""
    return None if is_packaged() else Path(__file__).resolve().parents[1]
