"""Virtual screen (Xvfb) with a window manager, and keyboard and mouse input by xdotool."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from PIL import Image

from tests.factories.waiting import wait_until
from tests.launcher.conftest import TIMEOUT_SECONDS

WEB_VIEW = "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1')"
PROGRAMS = ("Xvfb", "openbox", "xdotool")
SIZE = (1400, 900)
BRAND = (0x0A, 0x5A, 0x5C)
MARK_AND_BUTTON = 6000
"""Number of pixels in the brand's colour on a page with the logo and a primary button."""
DARK = 160
"""Largest luminance, of 255, that counts as dark."""
REPEAT_SECONDS = 5
POLL_INTERVAL_SECONDS = 0.05


def _missing() -> str:
    web_view = subprocess.run([sys.executable, "-c", WEB_VIEW], check=False, capture_output=True)
    absent = [each for each in PROGRAMS if shutil.which(each) is None]
    return ", ".join(absent + (["GTK's web view"] if web_view.returncode else []))


MISSING = _missing()
REQUIRED = "REQUIRE_WINDOW"
"""Environment variable that makes a missing program an error instead of a skip; set in CI."""
requires_display = pytest.mark.skipif(
    bool(MISSING) and os.environ.get(REQUIRED) != "1", reason=f"not installed: {MISSING} (packaging/system-packages.sh)"
)


