"""Starts and controls the window's process from the server's process, which must survive a crash of the web view.

The server's process sends messages to the standard input of the window's process, one JSON object per line. Each
process restarts the other one after a crash:

- `WindowProcess.supervise` waits in the server's process for the end of the window's process, and reopens the window.
- `WindowController` (controller.py) reads the messages in the window's process. After CLOSE_MESSAGE it closes the
  window; if the pipe closes without it, the server's process has crashed, and `CrashRestart` (restart.py) starts the
  program again.
"""

import json
import os
import subprocess
import sys
import threading
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from queue import SimpleQueue
from types import TracebackType
from typing import IO, Any, Self

from launcher.errors import LaunchError
from launcher.exit_codes import WindowExitCode
from launcher.logs.files import open_window_log
from launcher.program import ERROR_COMMAND, RESET_ENVIRONMENT, WINDOW_COMMAND, launch_command, launch_folder
from launcher.window.texts import translate
from server.texts.language import Language

MAX_CRASHES = 3
"""A window that crashes this often isn't opened again; the browser is used instead."""

# These message keys must not change: after an update has replaced the program on the disk, a server of the old version
# may reopen its window with the new version.
STUDENTS_MESSAGE = "students"
"""Message: the number of connected students."""
SHOW_MESSAGE = "show"
"""Message: bring the window to the front."""
HANDOFF_KEY_MESSAGE = "handoff_key"
"""First message: the key that signs hand-offs, in hex. Not an argument, since other programs can read those."""
LANGUAGE_MESSAGE = "language"
"""Message: the language of the window's own texts."""
CLOSE_MESSAGE = "goodbye"
"""Message: close the window without a confirmation."""
CLOSE_TIMEOUT_SECONDS = 1
"""Time to wait for pending messages to be written to a window that hangs."""


def has_display() -> bool:
    """Whether there is a display for a window."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


@dataclass(frozen=True)
class WindowOptions:
    """Parameters of the window's process, passed as a JSON argument."""

    address: str
    """URL of the server on this computer, without a trailing slash."""
    data_dir: str
    arguments: tuple[str, ...] = ()
    """Command-line arguments of the program, for a restart after a crash."""
    is_restart: bool = False
    """Whether the program was restarted after a crash."""
    has_database: bool = False
    """Whether there is a database, which may have to be upgraded first."""
    language: Language = "en"
    """Language of the window's own texts."""

    def to_json(self) -> str:
        """Serialize to JSON."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Deserialize from JSON."""
        return cls(**_with_tuples(json.loads(text)))


@dataclass(frozen=True)
class ErrorReport:
    """A launch error as the window shows it, passed as a JSON argument."""

    title: str
    message: str
    steps: tuple[str, ...] = ()
    redirect_url: str = ""
    """Address to open instead of this program; empty for none."""
    is_retryable: bool = True
    details: str = ""
    """Technical details for an administrator: paths, ports, options. Always English."""
    language: Language = "en"
    """Language of the report, except for the details."""

    @classmethod
    def from_error(cls, error: LaunchError, language: Language = "en") -> Self:
        """Create the report of a launch error."""
        return cls(
            translate(error.title, language),
            translate(error.display_message, language),
            tuple(translate(step, language) for step in error.steps),
            error.redirect_url,
            error.is_retryable,
            error.details,
            language,
        )

    def to_json(self) -> str:
        """Serialize to JSON."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Deserialize from JSON."""
        return cls(**_with_tuples(json.loads(text)))


