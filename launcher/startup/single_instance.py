"""Limits a data folder to one process, and lets a second start send requests to the first.

The server assumes that no other process writes its database. Two files beside the lock file tell a second start the
server's URL and the address of a control channel: a Unix socket (a named pipe on Windows) with a key that only this
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
from typing import Any, BinaryIO, Self

from launcher.errors import AlreadyRunningError
from launcher.startup.data_dir import not_writable_error

log = logging.getLogger(__name__)
LOCK_FILE = "instance.lock"
ADDRESS_FILE = "instance.address"
CHANNEL_FILE = "instance.channel"
SOCKET_FILE = "instance.socket"
SHOW = b"show"
SHOWN = b"shown"
NO_WINDOW = b"no window"
TIMEOUT_SECONDS = 5
"""A process opens its control channel within a second of taking the lock, unless it hangs."""
RETRY_INTERVAL_SECONDS = 0.1
STATUS = b"status"
MAX_REQUEST_BYTES = 100
MAX_RESPONSE_BYTES = 100_000

if sys.platform == "win32":
    import ctypes
    import msvcrt
else:
    import fcntl


class SingleInstance:
    """Context manager that locks the data folder; entering raises AlreadyRunningError if it is locked.

    Uses a lock of the operating system, which a crash releases; a PID file would remain.
    """

    def __init__(self, data_dir: Path) -> None:
        self._data_dir = data_dir
        # Separate files, since a locked file can't be read on Windows.
        self._address_file = data_dir / ADDRESS_FILE
        self._channel_file = data_dir / CHANNEL_FILE
        self._lock: BinaryIO | None = None
        self._listener: Listener | None = None
        self._closed = False

    def __enter__(self) -> Self:
        """Lock the folder."""
        try:
            lock = (self._data_dir / LOCK_FILE).open("ab")
        except OSError as error:
            raise not_writable_error(self._data_dir, error) from None
        try:
            _lock_with_retry(lock)
        except OSError:
            lock.close()
            raise self._already_running() from None
        try:
            self._address_file.unlink(missing_ok=True)
            self._channel_file.unlink(missing_ok=True)
        except OSError as error:
            lock.close()
            raise not_writable_error(self._data_dir, error) from None
        self._lock = lock
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the control channel and release the lock."""
        self._closed = True
        if self._listener is not None:
            with suppress(OSError):  # the next start removes the file
                self._channel_file.unlink(missing_ok=True)
            self._listener.close()
        if self._lock is not None:
            self._lock.close()

    def write_address(self, address: str) -> None:
        """Write the server's URL to the address file, for a second start."""
        try:
            self._address_file.write_text(address, encoding="utf-8")
        except OSError as error:  # such as a full disk
            raise not_writable_error(self._data_dir, error) from None

    def start_listening(self, show: Callable[[], bool], status: Callable[[], object] = dict) -> None:
        """Answer requests of other processes of this account until the `with` block ends.

        `show` brings up the window and returns whether there is one; `status` returns the status for
        `goalbucks status`, serialisable as JSON. Both are called in a background thread.
        """
        key = secrets.token_bytes(32)
        try:
            self._listener = _listener(self._data_dir / SOCKET_FILE, key)
            channel = {"address": self._listener.address, "key": key.hex()}
            self._channel_file.write_text(json.dumps(channel), encoding="utf-8")
        except OSError:
            # Without the channel a second start fails with AlreadyRunningError.
            log.exception("the control channel can't be opened")
            return
        threading.Thread(
            target=self._serve, args=(self._listener, show, status), name="control-channel", daemon=True
        ).start()

    def _serve(self, listener: Listener, show: Callable[[], bool], status: Callable[[], object]) -> None:
        while not self._closed:
            # Clients that disconnect or don't have the key are ignored.
            with suppress(OSError, EOFError, AuthenticationError), listener.accept() as client:
                if not client.poll(TIMEOUT_SECONDS):
                    continue
                match client.recv_bytes(MAX_REQUEST_BYTES):
                    case b"show":
                        client.send_bytes(SHOWN if show() else NO_WINDOW)
                    case b"status":
                        client.send_bytes(_status_response(status))

    def _already_running(self) -> AlreadyRunningError:
        address = read_address(self._data_dir)
        where = f" at {address}" if address else ""
        return AlreadyRunningError(
            f"GoalBucks is already running{where} with the data folder {self._data_dir}. "
            "Stop it first, or choose another folder with --data-dir (or GOALBUCKS_DATA_DIR).",
            address,
        )


def read_address(data_dir: Path) -> str | None:
    """Return the URL in the address file, or None. The file also exists after a crash."""
    try:
        return (data_dir / ADDRESS_FILE).read_text(encoding="utf-8").strip() or None
    except OSError:
        return None


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


def is_locked(data_dir: Path) -> bool:
    """Whether a process has locked the folder: a server, or a command such as `restore`.

    Acquires the lock briefly if it is free. Raises PermissionError if the lock file belongs to another account.
    """
    try:
        with (data_dir / LOCK_FILE).open("rb") as lock:
            try:
                _lock(lock)
            except OSError:
                return True
    except (FileNotFoundError, NotADirectoryError):
        pass
    return False


_REQUEST_ERRORS = (OSError, ValueError, EOFError, AuthenticationError)


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


def _lock_with_retry(file: BinaryIO) -> None:
    """Acquire the lock or raise OSError. Tries twice, since `is_locked` holds the lock briefly."""
    try:
        _lock(file)
    except OSError:
        time.sleep(RETRY_INTERVAL_SECONDS)
        _lock(file)


def _lock(file: BinaryIO) -> None:
    """Acquire the lock, or raise OSError immediately."""
    if sys.platform == "win32":
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
