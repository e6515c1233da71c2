"""Decoding of images in a separate process (server/system/child_process.py)."""

import json
import logging
import time
from collections.abc import Callable
from functools import partial
from typing import Final

from server.media import errors
from server.media.errors import ImageDamagedError, ImageNotSupportedError, ImageStorageError, ImageTooLargeError
from server.media.images import CleanImage, DecoderTime
from server.system.child_process import ChildFailedError, ChildProcess, ChildUnavailableError, Connection, serve

_MAX_RESULT_BYTES: Final = 64 * 1024 * 1024
_ERRORS_BY_NAME: Final = {
    name: error
    for name, error in vars(errors).items()
    if isinstance(error, type) and issubclass(error, ImageTooLargeError | ImageNotSupportedError)
}

_log = logging.getLogger(__name__)


_CLEAN: Final = b"clean"
_SHRINK: Final = b"shrink"


class DecoderProcess:
    """Runs `clean_proof` and `shrink` in a `ChildProcess`."""

    def __init__(self, time_limit: float, idle_limit: float) -> None:
        """`time_limit`: seconds for one image; `idle_limit`: idle seconds until the process ends."""
        self._time_limit = time_limit
        self._process = ChildProcess("images", run_decoder, time_limit=time_limit, idle_limit=idle_limit)

    def clean(self, data: bytes, decoder_time: DecoderTime | None = None) -> CleanImage:
        """Run `clean_proof` and add the time to `decoder_time`.

        Raises its errors, ImageDamagedError for an image that crashes or stalls the decoder, and ImageStorageError
        (503) when the process can't be started or is closed.
        """
        spent = decoder_time or DecoderTime()
        try:
            return self._process.request([_CLEAN, data], lambda each: _receive_result(each, spent, self._time_limit))
        except ChildUnavailableError as error:
            raise ImageStorageError from error
        except ChildFailedError as error:
            _log.warning("A proof image was refused: %s", error)
            spent.seconds += error.seconds
            raise ImageDamagedError from error

    def shrink(self, thumbnail: bytes) -> bytes | None:
        """Run `shrink`; None for a damaged file. Raises ImageStorageError as `clean` does."""
        try:
            return self._process.request([_SHRINK, thumbnail], lambda each: each.recv_bytes(_MAX_RESULT_BYTES) or None)
        except ChildUnavailableError as error:
            raise ImageStorageError from error
        except ChildFailedError as error:
            _log.warning("No preview was made: %s", error)
            return None

    def close(self) -> None:
        """Kill the process."""
        self._process.close()


def _receive_result(connection: Connection, spent: DecoderTime, time_limit: float) -> CleanImage:
    response = json.loads(connection.recv_bytes(1024))
    # Clamped: the process has read an untrusted file.
    spent.seconds += min(max(0.0, float(response["seconds"])), time_limit)
    if error_class := _ERRORS_BY_NAME.get(response.get("error")):
        raise error_class
    full = connection.recv_bytes(_MAX_RESULT_BYTES)
    thumbnail = connection.recv_bytes(_MAX_RESULT_BYTES)
    return CleanImage(full, thumbnail, int(response["width"]), int(response["height"]))


def run_decoder(connection: Connection, idle_limit: float) -> None:
    """Entry point of the process: handle received images."""
    from server.media.image_processing import clean_proof, shrink  # noqa: PLC0415 - loads Pillow in this process only

    serve(connection, idle_limit, partial(_handle_next, clean=clean_proof, shrink=shrink))


def _handle_next(
    connection: Connection, clean: Callable[[bytes], CleanImage], shrink: Callable[[bytes], bytes]
) -> None:
    if connection.recv_bytes() == _CLEAN:
        _clean_next(connection, clean)
        return
    try:
        preview = shrink(connection.recv_bytes())
    except ImageNotSupportedError:
        preview = b""
    connection.send_bytes(preview)


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
