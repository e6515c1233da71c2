"""The window, seen from the server's process: a child process, so that a crashed web view doesn't end the class.

A pipe to the child's standard input carries a JSON object a line, and ties its life to ours: after GOODBYE the window
closes, and a pipe that ends without one tells it that we crashed (launcher/window/view.py takes over from there).
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
from typing import IO, Self

from launcher.errors import LaunchError
from launcher.logs.files import open_window_file

COMMAND = "window"
"""The internal command of the child: `goalbucks window OPENING`."""
REFUSAL = "refusal"
"""Another one: `goalbucks refusal WHY`."""
TRY_AGAIN = 4
"""Its exit code when the person wants the program to be started once more."""
AGAIN = "again"
"""What a window starts when the server crashed: `goalbucks again` and the arguments of the first start."""
NO_WINDOW = 3
"""The child's exit code when this computer has no web view."""
CRASHES = 3
"""A window that crashed comes back; after so many crashes the browser takes over."""

STUDENTS = "students"
"""Tells the window how many students are connected."""
SHOW = "show"
"""Brings it to the front."""
HANDOFF_KEY = "handoff_key"
"""Comes first: what the window signs hand-offs with, in hex. Not an argument: other programs can read those."""
GOODBYE = "goodbye"
"""Closes it, without a question."""
GOODBYE_SECONDS = 1
"""A window that hangs isn't waited for any longer."""

OWN_LIBRARIES = "PYINSTALLER_RESET_ENVIRONMENT"
"""Set to 1, a process of the installed program on Linux finds the program's libraries first, else the system's."""


def screen_present() -> bool:
    """Whether there is a screen to show a window on."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


@dataclass(frozen=True)
class Opening:
    """What the window's process has to know from the start."""

    address: str
    """On this computer, without a slash at the end."""
    data_dir: str
    given: tuple[str, ...] = ()
    """The program's arguments, to start it anew with when it crashed."""
    again: bool = False
    """Whether this is that new start already."""
    has_database: bool = False
    """Whether there may be classes, which an update has to move over first."""

    def text(self) -> str:
        """As one argument of a command line."""
        return json.dumps(asdict(self))

    @classmethod
    def read(cls, text: str) -> Self:
        """What `text()` gave."""
        fields = json.loads(text)
        return cls(
            fields["address"], fields["data_dir"], tuple(fields["given"]), fields["again"], fields["has_database"]
        )


@dataclass(frozen=True)
class Refusal:
    """Why there is no GoalBucks, as it is shown."""

    title: str
    sentence: str
    steps: tuple[str, ...] = ()
    leads_to: str = ""
    """An address to open in its place."""
    may_try_again: bool = True
    details: str = ""
    """For whoever looks after the computer: paths, ports, options."""

    @classmethod
    def of(cls, error: LaunchError) -> Self:
        """How a start that was refused is shown."""
        return cls(error.title, error.shown, error.steps, error.leads_to, error.may_try_again, error.details)

    def text(self) -> str:
        """As one argument of a command line."""
        return json.dumps(asdict(self))

    @classmethod
    def read(cls, text: str) -> Self:
        """What `text()` gave."""
        fields = json.loads(text)
        return cls(**fields | {"steps": tuple(fields["steps"])})


class Window:
    """GoalBucks on the teacher's screen."""

    def __init__(self, opening: Opening, handoff_key: bytes) -> None:
        self._opening = opening
        self._handoff_key = handoff_key
        self._students = 0
        self._closing = False
        self._given_up = False
        self._process, self._line = self._open()

    def follow(self, *, closed: Callable[[], None], gave_up: Callable[[], None]) -> None:
        """Look after the window until the teacher closes it; then call `closed`, on this thread.

        Without a web view, or with one that keeps crashing, `gave_up` is called, and `closed` never.
        """
        crashes = 0
        while (code := self._process.wait()) not in {0, NO_WINDOW} and not self._closing:
            crashes += 1
            if crashes == CRASHES:
                break
            self._line.end()
            self._process, self._line = self._open()
            self._line.tell({STUDENTS: self._students})
        if self._closing:
            return
        if code == 0:
            closed()
        else:
            self._given_up = True
            gave_up()

    def tell_students(self, count: int) -> None:
        """So many students would be cut off; from any thread, and at once."""
        if count != self._students:
            self._students = count
            self._line.tell({STUDENTS: count})

    def show(self) -> bool:
        """Bring it to the front; False when there is none."""
        if self._given_up:
            return False
        self._line.tell({SHOW: True})
        return True

    def say_goodbye(self) -> None:
        """Close the window without asking, and without waiting; nobody is told that it closed."""
        self._closing = True
        self._line.tell({GOODBYE: True})

    def __enter__(self) -> Self:
        """It is open already."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it, unless this is a crash: then it goes on by itself."""
        if not isinstance(error, Exception) or isinstance(error, LaunchError):
            self.say_goodbye()
        self._closing = True
        self._line.end()

    def _open(self) -> "tuple[subprocess.Popen[bytes], _Line]":
        # What the toolkits say is of no use to a teacher, but to whoever helps.
        with open_window_file(Path(self._opening.data_dir)) as log:
            process = subprocess.Popen(  # noqa: S603 - our own program, no shell
                [*program(), COMMAND, self._opening.text()],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                cwd=folder(),
                env=_environment(),
            )
        line = _Line(process.stdin)
        line.tell({HANDOFF_KEY: self._handoff_key.hex()})
        return process, line


class _Line:
    """Tells a window's process. Whoever tells never waits: a window that hangs must not hang the class."""

    def __init__(self, stream: IO[bytes] | None) -> None:
        self._stream = stream
        self._waiting: SimpleQueue[dict[str, object] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="window-line", daemon=True)
        self._thread.start()

    def tell(self, message: dict[str, object]) -> None:
        """Say it as soon as the process listens."""
        self._waiting.put(message)

    def end(self) -> None:
        """Close the pipe once everything is said."""
        self._waiting.put(None)
        self._thread.join(GOODBYE_SECONDS)

    def _write(self) -> None:
        if self._stream is None:
            return
        with suppress(OSError), self._stream as stream:  # it may be gone already
            while (message := self._waiting.get()) is not None:
                stream.write(json.dumps(message).encode() + b"\n")
                stream.flush()


def show_refusal(refusal: Refusal) -> bool:
    """Show why there is no GoalBucks until the teacher closes the window; whether it is to be tried again.

    Shows nothing where there is no web view, unless it leads somewhere else.
    """
    nowhere = subprocess.DEVNULL
    command = [*program(), REFUSAL, refusal.text()]
    shown = subprocess.run(  # noqa: S603 - likewise
        command, check=False, stdin=nowhere, stdout=nowhere, stderr=nowhere, cwd=folder(), env=_environment()
    )
    if shown.returncode == NO_WINDOW and refusal.leads_to:
        webbrowser.open(refusal.leads_to)
    return shown.returncode == TRY_AGAIN


def _environment() -> dict[str, str]:
    """Of the window's process: the web view is the system's, and so must be the libraries that both of them use."""
    return {name: text for name, text in os.environ.items() if name != OWN_LIBRARIES}


def packaged() -> bool:
    """Whether this is the installed program rather than its source."""
    return getattr(sys, "frozen", False)


def program() -> list[str]:
    """The command that starts this program."""
    return [sys.executable] if packaged() else [sys.executable, "-m", "launcher"]


def folder() -> Path | None:
    """Where that command has to be given; None: anywhere."""
    return None if packaged() else Path(__file__).resolve().parent.parent