def _with_tuples(fields: dict[str, Any]) -> dict[str, Any]:
    """Convert the lists among the values, which JSON has instead of tuples."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()}


class WindowProcess:
    """Context manager that opens the window in a process of its own, and closes it at the end; see `supervise`."""

    def __init__(self, options: WindowOptions, handoff_key: bytes) -> None:
        self._options = options
        self._handoff_key = handoff_key
        self._students = 0
        self._language = options.language
        self._unavailable = False
        self._lock = threading.Lock()
        """Serializes a restart of the window with messages and the end of the program, which are in other threads."""
        self._closing = False
        self._process: subprocess.Popen[bytes]
        self._pipe: _MessagePipe

    def __enter__(self) -> Self:
        """Open the window."""
        self._process, self._pipe = self._start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the window; after a crash leave it open, so that it restarts the program."""
        if not isinstance(error, Exception) or isinstance(error, LaunchError):
            self.request_close()
        with self._lock:
            self._closing = True
        self._pipe.close()

    def supervise(self, *, on_closed: Callable[[], None], on_unavailable: Callable[[], None]) -> None:
        """Wait until the teacher closes the window, restarting it after crashes; then call `on_closed`.

        Calls `on_unavailable` instead if there is no web view, or after MAX_CRASHES crashes. Calls neither if the
        program closed the window itself.
        """
        crashes = 0
        while (code := self._process.wait()) not in {WindowExitCode.CLOSED, WindowExitCode.NO_WEB_VIEW}:
            crashes += 1
            if crashes == MAX_CRASHES or not self._restart():
                break
        if self._closing:
            return
        if code == WindowExitCode.CLOSED:
            on_closed()
        else:
            self._unavailable = True
            on_unavailable()

    def set_connected_students(self, count: int) -> None:
        """Send the number of connected students to the window; from any thread, without waiting for it."""
        with self._lock:
            if count != self._students:
                self._students = count
                self._pipe.send({STUDENTS_MESSAGE: count})

    def set_language(self, language: Language) -> None:
        """Send the language to the window, as `set_connected_students` does."""
        with self._lock:
            if language != self._language:
                self._language = language
                self._pipe.send({LANGUAGE_MESSAGE: language})

    def show(self) -> bool:
        """Bring the window to the front; False if there is none."""
        if self._unavailable:
            return False
        with self._lock:
            self._pipe.send({SHOW_MESSAGE: True})
        return True

    def request_close(self) -> None:
        """Close the window without a confirmation and without waiting for it; `on_closed` isn't called."""
        with self._lock:
            self._closing = True
            self._pipe.send({CLOSE_MESSAGE: True})

    def _restart(self) -> bool:
        """Open the window again after a crash; returns False if the program is closing it."""
        self._pipe.close()
        with self._lock:
            if self._closing:
                return False
            self._process, self._pipe = self._start()
            self._pipe.send({STUDENTS_MESSAGE: self._students, LANGUAGE_MESSAGE: self._language})
        return True

    def _start(self) -> "tuple[subprocess.Popen[bytes], _MessagePipe]":
        with open_window_log(Path(self._options.data_dir)) as log:
            process = subprocess.Popen(  # noqa: S603 - our own program, no shell
                [*launch_command(), WINDOW_COMMAND, self._options.to_json()],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                cwd=launch_folder(),
                env=_environment(),
            )
        pipe = _MessagePipe(process.stdin)
        pipe.send({HANDOFF_KEY_MESSAGE: self._handoff_key.hex()})
        return process, pipe


class _MessagePipe:
    """Writes messages to the window's process in a background thread, since a window that hangs blocks the pipe."""

    def __init__(self, stream: IO[bytes] | None) -> None:
        self._stream = stream
        self._queue: SimpleQueue[dict[str, object] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="window-pipe", daemon=True)
        self._thread.start()

    def send(self, message: dict[str, object]) -> None:
        """Queue a message."""
        self._queue.put(message)

    def close(self) -> None:
        """Close the pipe once all messages are written; wait for CLOSE_TIMEOUT_SECONDS at most."""
        self._queue.put(None)
        self._thread.join(CLOSE_TIMEOUT_SECONDS)

    def _write(self) -> None:
        if self._stream is None:
            return
        with suppress(OSError), self._stream as stream:  # the process may have ended
            while (message := self._queue.get()) is not None:
                stream.write(json.dumps(message).encode() + b"\n")
                stream.flush()


def show_launch_error(report: ErrorReport) -> bool:
    """Show a launch error until the teacher closes the window; return whether to start the program again.

    Without a web view it opens the error's address in the browser, if it has one.
    """
    devnull = subprocess.DEVNULL
    command = [*launch_command(), ERROR_COMMAND, report.to_json()]
    completed = subprocess.run(  # noqa: S603 - our own program, no shell
        command, check=False, stdin=devnull, stdout=devnull, stderr=devnull, cwd=launch_folder(), env=_environment()
    )
    if completed.returncode == WindowExitCode.NO_WEB_VIEW and report.redirect_url:
        webbrowser.open(report.redirect_url)
    return completed.returncode == WindowExitCode.RETRY


def _environment() -> dict[str, str]:
    """Return the environment for the system's web view, which must load the system's libraries."""
    return {name: value for name, value in os.environ.items() if name != RESET_ENVIRONMENT}
