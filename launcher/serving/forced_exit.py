"""End the process within a bound after a signal, even when the event loop or the interpreter hangs."""

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

FORCE_EXIT_SECONDS = 4
"""What was acknowledged is on the disk by then; the rest rolls back."""
KILL_SECONDS = 5.5
"""The system ends the process by SIGALRM then: no Python thread can, while another one holds the interpreter lock."""
_ENDING = (signal.SIGTERM, signal.SIGINT)
_armed = threading.Event()


def arm() -> None:
    """Give the process `FORCE_EXIT_SECONDS` from now on; the first call counts."""
    if _armed.is_set():
        return
    _armed.set()
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_REAL, KILL_SECONDS)  # SIGALRM, which ends a process that doesn't handle it
    timer = threading.Timer(FORCE_EXIT_SECONDS, os._exit, args=(0,))
    timer.daemon = True
    timer.start()


@contextmanager
def armed_by_signals() -> Iterator[None]:
    """Call `arm` at SIGTERM and SIGINT from a thread; entered in the main thread while the event loop runs.

    Python runs a signal's handler in the main thread between two instructions, so not while SQLite works there or the
    garbage collector does. But it writes the signal's number to the "wakeup fd" at once. That is the event loop's; here
    a thread reads it first and passes it on. Windows has no pipes for this; there the handler alone arms.
    """
    if sys.platform == "win32":
        yield
        return
    numbers, wakeup = os.pipe()
    os.set_blocking(wakeup, False)
    loops_own = signal.set_wakeup_fd(wakeup, warn_on_full_buffer=False)
    threading.Thread(target=_watch, args=(numbers, loops_own), name="signals", daemon=True).start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(loops_own, warn_on_full_buffer=False)
        os.close(wakeup)
        signal.setitimer(signal.ITIMER_REAL, 0)  # all is closed; Python's own end is left


def _watch(numbers: int, loops_own: int) -> None:
    while number := os.read(numbers, 1):
        if number[0] in _ENDING:
            arm()
        if loops_own >= 0:
            with suppress(OSError):  # its buffer is full: it is awake
                os.write(loops_own, number)
    os.close(numbers)
