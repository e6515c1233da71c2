"""A screen in memory with a window manager on it, and hands for it: the real window, used as a teacher uses it."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PIL import Image

from tests.launcher.conftest import PATIENCE_SECONDS, wait_until

WEB_VIEW = "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1')"
PROGRAMS = ("Xvfb", "openbox", "xdotool")
SIZE = (1400, 900)
BRAND = (0x0A, 0x5A, 0x5C)
MARK_AND_BUTTON = 6000
"""So many pixels have the brand's colour when a page has a button below the mark."""
DARK = 160
"""Of 255."""
REPEAT_SECONDS = 5
LOOK_SECONDS = 0.05


def _missing() -> str:
    web_view = subprocess.run([sys.executable, "-c", WEB_VIEW], check=False, capture_output=True)
    absent = [each for each in PROGRAMS if shutil.which(each) is None]
    return ", ".join(absent + (["GTK's web view"] if web_view.returncode else []))


MISSING = _missing()
REQUIRED = "REQUIRE_WINDOW"
"""Set to 1 where every change is checked: a skipped window is one that nobody has seen."""
needs_a_screen = pytest.mark.skipif(
    bool(MISSING) and os.environ.get(REQUIRED) != "1", reason=f"not installed: {MISSING} (packaging/system-packages.sh)"
)


class Screen:
    """One X server, by its display's name."""

    def __init__(self, display: str, memory: Path) -> None:
        self.display = display
        self._memory = memory

    def windows(self, title: str = "^GoalBucks$") -> list[str]:
        """The ids of the windows that can be seen."""
        return self._ask("search", "--onlyvisible", "--name", title).split()

    def wait_for(self, title: str = "^GoalBucks$") -> str:
        """The id of the one window with this title, once it is there."""
        found: list[str] = []

        def look() -> bool:
            found[:] = self.windows(title)
            return len(found) == 1

        wait_until(look)
        return found[0]

    def active(self) -> str:
        """The title of the window that gets the keys."""
        return self._ask("getactivewindow", "getwindowname").strip()

    def is_managed(self) -> bool:
        """Whether there is a window manager, which alone can minimize, raise and close windows."""
        return self._ask("get_num_desktops").strip() not in {"", "0"}

    def keys(self, *keys: str) -> None:
        """Press them, one after the other, in the active window."""
        self.do("key", "--delay", "60", *keys)

    def write(self, text: str) -> None:
        """Type it in the active window."""
        self.do("type", "--delay", "20", text)

    def click(self, window: str, x: int, y: int) -> None:
        """Click at a place of the page."""
        self.do("mousemove", "--window", window, str(x), str(y), "click", "1")

    def maximize(self, window: str) -> None:
        """Double-click its title bar."""
        self.do("mousemove", "--window", window, "300", "0", "mousemove_relative", "--", "0", "-10")
        self.do("click", "--repeat", "2", "--delay", "80", "1")

    def close(self, window: str) -> None:
        """Close it as its cross does."""
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
        for _ in range(PATIENCE_SECONDS // REPEAT_SECONDS):
            for window in self.windows("^GoalBucks$"):
                act(window)
            end = time.monotonic() + REPEAT_SECONDS
            while time.monotonic() < end:
                if happened():
                    return
                time.sleep(LOOK_SECONDS)
        pytest.fail("the window did not react")

    def place(self, window: str) -> tuple[int, ...]:
        """Its x, y, width and height; nothing while the window manager takes it over."""
        said = dict(line.split("=") for line in self._ask("getwindowgeometry", "--shell", window).split())
        return () if "X" not in said else tuple(int(said[each]) for each in ("X", "Y", "WIDTH", "HEIGHT"))

    def do(self, *command: str) -> None:
        """One of xdotool's commands."""
        subprocess.run(["xdotool", *command], check=True, env=self._environment(), timeout=PATIENCE_SECONDS)

    def picture(self) -> Image.Image:
        """What can be seen now."""
        content = self._memory.read_bytes()
        header, _, _, _, width, height = (int.from_bytes(content[at : at + 4]) for at in range(0, 24, 4))
        colours, line = (int.from_bytes(content[at : at + 4]) for at in (76, 48))
        pixels = content[header + 12 * colours :]
        return Image.frombuffer("RGB", (width, height), pixels, "raw", "BGRX", line)

    def shows(self, colour: tuple[int, int, int], *, pixels: int = 500, above: int = SIZE[1]) -> bool:
        """Whether so many pixels have the colour, of those above a line."""
        counted = self.picture().crop((0, 0, SIZE[0], above)).getcolors(SIZE[0] * SIZE[1]) or []
        return any(count >= pixels and each == colour for count, each in counted)

    def is_dark(self, *, at: tuple[int, int]) -> bool:
        """Whether the pixel there is far from white."""
        return self.picture().convert("L").crop((*at, at[0] + 1, at[1] + 1)).tobytes()[0] < DARK

    def keep(self, name: str) -> None:
        """Keep a picture of it for whoever looks, in the folder that GOALBUCKS_WINDOW_PICTURES names."""
        folder = os.environ.get("GOALBUCKS_WINDOW_PICTURES")
        if folder:
            time.sleep(0.5)
            self.picture().save(Path(folder) / f"{name}.png")

    def _ask(self, *command: str) -> str:
        # xdotool's search ends with code 1 when it finds nothing.
        found = subprocess.run(["xdotool", *command], check=False, env=self._environment(), capture_output=True)
        return found.stdout.decode()

    def _environment(self) -> dict[str, str]:
        return {**os.environ, "DISPLAY": self.display}


@contextmanager
def open_screen(folder: Path) -> Iterator[Screen]:
    """A screen in memory, as long as it is needed."""
    if MISSING:
        pytest.fail(f"not installed: {MISSING}")
    ready, tell = os.pipe()
    size = f"{SIZE[0]}x{SIZE[1]}x24"
    # Without -noreset it starts anew when its last client leaves: a question asked before the window manager has
    # come would turn that away at the door.
    options = ["-screen", "0", size, "-nolisten", "tcp", "-noreset", "-fbdir", str(folder)]
    command = ["Xvfb", "-displayfd", str(tell), *options]
    with subprocess.Popen(command, pass_fds=[tell], stderr=subprocess.DEVNULL) as server:
        os.close(tell)
        with os.fdopen(ready) as number:
            display = f":{number.readline().strip()}"
        quiet = subprocess.DEVNULL
        with subprocess.Popen(
            ["openbox"], env={**os.environ, "DISPLAY": display}, stdout=quiet, stderr=quiet
        ) as manager:
            try:
                screen = Screen(display, folder / "Xvfb_screen0")
                # A window that comes before it may never be managed by it.
                wait_until(screen.is_managed)
                yield screen
            finally:
                manager.terminate()
                server.terminate()
