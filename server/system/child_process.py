"""A separate process for work on untrusted files, so that a file that crashes its parser doesn't affect the server.

Reasons: docs/decisions/0003-proof-images.md. Results aren't pickled, because they come from a process that has read an
untrusted file.
"""

import logging
import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.context import SpawnProcess
from threading import Event, Lock
from typing import Final, TypeVar

from server.errors import DomainError
from server.system import heap

if sys.platform == "win32":
    from multiprocessing.connection import PipeConnection as Connection
else:
    from multiprocessing.connection import Connection

__all__ = ["ChildFailedError", "ChildProcess", "ChildUnavailableError", "Connection", "serve"]

_START_TIMEOUT: Final = 30.0
"""Seconds until a new process must be ready; takes 0.2 on an idle computer."""
_EXIT_TIMEOUT: Final = 5.0
_MAX_ATTEMPTS: Final = 5
"""On a very busy computer several processes may reach their idle limit before they receive the request."""
_READY: Final = b"ready"

Result = TypeVar("Result")
ChildMain = Callable[[Connection, float], None]
_log = logging.getLogger(__name__)


class ChildFailedError(Exception):
    """The process crashed or exceeded its time limit; `seconds` is the wall-clock time that it took."""

    def __init__(self, reason: str, seconds: float) -> None:
        super().__init__(reason)
        self.seconds = seconds


class ChildUnavailableError(Exception):
    """The process can't be started, or is closed."""


class ChildProcess:
    """Handles requests in a process that starts with the first one and ends after an idle time.

    Thread-safe; requests are handled one at a time, which bounds memory.
    """

    def __init__(self, name: str, main: ChildMain, *, time_limit: float, idle_limit: float) -> None:
        """`main`: a module's function that calls `serve`; `time_limit`: seconds for one request."""
        self._name = name
        self._main = main
        self._time_limit = time_limit
        self._idle_limit = idle_limit
        self._lock = Lock()
        self._closed = Event()
        self._process: SpawnProcess | None = None
        self._connection: Connection | None = None

    def request(self, messages: Sequence[bytes], receive: Callable[[Connection], Result]) -> Result:
        """Send a request and return what `receive` reads of the response; it may raise a `DomainError`.

        Raises `ChildFailedError` and `ChildUnavailableError`.
        """
        with self._lock:
            for _ in range(_MAX_ATTEMPTS):
                with suppress(_IdleExitError):
                    return self._request(messages, receive)
            raise ChildUnavailableError

    def close(self) -> None:
        """Kill the process."""
        self._closed.set()
        if self._process is not None:
            with suppress(ValueError, AttributeError):  # just ending, or just starting, which then checks `_closed`
                self._process.kill()
        with self._lock:
            self._end(timeout=0)

    def _request(self, messages: Sequence[bytes], receive: Callable[[Connection], Result]) -> Result:
        connection = self._connection or self._start()
        started = time.monotonic()
        try:
            for message in messages:
                connection.send_bytes(message)
            _wait_for(connection, self._time_limit)
            return receive(connection)
        except DomainError:
            raise
        except TimeoutError as error:
            self._end(timeout=0)
            raise ChildFailedError(f"it took over {self._time_limit} s", time.monotonic() - started) from error
        except (EOFError, OSError) as error:
            exit_code = self._end(_EXIT_TIMEOUT)
            if self._closed.is_set():
                raise ChildUnavailableError from error
            if exit_code in {0, None}:
                raise _IdleExitError from error
            reason = f"its process ended with exit code {exit_code}"
            raise ChildFailedError(reason, time.monotonic() - started) from error
        except BaseException:
            self._end(timeout=0)  # data left in the pipe must not become the next request's result
            raise

    def _start(self) -> Connection:
        if self._closed.is_set():
            raise ChildUnavailableError
        context = get_context("spawn")  # forking a process with threads may deadlock
        connection, child_connection = context.Pipe()
        self._process = context.Process(
            target=self._main, args=(child_connection, self._idle_limit), name=self._name, daemon=True
        )
        try:
            self._process.start()
            child_connection.close()  # else EOF would not be detected
            _wait_for(connection, _START_TIMEOUT)
            connection.recv_bytes(len(_READY))
        except (EOFError, OSError) as error:
            _log.exception("The process %s did not start", self._name)
            connection.close()
            self._end(timeout=0)
            raise ChildUnavailableError from error
        self._connection = connection
        if self._closed.is_set():
            self._end(timeout=0)
            raise ChildUnavailableError
        return connection

    def _end(self, timeout: float) -> int | None:
        """Wait `timeout` seconds for the process to exit, then kill it; return its exit code, None if it was killed.

        0 means that it reached its idle limit; on a busy computer that exit may take longer than the timeout.
        """
        process, self._process = self._process, None
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()
        if process is None or process.pid is None:
            return None
        process.join(timeout)
        exit_code = process.exitcode
        process.kill()
        process.join()
        process.close()
        return exit_code


class _IdleExitError(Exception):
    """The process reached its idle limit just when a request was sent."""


def _wait_for(connection: Connection, seconds: float) -> None:
    if not connection.poll(seconds):
        raise TimeoutError


def serve(connection: Connection, idle_limit: float, handle: Callable[[Connection], None]) -> None:
    """In the process: call `handle` for each request until `idle_limit` seconds without one or until EOF."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server handles Ctrl-C and ends this process
    if hasattr(os, "nice"):
        os.nice(5)  # the server's requests have priority
    with suppress(EOFError, OSError):
        connection.send_bytes(_READY)
        while connection.poll(idle_limit):
            handle(connection)
            heap.trim()