class Screen:
    """An X server with a window manager."""

    def __init__(self, display: str, memory: Path) -> None:
        self.display = display
        self._memory = memory

    def windows(self, title: str = "^GoalBucks$") -> list[str]:
        """Return the ids of the visible windows."""
        return self._query("search", "--onlyvisible", "--name", title).split()

    def wait_for(self, title: str = "^GoalBucks$") -> str:
        """Wait for a single window with this title; return its id."""
        found: list[str] = []

        def is_single() -> bool:
            found[:] = self.windows(title)
            return len(found) == 1

        wait_until(is_single)
        return found[0]

    def active(self) -> str:
        """Return the title of the window with the keyboard focus."""
        return self._query("getactivewindow", "getwindowname").strip()

    def is_managed(self) -> bool:
        """Whether the window manager is running, which minimizes, raises and closes windows."""
        return self._query("get_num_desktops").strip() not in {"", "0"}

    def keys(self, *keys: str) -> None:
        """Press the keys, one after the other, in the active window."""
        self.do("key", "--delay", "60", *keys)

    def write(self, text: str) -> None:
        """Type the text in the active window."""
        self.do("type", "--delay", "20", text)

    def click(self, window: str, x: int, y: int) -> None:
        """Click at a position of the window."""
        self.do("mousemove", "--window", window, str(x), str(y), "click", "1")

    def maximize(self, window: str) -> None:
        """Double-click its title bar."""
        self.do("mousemove", "--window", window, "300", "0", "mousemove_relative", "--", "0", "-10")
        self.do("click", "--repeat", "2", "--delay", "80", "1")

    def close(self, window: str) -> None:
        """Close the window as its close button does."""
        self.do("windowactivate", "--sync", window, "key", "alt+F4")

    def close_until(self, ended: Callable[[], bool]) -> None:
        """Close the window until `ended`; see `_repeat_until`."""
        self._repeat_until(ended, self.close)

    def press_until(self, happened: Callable[[], bool], key: str) -> None:
        """Press the key in the window until `happened`; see `_repeat_until`."""
        self._repeat_until(happened, lambda window: self.do("windowactivate", "--sync", window, "key", key))

    def _repeat_until(self, happened: Callable[[], bool], act: Callable[[str], None]) -> None:
        """Act on the window, and again every `REPEAT_SECONDS`, until `happened`.

        A key press is lost while the window manager takes a window over, or before the page has its focus.
        """
        for _ in range(TIMEOUT_SECONDS // REPEAT_SECONDS):
            for window in self.windows("^GoalBucks$"):
                with suppress(subprocess.CalledProcessError):  # closed since it was listed
                    act(window)
            end = time.monotonic() + REPEAT_SECONDS
            while time.monotonic() < end:
                if happened():
                    return
                time.sleep(POLL_INTERVAL_SECONDS)
        pytest.fail("the window did not react")

    def place(self, window: str) -> tuple[int, ...]:
        """Return x, y, width and height; empty while the window manager takes the window over."""
        geometry = dict(line.split("=") for line in self._query("getwindowgeometry", "--shell", window).split())
        return () if "X" not in geometry else tuple(int(geometry[each]) for each in ("X", "Y", "WIDTH", "HEIGHT"))

    def do(self, *command: str) -> None:
        """Run a command of xdotool."""
        subprocess.run(["xdotool", *command], check=True, env=self._environment(), timeout=TIMEOUT_SECONDS)

    def picture(self) -> Image.Image:
        """Return a screenshot."""
        content = self._memory.read_bytes()
        header, _, _, _, width, height = (int.from_bytes(content[at : at + 4]) for at in range(0, 24, 4))
        colours, line = (int.from_bytes(content[at : at + 4]) for at in (76, 48))
        pixels = content[header + 12 * colours :]
        return Image.frombuffer("RGB", (width, height), pixels, "raw", "BGRX", line)

    def shows(self, colour: tuple[int, int, int], *, pixels: int = 500, above: int = SIZE[1]) -> bool:
        """Whether at least `pixels` pixels above the line `above` have the colour."""
        counted = self.picture().crop((0, 0, SIZE[0], above)).getcolors(SIZE[0] * SIZE[1]) or []
        return any(count >= pixels and each == colour for count, each in counted)

    def is_dark(self, *, at: tuple[int, int]) -> bool:
        """Whether the pixel is dark."""
        return self.picture().convert("L").crop((*at, at[0] + 1, at[1] + 1)).tobytes()[0] < DARK

    def save_picture(self, name: str) -> None:
        """Save a screenshot in the folder that GOALBUCKS_WINDOW_PICTURES names, if it is set."""
        folder = os.environ.get("GOALBUCKS_WINDOW_PICTURES")
        if folder:
            time.sleep(0.5)
            self.picture().save(Path(folder) / f"{name}.png")

    def _query(self, *command: str) -> str:
        # xdotool's search ends with code 1 when it finds nothing.
        found = subprocess.run(["xdotool", *command], check=False, env=self._environment(), capture_output=True)
        return found.stdout.decode()

    def _environment(self) -> dict[str, str]:
        return {**os.environ, "DISPLAY": self.display}


@contextmanager
def open_screen(folder: Path) -> Iterator[Screen]:
    """Run a virtual screen and its window manager; its framebuffer is a file in `folder`."""
    if MISSING:
        pytest.fail(f"not installed: {MISSING}")
    ready_read, ready_write = os.pipe()
    size = f"{SIZE[0]}x{SIZE[1]}x24"
    # Without -noreset it restarts when its last client disconnects, and would reject a window manager that connects
    # meanwhile.
    options = ["-screen", "0", size, "-nolisten", "tcp", "-noreset", "-fbdir", str(folder)]
    command = ["Xvfb", "-displayfd", str(ready_write), *options]
    with subprocess.Popen(command, pass_fds=[ready_write], stderr=subprocess.DEVNULL) as server:
        os.close(ready_write)
        with os.fdopen(ready_read) as number:
            display = f":{number.readline().strip()}"
        devnull = subprocess.DEVNULL
        with subprocess.Popen(
            ["openbox"], env={**os.environ, "DISPLAY": display}, stdout=devnull, stderr=devnull
        ) as manager:
            try:
                screen = Screen(display, folder / "Xvfb_screen0")
                # The window manager may never manage a window that was opened before it.
                wait_until(screen.is_managed)
                yield screen
            finally:
                manager.terminate()
                server.terminate()
