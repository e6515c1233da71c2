"""A teacher's morning with the real window: it loads, the teacher signs in, looks, moves it about, and closes it."""

import json
import signal
import subprocess
from contextlib import ExitStack
from pathlib import Path

import psutil
import pytest

from tests.factories.listener import EventListener
from tests.factories.passwords import PASSWORD
from tests.factories.seated import EMAIL, seat
from tests.launcher.conftest import ROOT, Program, Start, log, wait_until
from tests.launcher.screen import SIZE, Screen, needs_a_screen

pytestmark = needs_a_screen

BRAND = (0x0A, 0x5A, 0x5C)
PAPER = (0xFA, 0xF9, 0xF5)
LOADED = "GET /seen/"


def test_a_loading_page_stands_there_until_the_server_answers(desktop: Start, screen: Screen, tmp_path: Path) -> None:
    program = desktop(DISPLAY=screen.display)
    process = psutil.Process(program.process.pid)
    wait_until(lambda: bool(process.children()))
    process.suspend()
    wait_until(lambda: screen.shows(BRAND) and screen.shows(PAPER, pixels=500_000))
    screen.keep("loading")
    assert LOADED not in log(tmp_path)
    process.resume()
    wait_until(lambda: LOADED in log(tmp_path))


def test_a_teacher_signs_in_and_is_still_signed_in_after_a_restart(
    desktop: Start, screen: Screen, tmp_path: Path
) -> None:
    seat(tmp_path / "data", students=3)
    program = desktop(DISPLAY=screen.display, GOALBUCKS_UI_DIR=str(ROOT / "ui" / "dist"))
    port = program.port
    window = screen.wait_for()
    wait_until(lambda: "GET /api/auth/config 200" in log(tmp_path))
    screen.do("windowactivate", "--sync", window)
    screen.keep("login")
    screen.keys("Tab", "Return")  # Teacher Login
    wait_until(lambda: screen.is_dark(at=(100, 120)))  # behind the dialog
    wait_until(lambda: screen.shows(BRAND, pixels=1_000, above=SIZE[1] // 2))  # around the field that will be typed in
    screen.keep("dialog")
    screen.write(EMAIL)
    screen.keys("Tab")
    screen.write(PASSWORD)
    screen.keys("Return")
    wait_until(lambda: "/students/stats 200" in log(tmp_path))
    wait_until(lambda: screen.shows((0xFF, 0xFF, 0xFF), pixels=300_000))  # the table
    screen.keep("signed in")
    program.signal(signal.SIGTERM)
    assert program.end()[0] == 0
    sign_ins, dashboards = log(tmp_path).count("POST /api/auth/teacher"), log(tmp_path).count("/students/stats 200")
    again = desktop("--port", port, DISPLAY=screen.display, GOALBUCKS_UI_DIR=str(ROOT / "ui" / "dist"))
    assert again.port == port
    wait_until(lambda: log(tmp_path).count("/students/stats 200") > dashboards)
    assert log(tmp_path).count("POST /api/auth/teacher") == sign_ins


def test_a_second_start_brings_the_first_window_to_the_front(desktop: Start, screen: Screen, tmp_path: Path) -> None:
    first = desktop(DISPLAY=screen.display)
    window = screen.wait_for()
    wait_until(lambda: LOADED in log(tmp_path))
    screen.do("windowminimize", "--sync", window)
    assert screen.windows() == []
    second = desktop(DISPLAY=screen.display)
    assert second.end() == (0, "", "")
    assert screen.wait_for() == window
    wait_until(lambda: screen.active() == "GoalBucks")
    assert log(tmp_path).count(LOADED) == 1
    assert first.healthy()


def test_with_nobody_connected_the_window_closes_at_once(desktop: Start, screen: Screen, tmp_path: Path) -> None:
    program = desktop(DISPLAY=screen.display)
    wait_until(lambda: LOADED in log(tmp_path))
    screen.wait_for()
    screen.close_until(lambda: program.process.poll() is not None)
    assert program.end()[0] == 0


def test_with_students_connected_it_asks_before_it_closes(desktop: Start, screen: Screen, tmp_path: Path) -> None:
    room = seat(tmp_path / "data", students=12)
    program = desktop(DISPLAY=screen.display)
    wait_until(lambda: LOADED in log(tmp_path))
    window = screen.wait_for()
    with ExitStack() as tabs:
        for each in room.students:
            tabs.enter_context(EventListener(program.port, each.token))
        screen.close_until(lambda: len(screen.windows()) == 2)
        screen.keep("question")
        screen.keys("Escape")
        wait_until(lambda: screen.windows() == [window])
        assert program.healthy()
    wait_until(lambda: _closes(screen, window, program))
    assert program.end()[0] == 0


def test_said_yes_to_it_closes(desktop: Start, screen: Screen, tmp_path: Path) -> None:
    room = seat(tmp_path / "data", students=1)
    program = desktop(DISPLAY=screen.display)
    wait_until(lambda: LOADED in log(tmp_path))
    screen.wait_for()
    with EventListener(program.port, room.students[0].token):
        screen.close_until(lambda: len(screen.windows()) == 2)
        screen.keep("question for one")
        screen.keys("Tab", "Return")
        assert program.end()[0] == 0


def test_it_opens_where_it_was(desktop: Start, screen: Screen, tmp_path: Path) -> None:
    first = desktop(DISPLAY=screen.display)
    window = screen.wait_for()
    screen.do("windowsize", "--sync", window, "900", "600", "windowmove", "--sync", window, "222", "111")
    kept = tmp_path / "data" / "window.json"
    wait_until(lambda: kept.exists() and json.loads(kept.read_text())["width"] == 900)
    wait_until(lambda: json.loads(kept.read_text())["x"] > 200)
    before = screen.place(window)
    assert before[2:] == (900, 600)
    first.signal(signal.SIGTERM)
    assert first.end()[0] == 0
    desktop(DISPLAY=screen.display)
    wait_until(lambda: screen.place(screen.wait_for()) == before)


@pytest.mark.long
def test_a_maximized_window_comes_back_maximized(desktop: Start, screen: Screen, tmp_path: Path) -> None:
    first = desktop(DISPLAY=screen.display)
    window = screen.wait_for()
    wait_until(lambda: LOADED in log(tmp_path))
    screen.maximize(window)
    kept = tmp_path / "data" / "window.json"
    wait_until(lambda: kept.exists() and json.loads(kept.read_text())["maximized"])
    assert json.loads(kept.read_text())["width"] == 1280
    first.signal(signal.SIGTERM)
    assert first.end()[0] == 0
    desktop(DISPLAY=screen.display)
    again = screen.wait_for()
    wait_until(lambda: screen.place(again)[2:3] == (SIZE[0],))


def _closes(screen: Screen, window: str, program: Program) -> bool:
    """Whether it closes now that the server knows of nobody."""
    if program.process.poll() is None and screen.windows():
        screen.close(window)
    try:
        program.process.wait(1)
    except subprocess.TimeoutExpired:
        screen.keys("Escape")
        return False
    return True
