"""Saves and restores the window's size and position: `window.json` in the data folder."""

import json
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import webview

FILE = "window.json"
SMALLEST = (720, 480)
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
class Place:
    """Size and position in the toolkit's pixels; x and y are negative on a screen left of or above the first."""

    width: int = 1280
    height: int = 800
    x: int | None = None
    y: int | None = None
    maximized: bool = False


def remembered(data_dir: Path, screens: Sequence[Screen]) -> Place:
    """Load the saved geometry and fit it to the screens; an invalid file is ignored."""
    return fitting(_read(data_dir / FILE), screens)


def fitting(place: Place, screens: Sequence[Screen]) -> Place:
    """Limit the size to the screen, and drop a position where the window couldn't be dragged."""
    if not screens:
        return replace(place, x=None, y=None)
    screen = next((each for each in screens if _title_bar_is_on(place, each)), None)
    if screen is None:
        place, screen = replace(place, x=None, y=None), screens[0]
    return replace(
        place,
        width=max(SMALLEST[0], min(place.width, screen.width)),
        height=max(SMALLEST[1], min(place.height, screen.height)),
    )


class Keeper:
    """Writes the window's geometry when it has changed."""

    def __init__(self, window: "webview.Window", data_dir: Path, start: Place) -> None:
        self._window = window
        self._file = data_dir / FILE
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
                _write(self._file, self._current)
                self._saved = self._current

    def _read_window(self) -> Place:
        maximized = self._current.maximized
        if sys.platform == "linux":
            # GTK doesn't fire an event for each state if the window manager changes two at once.
            native: Any = self._window.native
            maximized = native.is_maximized()
        if maximized:
            # Keep the size and position to which the window will be restored.
            return replace(self._current, maximized=True)
        window = self._window
        geometry = Place(window.width, window.height, window.x, window.y)
        # Windows moves a minimized window far off the screen.
        return geometry if _is_valid(geometry) else self._current


def _title_bar_is_on(place: Place, screen: Screen) -> bool:
    if place.x is None or place.y is None:
        return False
    width, height = TITLE_BAR
    visible_width = min(place.x + place.width, screen.x + screen.width) - max(place.x, screen.x)
    return visible_width >= width and screen.y - height // 4 <= place.y <= screen.y + screen.height - height


def _is_valid(place: Place) -> bool:
    """Whether all numbers are within limits; raises TypeError if one isn't a number."""
    numbers = (place.width, place.height, place.x or 0, place.y or 0)
    return all(abs(each) <= MAX_COORDINATE for each in numbers)


def _read(file: Path) -> Place:
    try:
        geometry = Place(**json.loads(file.read_bytes()))
        return geometry if _is_valid(geometry) else Place()
    except (OSError, ValueError, TypeError):
        return Place()


def _write(file: Path, place: Place) -> None:
    temporary = file.with_suffix(".new")
    temporary.write_text(json.dumps(asdict(place)), encoding="utf-8")
    temporary.replace(file)
