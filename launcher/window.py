"""The window, seen from the server's process: a child process, so that a crashed web view doesn't end the class.

A pipe to the child's standard input ties its life to ours: when we end, however that happens, the pipe ends and the
window closes.
"""

import os
import subprocess
import sys
import webbrowser
from collections.abc import Callable
from pathlib import Path

COMMAND = "window"
"""The internal command of the child: `goalbucks window ADDRESS FOLDER [ASK]`."""
ASK = "ask"
"""Have the window ask before it closes."""
REFUSAL = "refusal"
"""Another one: `goalbucks refusal SENTENCE`."""
NO_WINDOW = 3
"""The child's exit code when this computer has no web view."""
CRASHES = 3
"""A window that crashed comes back; after so many crashes the browser takes over."""


def screen_present() -> bool:
    """Whether there is a screen to show a window on."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


class Window:
    """GoalBucks on the teacher's screen, at `address`; what the page keeps (sessions) is kept in `data_dir`.

    `ends_the_class`: the server ends with this window, so that closing it is asked about.
    """

    def __init__(self, address: str, data_dir: Path, *, ends_the_class: bool) -> None:
        self._address = address
        self._data_dir = data_dir
        self._options = [ASK] if ends_the_class else []
        self._closing = False
        self._process = self._open()

    def follow(self, closed: Callable[[], None]) -> None:
        """Look after the window until the teacher closes it; then call `closed`, on this thread.

        Without a web view, or with one that keeps crashing, the address opens in the browser, and `closed` is
        never called: nobody can tell when a browser's tab is done with.
        """
        crashes = 0
        while (code := self._process.wait()) not in {0, NO_WINDOW} and not self._closing:
            crashes += 1
            if crashes == CRASHES:
                break
            self._process = self._open()
        if self._closing:
            return
        if code == 0:
            closed()
        else:
            webbrowser.open(self._address)

    def close(self) -> None:
        """Close the window without asking; nobody is told that it closed."""
        self._closing = True
        if self._process.stdin is not None:
            self._process.stdin.close()

    def _open(self) -> subprocess.Popen[bytes]:
        # What the toolkits say is of no use to a teacher, but to whoever helps.
        with (self._data_dir / "window.log").open("wb") as log:
            return subprocess.Popen(  # noqa: S603 - our own program, no shell
                [*_program(), COMMAND, self._address, str(self._data_dir / "window"), *self._options],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                cwd=_folder(),
            )


def show_refusal(sentence: str) -> None:
    """Show why there is no GoalBucks until the teacher closes the window; nothing where there is no web view."""
    nowhere = subprocess.DEVNULL
    command = [*_program(), REFUSAL, sentence]
    subprocess.run(command, check=False, stdin=nowhere, stdout=nowhere, stderr=nowhere, cwd=_folder())  # noqa: S603


def _packaged() -> bool:
    return getattr(sys, "frozen", False)


def _program() -> list[str]:
    return [sys.executable] if _packaged() else [sys.executable, "-m", "launcher"]


def _folder() -> Path | None:
    return None if _packaged() else Path(__file__).resolve().parent.parent
