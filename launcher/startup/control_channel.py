"""Control channel: lets a second start, or `goalbucks status`, send requests to the process that uses a data folder.

It is a Unix socket (a named pipe on Windows) whose address and key are in a file of the data folder that only this
account can read. It isn't an HTTP endpoint, so that neither web pages nor students' devices can reach it.
"""

import json
import logging
import secrets
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import AuthenticationError
from multiprocessing.connection import Client, Listener
from pathlib import Path
from types import TracebackType
from typing import Any, Self

log = logging.getLogger(__name__)
CHANNEL_FILE = "instance.channel"
SOCKET_FILE = "instance.socket"
SHOW = b"show"
SHOWN = b"shown"
NO_WINDOW = b"no window"
STATUS = b"status"
TIMEOUT_SECONDS = 5
"""A process opens its control channel within a second of taking the lock, unless it hangs."""
RETRY_INTERVAL_SECONDS = 0.1
MAX_REQUEST_BYTES = 100
MAX_RESPONSE_BYTES = 100_000
_REQUEST_ERRORS = (OSError, ValueError, EOFError, AuthenticationError)

if sys.platform == "win32":
    import ctypes


class ControlChannel:
    """Context manager that answers requests of other processes of this account.

    `show` brings up the window and returns whether there is one; `status` returns the status for `goalbucks status`,
    serializable as JSON. Both are called in a background thread.
    """

    def __init__(self, data_dir: Path, show: Callable[[], bool], status: Callable[[], object]) -> None:
        self._socket_file = data_dir / SOCKET_FILE
        self._channel_file = data_dir / CHANNEL_FILE
        self._show = show
        self._status = status
        self._listener: Listener | None = None
        self._closed = False

    def __enter__(self) -> Self:
        """Start to listen. A failure is logged: without the channel a second start fails with AlreadyRunningError."""
        key = secrets.token_bytes(32)
        try:
            self._listener = _listener(self._socket_file, key)
            channel = {"address": self._listener.address, "key": key.hex()}
            self._channel_file.write_text(json.dumps(channel), encoding="utf-8")
        except OSError:
            log.exception("the control channel can't be opened")
            return self
        threading.Thread(target=self._serve, args=(self._listener,), name="control-channel", daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the channel."""
        self._closed = True
        if self._listener is not None:
            with suppress(OSError):  # the next start removes the file
                self._channel_file.unlink(missing_ok=True)
            self._listener.close()

    def _serve(self, listener: Listener) -> None:
        while not self._closed:
            # Clients that disconnect or don't have the key are ignored.
            with suppress(OSError, EOFError, AuthenticationError), listener.accept() as client:
                if not client.poll(TIMEOUT_SECONDS):
                    continue
                request = client.recv_bytes(MAX_REQUEST_BYTES)
                if request == SHOW:
                    client.send_bytes(SHOWN if self._show() else NO_WINDOW)
                elif request == STATUS:
                    client.send_bytes(_status_response(self._status))


def request_show(data_dir: Path) -> bool | None:
    """Ask the running process to show its window; whether it has one, or None if it doesn't answer."""

    def request() -> bytes:
        _allow_foreground_window()
        while True:
            try:
                return _request(data_dir, SHOW)
            except _REQUEST_ERRORS:
                time.sleep(RETRY_INTERVAL_SECONDS)  # it may have just started

    response = _with_timeout(request)
    return None if response is None else response == SHOWN


def request_status(data_dir: Path) -> dict[str, Any] | None:
    """Return the status of the process that uses this data folder.

    None if no process answers, or if its version doesn't support the request.
    """

    def request() -> bytes:
        try:
            return _request(data_dir, STATUS)
        except _REQUEST_ERRORS:
            return b""

    try:
        report = json.loads(_with_timeout(request) or b"")
    except ValueError:
        return None
    return report if isinstance(report, dict) else None


def _request(data_dir: Path, request: bytes) -> bytes:
    channel = json.loads((data_dir / CHANNEL_FILE).read_bytes())
    with Client(channel["address"], authkey=bytes.fromhex(channel["key"])) as server:
        server.send_bytes(request)
        return server.recv_bytes(MAX_RESPONSE_BYTES)


def _with_timeout(request: Callable[[], bytes]) -> bytes | None:
    responses: list[bytes] = []
    # A thread, since a read from a process that hangs can't be interrupted.
    thread = threading.Thread(target=lambda: responses.append(request()), daemon=True)
    thread.start()
    thread.join(TIMEOUT_SECONDS)
    return responses[0] if responses else None


def _status_response(status: Callable[[], object]) -> bytes:
    try:
        return json.dumps(status()).encode()
    except Exception:
        # Must not end the thread of the control channel.
        log.exception("the status can't be read")
        return b"{}"


def _allow_foreground_window() -> None:
    """Let the other process bring its window to the front, which Windows allows only the program started last."""
    if sys.platform == "win32":
        any_process = -1
        ctypes.windll.user32.AllowSetForegroundWindow(any_process)


def _listener(socket_file: Path, key: bytes) -> Listener:
    if sys.platform != "win32":
        with suppress(OSError):  # the path is too long for a socket, or the file system doesn't support sockets
            socket_file.unlink(missing_ok=True)
            return Listener(str(socket_file), authkey=key)
    return Listener(authkey=key)
