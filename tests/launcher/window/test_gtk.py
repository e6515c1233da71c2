"""The web view on Linux: downloads, file dialogs, printing and external links."""

import time
from functools import partial
from pathlib import Path

import pytest

from tests.factories.seeded import SeededClass, seed
from tests.factories.waiting import wait_for_value, wait_until
from tests.launcher.conftest import TIMEOUT_SECONDS, Program, Start, log
from tests.launcher.screen import Screen, requires_display
from tests.launcher.window.test_process import read_lines

pytestmark = requires_display

BUTTONS = """<!doctype html><title>GoalBucks</title><style>
#here > * { position: absolute; left: 20px; width: 200px; height: 40px; background: #cfe5e2 }
</style><div id="here"></div><script type="module" src="/assets/page.js"></script>"""
SCRIPT = """
document.cookie = 'goalbucks_session=TOKEN; path=/';
const here = document.getElementById('here');
const add = (tag, top, more) => {
  here.append(Object.assign(document.createElement(tag), { textContent: tag, ...more }));
  here.lastChild.style.top = top + 'px';
};
add('a', 20, { href: '/api/classrooms/CLASS/balances.csv', download: '' });
add('input', 80, { type: 'file', onchange: (event) => fetch('/seen/chosen/' + event.target.files[0].name) });
add('button', 140, { onclick: () => window.print() });
add('a', 200, { href: 'http://blank.test/', target: '_blank' });
add('a', 260, { href: 'http://plain.test/' });
add('button', 320, { onclick: () => window.open('http://opened.test/') });
await fetch('/seen/ready');
"""
CONTROL = (0xCF, 0xE5, 0xE2)
"""Colour of the page's controls."""
DOWNLOAD, CHOOSE, PRINT, BLANK, PLAIN, OPENED = range(40, 400, 60)
ADDRESSES = ["http://blank.test/", "http://plain.test/", "http://opened.test/"]


@pytest.fixture
def room(tmp_path: Path) -> SeededClass:
    return seed(tmp_path / "data", students=3)


@pytest.fixture
def window(desktop: Start, screen: Screen, room: SeededClass, tmp_path: Path) -> str:
    """Id of a window whose page has a control every 60 pixels."""
    script = SCRIPT.replace("TOKEN", room.teacher_token).replace("CLASS", room.id)
    (tmp_path / "ui" / "index.html").write_text(BUTTONS)
    (tmp_path / "ui" / "assets" / "page.js").write_text(script)
    (tmp_path / "home").mkdir()
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >> "{tmp_path}/opened"\n')
    browser.chmod(0o700)
    given = {"DISPLAY": screen.display, "HOME": str(tmp_path / "home"), "BROWSER": f"{browser} %s"}
    program: Program = desktop(forked=True, **given)
    assert program.address
    wait_until(lambda: "GET /seen/ready" in log(tmp_path))
    found = screen.wait_for()
    wait_until(lambda: screen.shows(CONTROL))
    return found


def test_a_download_is_saved_where_the_dialog_says(window: str, screen: Screen, tmp_path: Path) -> None:
    screen.click(window, 60, DOWNLOAD)
    screen.wait_for("^Save file$")
    screen.save_picture("save")
    screen.keys("Return")
    saved = tmp_path / "home" / "Room 12 Homeroom GoalBucks.csv"
    wait_until(lambda: saved.exists() and '"Last name","First name"' in saved.read_text())
    assert_same_page(screen, tmp_path)


def test_a_file_input_opens_the_file_dialog(window: str, screen: Screen, tmp_path: Path) -> None:
    photo = tmp_path / "photo.png"
    photo.write_bytes(b"")
    screen.click(window, 60, CHOOSE)
    screen.wait_for("^Select File$")
    screen.save_picture("choose")
    wait_until(lambda: enter_file_name(screen, photo))
    wait_until(lambda: "GET /seen/chosen/photo.png" in log(tmp_path))


def test_printing_opens_the_print_dialog(window: str, screen: Screen, tmp_path: Path) -> None:
    screen.click(window, 60, PRINT)
    screen.wait_for("^Print$")
    screen.save_picture("print")
    screen.keys("Escape")
    assert_same_page(screen, tmp_path)


def test_links_to_other_origins_open_in_the_browser(window: str, screen: Screen, tmp_path: Path) -> None:
    opened = tmp_path / "opened"
    for number, place in enumerate((BLANK, PLAIN, OPENED), 1):
        screen.click(window, 60, place)
        wait_for_value(partial(read_lines, opened), ADDRESSES[:number], TIMEOUT_SECONDS)
        assert_same_page(screen, tmp_path)


def enter_file_name(screen: Screen, file: Path) -> bool:
    """Type the file's name into the dialog; whether the dialog closed. On a busy machine key presses are lost."""
    if screen.active() != "Select File":
        return not screen.windows("^Select File$")
    screen.keys("ctrl+l", "ctrl+a")
    screen.write(str(file))
    screen.keys("Return")
    time.sleep(1)
    return not screen.windows("^Select File$")


def assert_same_page(screen: Screen, tmp_path: Path) -> None:
    """Assert that the window still shows the same page."""
    wait_until(lambda: screen.shows(CONTROL))
    assert log(tmp_path).count("GET /seen/ready") == 1
