"""Return memory that a burst of work used to the system. Only glibc keeps it: elsewhere the functions do nothing."""

import ctypes
import sys
from contextlib import suppress

_MEGABYTE = 1 << 20
_MALLOC_OPTIONS = {
    -8: 1,  # M_ARENA_MAX: `malloc_trim` can't release the end of any arena but the first
    -3: 32 * _MEGABYTE,  # M_MMAP_THRESHOLD, its maximum: no fresh memory for each hash, which costs 12 ms
    -1: 64 * _MEGABYTE,  # M_TRIM_THRESHOLD: likewise for two hashes at once
}
"""Options of mallopt(3), by their number, and their values."""


def keep_until_trimmed() -> None:
    """Let all threads share one heap, which keeps freed memory until `trim`. Call it before the first thread starts."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            libc = ctypes.CDLL(None)
            for option, value in _MALLOC_OPTIONS.items():
                libc.mallopt(option, value)


def trim() -> None:
    """Return freed memory to the system; glibc would keep the largest amount that was ever in use."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).malloc_trim(0)
