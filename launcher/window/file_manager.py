"""Shows a folder in the system's file manager."""

import logging
import os
import subprocess
import sys
import threading
from pathlib import Path

log = logging.getLogger(__name__)
OPENER = "open" if sys.platform == "darwin" else "xdg-open"


def open_folder(path: Path) -> None:
    """Open the folder on this computer's screen. Returns at once; what goes wrong stands in the log."""
    threading.Thread(target=_open, args=(path,), name="open-folder", daemon=True).start()


def _open(path: Path) -> None:
    try:
        if sys.platform == "win32":
            os.startfile(path)  # noqa: S606 - a folder of our own
            return
        nowhere = subprocess.DEVNULL
        # A session of its own: the file manager outlives us.
        opened = subprocess.run(  # noqa: S603 - the system's own program, no shell
            [OPENER, str(path)], check=False, stdin=nowhere, stdout=nowhere, stderr=nowhere, start_new_session=True
        )
    except OSError as error:
        log.warning("no folder was opened: %s", error.strerror)
    else:
        if opened.returncode:
            log.warning("no folder was opened: %s ended with %d", OPENER, opened.returncode)
