"""Where the window was, from one start to the next: `window.json` in the data folder."""

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
SETTLED_SECONDS = 0.4
"""A window that is being dragged moves at each frame; written is where it ends up."""
GRIP = (120, 40)
"""So much of the title bar must be on a screen: else nobody could drag the window back."""
LARGEST = 20_000


class Area(Protocol):
    """A screen."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True)
class Place:
    """Size and place in the toolkit's pixels; x and y may be below 0, on a screen left of the first."""

    width: int = 1280
    height: int = 800
    x: int | None = None
    y: int | None = None
    maximized: bool = False


def remembered(data_dir: Path, screens: Sequence[Area]) -> Place:
    """The last place, as far as it is on the screens of today; rubbish in the file counts as no file."""
    return fitting(_read(data_dir / FILE), screens)


def fitting(place: Place, screens: Sequence[Area]) -> Place:
    """`place` without what today's screens can't show."""
    if not screens:
        return replace(place, x=None, y=None)
    screen = next((each for each in screens if _grip_is_on(place, each)), None)
    if screen is None:
        place, screen = replace(place, x=None, y=None), screens[0]
    return replace(
        place,
        width=max(SMALLEST[0], min(place.width, screen.width)),
        height=max(SMALLEST[1], min(place.height, screen.height)),
    )


class Keeper:
    """Writes down where the window is once it rests."""

    def __init__(self, window: "webview.Window", data_dir: Path, start: Place) -> None:
        self._window = window
        self._file = data_dir / FILE
        self._place = self._written = start
        self._timer: threading.Timer | None = None
        self._lock = threading.Lock()
        window.events.resized += self._soon
        window.events.moved += self._soon
        window.events.maximized += self._maximize
        window.events.restored += self._restore

    def _maximize(self) -> None:
        self._place = replace(self._place, maximized=True)
        self._soon()

    def _restore(self) -> None:
        self._place = replace(self._place, maximized=False)
        self._soon()

    def _soon(self, *_: object) -> None:
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
            self._timer = threading.Timer(SETTLED_SECONDS, self._note)
            self._timer.daemon = True
            self._timer.start()

    def _note(self) -> None:
        with suppress(OSError, TypeError):  # a full disk; a window that closed meanwhile has no place
            self._place = self._now()
            if self._place != self._written:
                _write(self._file, self._place)
                self._written = self._place

    def _now(self) -> Place:
        maximized = self._place.maximized
        if sys.platform == "linux":
            # Its events say nothing when the window manager changes two things at once.
            native: Any = self._window.native
            maximized = native.is_maximized()
        if maximized:
            # What it goes back to is the place before.
            return replace(self._place, maximized=True)
        window = self._window
        place = Place(window.width, window.height, window.x, window.y)
        # Minimized, Windows puts it far away.
        return place if _possible(place) else self._place


def _grip_is_on(place: Place, screen: Area) -> bool:
    if place.x is None or place.y is None:
        return False
    wide = min(place.x + place.width, screen.x + screen.width) - max(place.x, screen.x)
    return wide >= GRIP[0] and screen.y - GRIP[1] // 4 <= place.y <= screen.y + screen.height - GRIP[1]


def _possible(place: Place) -> bool:
    """Whether these are places at all; raises TypeError for what isn't a number."""
    numbers = (place.width, place.height, place.x or 0, place.y or 0)
    return all(abs(each) <= LARGEST for each in numbers)


def _read(file: Path) -> Place:
    try:
        place = Place(**json.loads(file.read_bytes()))
        return place if _possible(place) else Place()
    except (OSError, ValueError, TypeError):
        return Place()


def _write(file: Path, place: Place) -> None:
    new = file.with_suffix(".new")
    new.write_text(json.dumps(asdict(place)), encoding="utf-8")
    new.replace(file)
