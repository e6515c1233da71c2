"""End the process within a few seconds of a signal, even when the event loop or the interpreter hangs."""

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

FORCE_EXIT_SECONDS = 4
"""Delay until `os._exit`. Acknowledged writes are on the disk by then; open transactions roll back."""
KILL_SECONDS = 5.5
"""Delay until SIGALRM ends the process, in case a thread holds the interpreter lock and no other thread can run."""
_EXIT_SIGNALS = (signal.SIGTERM, signal.SIGINT)
_armed = threading.Event()


def arm() -> None:
    """Start the timers that end the process; later calls do nothing."""
    if _armed.is_set():
        return
    _armed.set()
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_REAL, KILL_SECONDS)  # SIGALRM without a handler ends the process
    timer = threading.Timer(FORCE_EXIT_SECONDS, os._exit, args=(0,))
    timer.daemon = True
    timer.start()


@contextmanager
def armed_by_signals() -> Iterator[None]:
    """Call `arm` from a thread at SIGTERM and SIGINT; enter in the main thread while the event loop runs.

    Python runs signal handlers in the main thread between two bytecode instructions, so not while SQLite or the garbage
    collector runs there, but it writes the signal's number to the wakeup fd immediately. The event loop has set such a
    file descriptor; this function replaces it with a pipe, whose reader thread forwards the numbers to the event loop.
    Windows allows only sockets as wakeup fd; there only uvicorn's signal handler calls `arm`.
    """
    if sys.platform == "win32":
        yield
        return
    read_end, wakeup = os.pipe()
    os.set_blocking(wakeup, False)
    loop_wakeup = signal.set_wakeup_fd(wakeup, warn_on_full_buffer=False)
    threading.Thread(target=_forward_signals, args=(read_end, loop_wakeup), name="signals", daemon=True).start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(loop_wakeup, warn_on_full_buffer=False)
        os.close(wakeup)
        signal.setitimer(signal.ITIMER_REAL, 0)  # everything is closed; only the interpreter's shutdown is left


def _forward_signals(read_end: int, loop_wakeup: int) -> None:
    while number := os.read(read_end, 1):
        if number[0] in _EXIT_SIGNALS:
            arm()
        if loop_wakeup >= 0:
            with suppress(OSError):  # the buffer is full, so the loop wakes up anyway
                os.write(loop_wakeup, number)
    os.close(read_end)
