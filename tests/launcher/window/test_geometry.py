"""Saved size and position of the window, limited to the screens."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from launcher.window.geometry import FILE_NAME, WindowGeometry, fit_to_screens, load_geometry


@dataclass
class Screen:
    x: int
    y: int
    width: int
    height: int


LAPTOP = Screen(0, 0, 1366, 768)
PROJECTOR = Screen(1366, 0, 1920, 1080)


def test_a_position_on_a_screen_is_kept() -> None:
    geometry = WindowGeometry(1000, 700, x=1500, y=100)
    assert fit_to_screens(geometry, [LAPTOP, PROJECTOR]) == geometry


def test_a_position_on_a_missing_screen_is_dropped_and_the_size_is_limited() -> None:
    assert fit_to_screens(WindowGeometry(1900, 1000, x=1500, y=100), [LAPTOP]) == WindowGeometry(1366, 768)


@pytest.mark.parametrize(("x", "y"), [(-970, 100), (1300, 100), (100, 760), (100, -300)])
def test_a_position_whose_title_bar_is_off_screen_is_dropped(x: int, y: int) -> None:
    assert fit_to_screens(WindowGeometry(1000, 700, x=x, y=y), [LAPTOP]) == WindowGeometry(1000, 700)


def test_a_position_on_a_screen_left_of_the_first_is_kept() -> None:
    geometry = WindowGeometry(1000, 700, x=-1100, y=50)
    assert fit_to_screens(geometry, [LAPTOP, Screen(-1366, 0, 1366, 768)]) == geometry


def test_without_known_screens_the_position_is_dropped() -> None:
    assert fit_to_screens(WindowGeometry(1000, 700, x=5, y=5), []) == WindowGeometry(1000, 700)


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "null",
        '{"width": "wide"}',
        '{"width": null, "height": 800}',
        '{"else": 1}',
        '{"width": 99999999}',
        "\x00\xff",
    ],
)
def test_an_invalid_geometry_file_is_ignored(tmp_path: Path, content: str) -> None:
    (tmp_path / FILE_NAME).write_text(content)
    assert load_geometry(tmp_path, [LAPTOP]) == fit_to_screens(WindowGeometry(), [LAPTOP])
