"""Saves and restores the window's size and position: `window.json` in the data folder."""

import json
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from server.system.durable_files import atomic_write

if TYPE_CHECKING:
    import webview

FILE_NAME = "window.json"
MIN_SIZE = (720, 480)
DEBOUNCE_SECONDS = 0.4
"""Delay before the geometry is written, since dragging fires an event per frame."""
TITLE_BAR = (120, 40)
"""Width and height of the part of the title bar that must be on a screen, so that the window can be dragged."""
MAX_COORDINATE = 20_000


class Screen(Protocol):
    """Position and size of a screen in pixels."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True)
class WindowGeometry:
    """Size and position in the toolkit's pixels; x and y are negative on a screen left of or above the first."""

    width: int = 1280
    height: int = 800
    x: int | None = None
    y: int | None = None
    maximized: bool = False


def load_geometry(data_dir: Path, screens: Sequence[Screen]) -> WindowGeometry:
    """Load the saved geometry and fit it to the screens; an invalid file is ignored."""
    return fit_to_screens(_read(data_dir / FILE_NAME), screens)


def fit_to_screens(geometry: WindowGeometry, screens: Sequence[Screen]) -> WindowGeometry:
    """Limit the size to the screen, and drop a position where the window couldn't be dragged."""
    if not screens:
        return replace(geometry, x=None, y=None)
    screen = next((each for each in screens if _title_bar_is_on(geometry, each)), None)
    if screen is None:
        geometry, screen = replace(geometry, x=None, y=None), screens[0]
    return replace(
        geometry,
        width=max(MIN_SIZE[0], min(geometry.width, screen.width)),
        height=max(MIN_SIZE[1], min(geometry.height, screen.height)),
    )


class GeometrySaver:
    """Writes the window's geometry when it has changed."""

    def __init__(self, window: "webview.Window", data_dir: Path, start: WindowGeometry) -> None:
        self._window = window
        self._file = data_dir / FILE_NAME
        self._current = self._saved = start
        self._timer: threading.Timer | None = None
        self._lock = threading.Lock()
        window.events.resized += self._schedule_save
        window.events.moved += self._schedule_save
        window.events.maximized += self._on_maximized
        window.events.restored += self._on_restored

    def _on_maximized(self) -> None:
        self._current = replace(self._current, maximized=True)
        self._schedule_save()

    def _on_restored(self) -> None:
        self._current = replace(self._current, maximized=False)
        self._schedule_save()

    def _schedule_save(self, *_: object) -> None:
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
            self._timer = threading.Timer(DEBOUNCE_SECONDS, self._save)
            self._timer.daemon = True
            self._timer.start()

    def _save(self) -> None:
        with suppress(OSError, TypeError):  # a full disk, or the window has closed and has no position
            self._current = self._read_window()
            if self._current != self._saved:
                atomic_write(self._file, json.dumps(asdict(self._current)).encode())
                self._saved = self._current

    def _read_window(self) -> WindowGeometry:
        maximized = self._current.maximized
        if sys.platform == "linux":
            # GTK doesn't fire an event for each state if the window manager changes two at once.
            native: Any = self._window.native
            maximized = native.is_maximized()
        if maximized:
            # Keep the size and position to which the window will be restored.
            return replace(self._current, maximized=True)
        window = self._window
        geometry = WindowGeometry(window.width, window.height, window.x, window.y)
        # Windows moves a minimized window far off the screen.
        return geometry if _is_valid(geometry) else self._current


def _title_bar_is_on(geometry: WindowGeometry, screen: Screen) -> bool:
    if geometry.x is None or geometry.y is None:
        return False
    width, height = TITLE_BAR
    visible_width = min(geometry.x + geometry.width, screen.x + screen.width) - max(geometry.x, screen.x)
    return visible_width >= width and screen.y - height // 4 <= geometry.y <= screen.y + screen.height - height


def _is_valid(geometry: WindowGeometry) -> bool:
    """Whether all numbers are within limits; raises TypeError if one isn't a number."""
    numbers = (geometry.width, geometry.height, geometry.x or 0, geometry.y or 0)
    return all(abs(each) <= MAX_COORDINATE for each in numbers)


def _read(file: Path) -> WindowGeometry:
    try:
        geometry = WindowGeometry(**json.loads(file.read_bytes()))
        return geometry if _is_valid(geometry) else WindowGeometry()
    except (OSError, ValueError, TypeError):
        return WindowGeometry()
