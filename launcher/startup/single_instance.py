"""One GoalBucks to a data folder: two servers on one database would each think that it is alone.

A second start finds the first one by files beside the lock: where it answers browsers, and where it can be told to
show itself. That is a socket of the system's (a pipe on Windows) with a key that this account alone can read, not a
call of the server's: no web page and no student gets there.
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
from launcher.startup.data_dir import not_writable

log = logging.getLogger(__name__)
LOCK_FILE = "instance.lock"
ADDRESS_FILE = "instance.address"
CHANNEL_FILE = "instance.channel"
SOCKET_FILE = "instance.socket"
SHOW = b"show"
SHOWN = b"shown"
NO_WINDOW = b"no window"
PATIENCE_SECONDS = 5
"""The first start tells where it can be told within a second of taking the lock, unless it hangs."""
LOOK_SECONDS = 0.1
STATUS = b"status"
LONGEST_REQUEST = 100
LONGEST_ANSWER = 100_000

if sys.platform == "win32":
    import ctypes
    import msvcrt
else:
    import fcntl


class SingleInstance:
    """Holds the data folder while the `with` block runs; entering raises AlreadyRunningError if another has it.

    The lock is the operating system's, so a crash frees it. A file with a process number would outlive one.
    """

    def __init__(self, data_dir: Path) -> None:
        self._data_dir = data_dir
        # Beside the lock, not in it: Windows lets nobody read what is locked.
        self._address_file = data_dir / ADDRESS_FILE
        self._channel_file = data_dir / CHANNEL_FILE
        self._lock: BinaryIO | None = None
        self._listener: Listener | None = None
        self._over = False

    def __enter__(self) -> Self:
        """Take the folder."""
        try:
            lock = (self._data_dir / LOCK_FILE).open("ab")
        except OSError as error:
            raise not_writable(self._data_dir, error) from None
        try:
            _lock_soon(lock)
        except OSError:
            lock.close()
            raise self._already_running() from None
        try:
            self._address_file.unlink(missing_ok=True)
            self._channel_file.unlink(missing_ok=True)
        except OSError as error:
            lock.close()
            raise not_writable(self._data_dir, error) from None
        self._lock = lock
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let go of it."""
        self._over = True
        if self._listener is not None:
            with suppress(OSError):  # the next start takes it away
                self._channel_file.unlink(missing_ok=True)
            self._listener.close()
        if self._lock is not None:
            self._lock.close()

    def tell_address(self, address: str) -> None:
        """Leave word for a second start where this one answers."""
        try:
            self._address_file.write_text(address, encoding="utf-8")
        except OSError as error:  # a full disk, for one
            raise not_writable(self._data_dir, error) from None

    def hear(self, show: Callable[[], bool], status: Callable[[], object] = dict) -> None:
        """Answer other processes of this account until the block ends.

        `show` brings up the window and returns whether there is one; `status` returns what `goalbucks status` is
        told, as JSON can hold it. Both are called in a thread of their own.
        """
        key = secrets.token_bytes(32)
        try:
            self._listener = _listener(self._data_dir / SOCKET_FILE, key)
            channel = {"address": self._listener.address, "key": key.hex()}
            self._channel_file.write_text(json.dumps(channel), encoding="utf-8")
        except OSError:
            # A second start is refused then, as it is by a GoalBucks that hangs.
            log.exception("a second start can't be heard")
            return
        threading.Thread(
            target=self._answer, args=(self._listener, show, status), name="second-starts", daemon=True
        ).start()

    def _answer(self, listener: Listener, show: Callable[[], bool], status: Callable[[], object]) -> None:
        while not self._over:
            # One that went away, or hasn't the key, is nobody's business.
            with suppress(OSError, EOFError, AuthenticationError), listener.accept() as second:
                if not second.poll(PATIENCE_SECONDS):
                    continue
                match second.recv_bytes(LONGEST_REQUEST):
                    case b"show":
                        second.send_bytes(SHOWN if show() else NO_WINDOW)
                    case b"status":
                        second.send_bytes(_status_answer(status))

    def _already_running(self) -> AlreadyRunningError:
        address = told_address(self._data_dir)
        where = f" at {address}" if address else ""
        return AlreadyRunningError(
            f"GoalBucks is already running{where} with the data folder {self._data_dir}. "
            "Stop it first, or choose another folder with --data-dir (or GOALBUCKS_DATA_DIR).",
            address,
        )


def told_address(data_dir: Path) -> str | None:
    """Where the GoalBucks with this data folder said that it answers, as long as it runs and after a crash."""
    try:
        return (data_dir / ADDRESS_FILE).read_text(encoding="utf-8").strip() or None
    except OSError:
        return None


def ask_to_show(data_dir: Path) -> bool | None:
    """Have the first start show its window; whether it has one, None when it doesn't answer."""

    def ask() -> bytes:
        _let_others_to_the_front()
        while True:
            try:
                return _ask(data_dir, SHOW)
            except _UNANSWERED:
                time.sleep(LOOK_SECONDS)  # it has only just begun

    answer = _within_patience(ask)
    return None if answer is None else answer == SHOWN


def ask_status(data_dir: Path) -> dict[str, Any] | None:
    """What the process with this data folder reports of itself; None when none answers, or an older one."""

    def ask() -> bytes:
        try:
            return _ask(data_dir, STATUS)
        except _UNANSWERED:
            return b""

    try:
        report = json.loads(_within_patience(ask) or b"")
    except ValueError:
        return None
    return report if isinstance(report, dict) else None


def is_held(data_dir: Path) -> bool:
    """Whether a process holds the folder: a server, or a command such as `restore`.

    Takes the lock for an instant if it is free. Raises PermissionError when the lock belongs to another account.
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


_UNANSWERED = (OSError, ValueError, EOFError, AuthenticationError)


def _ask(data_dir: Path, request: bytes) -> bytes:
    channel = json.loads((data_dir / CHANNEL_FILE).read_bytes())
    with Client(channel["address"], authkey=bytes.fromhex(channel["key"])) as first:
        first.send_bytes(request)
        return first.recv_bytes(LONGEST_ANSWER)


def _within_patience(ask: Callable[[], bytes]) -> bytes | None:
    answers: list[bytes] = []
    # In a thread: a process that hangs has a socket that hangs.
    thread = threading.Thread(target=lambda: answers.append(ask()), daemon=True)
    thread.start()
    thread.join(PATIENCE_SECONDS)
    return answers[0] if answers else None


def _status_answer(status: Callable[[], object]) -> bytes:
    try:
        return json.dumps(status()).encode()
    except Exception:
        # A status that can't be read must not end the thread that answers.
        log.exception("the status can't be told")
        return b"{}"


def _let_others_to_the_front() -> None:
    """Windows lets only the program that the teacher just started bring a window up, or whom that one allows it."""
    if sys.platform == "win32":
        any_process = -1
        ctypes.windll.user32.AllowSetForegroundWindow(any_process)


def _listener(socket_file: Path, key: bytes) -> Listener:
    if sys.platform != "win32":
        with suppress(OSError):  # a path that is too long for a socket, or a disk that can't hold one
            socket_file.unlink(missing_ok=True)
            return Listener(str(socket_file), authkey=key)
    return Listener(authkey=key)


def _lock_soon(file: BinaryIO) -> None:
    """Take the lock, or raise OSError: at the second attempt, since `is_held` has it for an instant."""
    try:
        _lock(file)
    except OSError:
        time.sleep(LOOK_SECONDS)
        _lock(file)


def _lock(file: BinaryIO) -> None:
    """Take the lock or raise OSError at once."""
    if sys.platform == "win32":
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
