"""What the window's process and its toolkits print goes to a file, for as long as the window stands: it is bounded."""

import os
import sys
import threading
import time
from contextlib import suppress

LARGEST_BYTES = 1_000_000
LOOK_SECONDS = 60


def bound() -> None:
    """From now on begin the file anew whenever it is too long. Does nothing where there is no file."""
    threading.Thread(target=_look, name="output", daemon=True).start()


def _look() -> None:
    with suppress(OSError, ValueError, AttributeError):  # no streams, or one that can't be cut, such as a terminal
        descriptor = sys.stderr.fileno()
        while True:
            time.sleep(LOOK_SECONDS)
            if os.fstat(descriptor).st_size > LARGEST_BYTES:
                # Both streams have one position in the file; the toolkits write there, not through Python.
                os.ftruncate(descriptor, 0)
                os.lseek(descriptor, 0, os.SEEK_SET)
