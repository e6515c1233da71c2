"""Opens a folder in the system's file manager."""

import logging
import os
import subprocess
import sys
import threading
from pathlib import Path

log = logging.getLogger(__name__)
OPENER = "open" if sys.platform == "darwin" else "xdg-open"


def open_folder(path: Path) -> None:
    """Open the folder in the background. Failures are logged."""
    threading.Thread(target=_open, args=(path,), name="open-folder", daemon=True).start()


def _open(path: Path) -> None:
    try:
        if sys.platform == "win32":
            os.startfile(path)  # noqa: S606 - a folder of our own
            return
        devnull = subprocess.DEVNULL
        # In a new session, so that the file manager stays open when GoalBucks ends.
        completed = subprocess.run(  # noqa: S603 - the system's own program, no shell
            [OPENER, str(path)], check=False, stdin=devnull, stdout=devnull, stderr=devnull, start_new_session=True
        )
    except OSError as error:
        log.warning("no folder was opened: %s", error.strerror)
    else:
        if completed.returncode:
            log.warning("no folder was opened: %s ended with %d", OPENER, completed.returncode)
