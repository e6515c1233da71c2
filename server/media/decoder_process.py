"""The process that decodes pictures, so that a picture that crashes a decoder costs nobody but itself.

Why a process and why one: docs/decisions/0003-proof-images.md. Nothing is pickled on the way back, because what comes
back comes from a process that has read a hostile file.
"""

import ctypes
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

from server.errors import DomainError
from server.media import errors
from server.media.errors import ImageDamagedError, ImageNotSupportedError, ImageStoreError, ImageTooLargeError
from server.media.images import MEDIA_TYPE, CleanImage, DecoderTime

if sys.platform == "win32":
    from multiprocessing.connection import PipeConnection as Connection
else:
    from multiprocessing.connection import Connection

_START_LIMIT: Final = 30.0
"""Seconds until a new process must be ready; it takes 0.2 on an idle computer."""
_EXIT_PATIENCE: Final = 5.0
_MOST_TRIES: Final = 5
"""On a very busy computer one process after the other may end for being idle before the picture gets to it."""
_ANSWER_BYTES: Final = 64 * 1024 * 1024
_READY: Final = b"ready"
_REFUSALS: Final = {
    name: refusal
    for name, refusal in vars(errors).items()
    if isinstance(refusal, type) and issubclass(refusal, ImageTooLargeError | ImageNotSupportedError)
}

_log = logging.getLogger(__name__)


class CleaningProcess:
    """Runs `clean_proof` in a process that starts with the first picture and ends when none has come for a while.

    Any thread may call it; pictures take turns, so the peak of memory is that of one.
    """

    def __init__(self, time_limit: float, idle_limit: float) -> None:
        """`time_limit`: seconds that one picture may take; `idle_limit`: seconds without one until the process ends."""
        self._time_limit = time_limit
        self._idle_limit = idle_limit
        self._turn = Lock()
        self._closed = Event()
        self._process: SpawnProcess | None = None
        self._connection: Connection | None = None

    def clean(self, data: bytes, spent: DecoderTime | None = None) -> CleanImage:
        """As `clean_proof`, and ImageDamagedError for a picture that crashes or stalls its decoder.

        ImageStoreError (503) when there is no process to be had, or none any more. Adds to `spent`.
        """
        with self._turn:
            for _ in range(_MOST_TRIES):
                with suppress(_IdleEndError):
                    return self._ask(data, spent or DecoderTime())
            raise ImageStoreError

    def close(self) -> None:
        """End the process, whatever it is doing."""
        self._closed.set()
        if self._process is not None:
            with suppress(ValueError, AttributeError):  # it is just ending, or just starting and will see `_closed`
                self._process.kill()
        with self._turn:
            self._end(patience=0)

    def _ask(self, data: bytes, spent: DecoderTime) -> CleanImage:
        connection = self._connection or self._start()
        begun = time.monotonic()
        try:
            connection.send_bytes(data)
            _wait_for(connection, self._time_limit)
            return _received(connection, spent, self._time_limit)
        except DomainError:
            raise
        except TimeoutError as error:
            _log.warning("A proof image was refused because decoding it took over %s s", self._time_limit)
            self._end(patience=0)
            spent.seconds += time.monotonic() - begun
            raise ImageDamagedError from error
        except (EOFError, OSError) as error:
            exit_code = self._end(_EXIT_PATIENCE)
            if self._closed.is_set():
                raise ImageStoreError from error
            if exit_code in {0, None}:
                raise _IdleEndError from error
            _log.warning("A proof image was refused because its decoder ended with exit code %s", exit_code)
            spent.seconds += time.monotonic() - begun
            raise ImageDamagedError from error
        except BaseException:
            self._end(patience=0)  # what is left in the pipe must not become another picture's answer
            raise

    def _start(self) -> Connection:
        if self._closed.is_set():
            raise ImageStoreError
        context = get_context("spawn")  # a fork of a process with threads may never run
        connection, theirs = context.Pipe()
        self._process = context.Process(target=serve, args=(theirs, self._idle_limit), name="images", daemon=True)
        try:
            self._process.start()
            theirs.close()  # or its end could not be noticed
            _wait_for(connection, _START_LIMIT)
            connection.recv_bytes(len(_READY))
        except (EOFError, OSError) as error:
            _log.exception("The process that cleans images did not start")
            connection.close()
            self._end(patience=0)
            raise ImageStoreError from error
        self._connection = connection
        if self._closed.is_set():
            self._end(patience=0)
            raise ImageStoreError
        return connection

    def _end(self, patience: float) -> int | None:
        """Forget the process, killing it after `patience` seconds; its exit code, 0 when it ended for being idle.

        None when it had to be killed: on a busy computer the end of an idle one takes its time.
        """
        process, self._process = self._process, None
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()
        if process is None or process.pid is None:
            return None
        process.join(patience)
        exit_code = process.exitcode
        process.kill()
        process.join()
        process.close()
        return exit_code


class _IdleEndError(Exception):
    """The process ended of itself just when a picture came."""


def _wait_for(connection: Connection, seconds: float) -> None:
    if not connection.poll(seconds):
        raise TimeoutError


def _received(connection: Connection, spent: DecoderTime, time_limit: float) -> CleanImage:
    answer = json.loads(connection.recv_bytes(1024))
    # Within what is possible, whatever a process says that has read a hostile file.
    spent.seconds += min(max(0.0, float(answer["seconds"])), time_limit)
    if refusal := _REFUSALS.get(answer.get("refusal")):
        raise refusal
    full = connection.recv_bytes(_ANSWER_BYTES)
    thumbnail = connection.recv_bytes(_ANSWER_BYTES)
    return CleanImage(full, thumbnail, MEDIA_TYPE, int(answer["width"]), int(answer["height"]))


def serve(connection: Connection, idle_limit: float) -> None:
    """The process: clean what comes until nothing has come for `idle_limit` seconds or the server is gone."""
    from server.media.image_processing import clean_proof  # noqa: PLC0415 - Pillow is loaded here and nowhere else

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this process
    if hasattr(os, "nice"):
        os.nice(5)  # a class that looks at its goals goes before a picture
    trim = _heap_trimmer()
    with suppress(EOFError, OSError):
        connection.send_bytes(_READY)
        while connection.poll(idle_limit):
            _answer(connection, clean_proof)
            trim(0)


def _answer(connection: Connection, clean: Callable[[bytes], CleanImage]) -> None:
    data = connection.recv_bytes()
    begun = time.process_time()
    try:
        image = clean(data)
    except (ImageTooLargeError, ImageNotSupportedError) as refusal:
        _send(connection, seconds=time.process_time() - begun, refusal=type(refusal).__name__)
        return
    _send(connection, seconds=time.process_time() - begun, width=image.width, height=image.height)
    connection.send_bytes(image.full)
    connection.send_bytes(image.thumbnail)


def _send(connection: Connection, **answer: float | str) -> None:
    connection.send_bytes(json.dumps(answer).encode())


def _heap_trimmer() -> Callable[[int], object]:
    """The call that makes glibc return freed memory to the system: by itself it keeps what the largest pictures took.

    Windows and macOS return blocks of that size when they are freed.
    """
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            trim: Callable[[int], object] = ctypes.CDLL(None).malloc_trim
            return trim
    return lambda _keep: None
