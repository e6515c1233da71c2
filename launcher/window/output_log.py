"""Size limit of the file to which the window's process and its GUI toolkits print."""

import os
import sys
import threading
import time
from contextlib import suppress

MAX_BYTES = 1_000_000
CHECK_INTERVAL_SECONDS = 60


def limit_size() -> None:
    """Truncate the file in the background when it exceeds the limit. Does nothing if stderr isn't a file."""
    threading.Thread(target=_truncate_when_large, name="output", daemon=True).start()


def _truncate_when_large() -> None:
    with suppress(OSError, ValueError, AttributeError):  # no stderr, or one that can't be truncated, like a terminal
        descriptor = sys.stderr.fileno()
        while True:
            time.sleep(CHECK_INTERVAL_SECONDS)
            if os.fstat(descriptor).st_size > MAX_BYTES:
                # The toolkits write to the descriptor directly; stdout and stderr share its file position.
                os.ftruncate(descriptor, 0)
                os.lseek(descriptor, 0, os.SEEK_SET)
