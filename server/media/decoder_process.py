"""Separate process for decoding images, so that an image that crashes its decoder doesn't affect the server.

Reasons: docs/decisions/0003-proof-images.md. Results aren't pickled, because they come from a process that has read an
untrusted file.
"""

import json
import logging
import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.context import SpawnProcess
from threading import Event, Lock
from typing import Final

from server import heap
from server.errors import DomainError
from server.media import errors
from server.media.errors import ImageDamagedError, ImageNotSupportedError, ImageStorageError, ImageTooLargeError
from server.media.images import MEDIA_TYPE, CleanImage, DecoderTime

if sys.platform == "win32":
    from multiprocessing.connection import PipeConnection as Connection
else:
    from multiprocessing.connection import Connection

_START_TIMEOUT: Final = 30.0
"""Seconds until a new process must be ready; takes 0.2 on an idle computer."""
_EXIT_TIMEOUT: Final = 5.0
_MAX_ATTEMPTS: Final = 5
"""On a very busy computer several processes may reach their idle limit before they receive the image."""
_MAX_RESULT_BYTES: Final = 64 * 1024 * 1024
_READY: Final = b"ready"
_ERRORS_BY_NAME: Final = {
    name: error
    for name, error in vars(errors).items()
    if isinstance(error, type) and issubclass(error, ImageTooLargeError | ImageNotSupportedError)
}

_log = logging.getLogger(__name__)


class DecoderProcess:
    """Runs `clean_proof` in a process that starts with the first image and ends after an idle time.

    Thread-safe; images are decoded one at a time, which bounds memory.
    """

    def __init__(self, time_limit: float, idle_limit: float) -> None:
        """`time_limit`: seconds for one image; `idle_limit`: idle seconds until the process ends."""
        self._time_limit = time_limit
        self._idle_limit = idle_limit
        self._lock = Lock()
        self._closed = Event()
        self._process: SpawnProcess | None = None
        self._connection: Connection | None = None

    def clean(self, data: bytes, decoder_time: DecoderTime | None = None) -> CleanImage:
        """Run `clean_proof` and add the time to `decoder_time`.

        Raises its errors, ImageDamagedError for an image that crashes or stalls the decoder, and ImageStorageError
        (503) when the process can't be started or is closed.
        """
        with self._lock:
            for _ in range(_MAX_ATTEMPTS):
                with suppress(_IdleExitError):
                    return self._request(data, decoder_time or DecoderTime())
            raise ImageStorageError

    def close(self) -> None:
        """Kill the process."""
        self._closed.set()
        if self._process is not None:
            with suppress(ValueError, AttributeError):  # just ending, or just starting, which then checks `_closed`
                self._process.kill()
        with self._lock:
            self._end(timeout=0)

    def _request(self, data: bytes, spent: DecoderTime) -> CleanImage:
        connection = self._connection or self._start()
        started = time.monotonic()
        try:
            connection.send_bytes(data)
            _wait_for(connection, self._time_limit)
            return _receive_result(connection, spent, self._time_limit)
        except DomainError:
            raise
        except TimeoutError as error:
            _log.warning("A proof image was refused because decoding it took over %s s", self._time_limit)
            self._end(timeout=0)
            spent.seconds += time.monotonic() - started
            raise ImageDamagedError from error
        except (EOFError, OSError) as error:
            exit_code = self._end(_EXIT_TIMEOUT)
            if self._closed.is_set():
                raise ImageStorageError from error
            if exit_code in {0, None}:
                raise _IdleExitError from error
            _log.warning("A proof image was refused because its decoder ended with exit code %s", exit_code)
            spent.seconds += time.monotonic() - started
            raise ImageDamagedError from error
        except BaseException:
            self._end(timeout=0)  # data left in the pipe must not become the next image's result
            raise

    def _start(self) -> Connection:
        if self._closed.is_set():
            raise ImageStorageError
        context = get_context("spawn")  # forking a process with threads may deadlock
        connection, child_connection = context.Pipe()
        self._process = context.Process(
            target=run_decoder, args=(child_connection, self._idle_limit), name="images", daemon=True
        )
        try:
            self._process.start()
            child_connection.close()  # else EOF would not be detected
            _wait_for(connection, _START_TIMEOUT)
            connection.recv_bytes(len(_READY))
        except (EOFError, OSError) as error:
            _log.exception("The process that cleans images did not start")
            connection.close()
            self._end(timeout=0)
            raise ImageStorageError from error
        self._connection = connection
        if self._closed.is_set():
            self._end(timeout=0)
            raise ImageStorageError
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
    """The process reached its idle limit just when an image was sent."""


def _wait_for(connection: Connection, seconds: float) -> None:
    if not connection.poll(seconds):
        raise TimeoutError


def _receive_result(connection: Connection, spent: DecoderTime, time_limit: float) -> CleanImage:
    response = json.loads(connection.recv_bytes(1024))
    # Clamped: the process has read an untrusted file.
    spent.seconds += min(max(0.0, float(response["seconds"])), time_limit)
    if error_class := _ERRORS_BY_NAME.get(response.get("error")):
        raise error_class
    full = connection.recv_bytes(_MAX_RESULT_BYTES)
    thumbnail = connection.recv_bytes(_MAX_RESULT_BYTES)
    return CleanImage(full, thumbnail, MEDIA_TYPE, int(response["width"]), int(response["height"]))


def run_decoder(connection: Connection, idle_limit: float) -> None:
    """Entry point of the process: sanitize received images until `idle_limit` seconds without one or until EOF."""
    from server.media.image_processing import clean_proof  # noqa: PLC0415 - loads Pillow in this process only

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server handles Ctrl-C and ends this process
    if hasattr(os, "nice"):
        os.nice(5)  # requests have priority over images
    with suppress(EOFError, OSError):
        connection.send_bytes(_READY)
        while connection.poll(idle_limit):
            _clean_next(connection, clean_proof)
            heap.trim()


def _clean_next(connection: Connection, clean: Callable[[bytes], CleanImage]) -> None:
    data = connection.recv_bytes()
    started = time.process_time()
    try:
        image = clean(data)
    except (ImageTooLargeError, ImageNotSupportedError) as error:
        _send(connection, seconds=time.process_time() - started, error=type(error).__name__)
        return
    _send(connection, seconds=time.process_time() - started, width=image.width, height=image.height)
    connection.send_bytes(image.full)
    connection.send_bytes(image.thumbnail)


def _send(connection: Connection, **response: float | str) -> None:
    connection.send_bytes(json.dumps(response).encode())
