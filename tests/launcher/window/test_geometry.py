"""Where the window opens: where it was, as far as today's screens go."""

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


def test_a_place_on_a_screen_stays() -> None:
    place = WindowGeometry(1000, 700, x=1500, y=100)
    assert fit_to_screens(place, [LAPTOP, PROJECTOR]) == place


def test_a_place_on_an_unplugged_screen_is_forgotten_and_the_size_fits() -> None:
    assert fit_to_screens(WindowGeometry(1900, 1000, x=1500, y=100), [LAPTOP]) == WindowGeometry(1366, 768)


@pytest.mark.parametrize(("x", "y"), [(-970, 100), (1300, 100), (100, 760), (100, -300)])
def test_a_window_that_nobody_could_drag_back_is_brought_back(x: int, y: int) -> None:
    assert fit_to_screens(WindowGeometry(1000, 700, x=x, y=y), [LAPTOP]) == WindowGeometry(1000, 700)


def test_screens_left_of_the_first_count() -> None:
    place = WindowGeometry(1000, 700, x=-1100, y=50)
    assert fit_to_screens(place, [LAPTOP, Screen(-1366, 0, 1366, 768)]) == place


def test_without_a_word_about_screens_the_system_chooses() -> None:
    assert fit_to_screens(WindowGeometry(1000, 700, x=5, y=5), []) == WindowGeometry(1000, 700)


@pytest.mark.parametrize(
    "rubbish",
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
def test_rubbish_in_the_file_counts_as_no_file(tmp_path: Path, rubbish: str) -> None:
    (tmp_path / FILE_NAME).write_text(rubbish)
    assert load_geometry(tmp_path, [LAPTOP]) == fit_to_screens(WindowGeometry(), [LAPTOP])
