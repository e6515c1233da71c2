"""The window on a virtual screen: loading, sign-in, second start, closing, position."""

import json
import signal
import subprocess
from contextlib import ExitStack
from pathlib import Path

import psutil
import pytest

from launcher.program import WINDOW_COMMAND
from tests.factories.event_stream import EventStreamClient
from tests.factories.passwords import PASSWORD
from tests.factories.paths import ROOT
from tests.factories.seeded import EMAIL, seed
from tests.factories.waiting import wait_until
from tests.launcher.conftest import Program, Start, command_line, log
from tests.launcher.screen import SIZE, Screen, requires_display

pytestmark = requires_display

BRAND = (0x0A, 0x5A, 0x5C)
PAPER = (0xFA, 0xF9, 0xF5)
LOADED = "GET /seen/"


def test_the_loading_page_is_shown_until_the_server_answers(desktop: Start, screen: Screen, tmp_path: Path) -> None:
    program = desktop(DISPLAY=screen.display)
    process = psutil.Process(program.process.pid)
    wait_until(lambda: any(WINDOW_COMMAND in command_line(each) for each in process.children()))
    process.suspend()
    wait_until(lambda: screen.shows(BRAND) and screen.shows(PAPER, pixels=500_000))
    screen.save_picture("loading")
    assert LOADED not in log(tmp_path)
    web_processes = _web_processes(process)
    process.resume()
    wait_until(lambda: LOADED in log(tmp_path))
    assert _web_processes(process) == web_processes, "another process was started for the app's page"


def test_a_teacher_signs_in_and_is_still_signed_in_after_a_restart(
    desktop: Start, screen: Screen, tmp_path: Path
) -> None:
    seed(tmp_path / "data", students=3)
    program = desktop(forked=True, DISPLAY=screen.display, GOALBUCKS_UI_DIR=str(ROOT / "ui" / "dist"))
    port = program.port
    window = screen.wait_for()
    wait_until(lambda: "GET /api/auth/config 200" in log(tmp_path))
    screen.do("windowactivate", "--sync", window)
    screen.save_picture("login")
    screen.keys("Tab", "Tab", "Return")  # past the language to Teacher Login
    wait_until(lambda: screen.is_dark(at=(100, 120)))  # the overlay of the dialog
    wait_until(lambda: screen.shows(BRAND, pixels=1_000, above=SIZE[1] // 2))  # focus ring of the first field
    screen.save_picture("dialog")
    screen.write(EMAIL)
    screen.keys("Tab")
    screen.write(PASSWORD)
    screen.keys("Return")
    wait_until(lambda: "/students/stats 200" in log(tmp_path))
    wait_until(lambda: screen.shows((0xFF, 0xFF, 0xFF), pixels=300_000))  # the table
    screen.save_picture("signed in")
    program.signal(signal.SIGTERM)
    assert program.end()[0] == 0
    sign_ins, dashboards = log(tmp_path).count("POST /api/auth/teacher"), log(tmp_path).count("/students/stats 200")
    again = desktop("--port", port, forked=True, DISPLAY=screen.display, GOALBUCKS_UI_DIR=str(ROOT / "ui" / "dist"))
    assert again.port == port
    wait_until(lambda: log(tmp_path).count("/students/stats 200") > dashboards)
    assert log(tmp_path).count("POST /api/auth/teacher") == sign_ins


@pytest.mark.long
def test_a_second_start_brings_the_first_window_to_the_front(desktop: Start, screen: Screen, tmp_path: Path) -> None:
    first = desktop(forked=True, DISPLAY=screen.display)
    window = screen.wait_for()
    wait_until(lambda: LOADED in log(tmp_path))
    screen.do("windowminimize", "--sync", window)
    assert screen.windows() == []
    second = desktop(forked=True, DISPLAY=screen.display)
    assert second.end() == (0, "", "")
    assert screen.wait_for() == window
    wait_until(lambda: screen.active() == "GoalBucks")
    assert log(tmp_path).count(LOADED) == 1
    assert first.healthy()


@pytest.mark.long
def test_without_connected_students_the_window_closes_without_a_confirmation(
    desktop: Start, screen: Screen, tmp_path: Path
) -> None:
    program = desktop(forked=True, DISPLAY=screen.display)
    wait_until(lambda: LOADED in log(tmp_path))
    screen.wait_for()
    screen.close_until(lambda: program.process.poll() is not None)
    assert program.end()[0] == 0


def test_with_connected_students_closing_the_window_asks_for_confirmation(
    desktop: Start, screen: Screen, tmp_path: Path
) -> None:
    room = seed(tmp_path / "data", students=12)
    program = desktop(forked=True, DISPLAY=screen.display)
    wait_until(lambda: LOADED in log(tmp_path))
    window = screen.wait_for()
    with ExitStack() as tabs:
        for each in room.students:
            tabs.enter_context(EventStreamClient(program.port, each.token))
        screen.close_until(lambda: len(screen.windows()) == 2)
        screen.save_picture("question")
        screen.keys("Escape")
        wait_until(lambda: screen.windows() == [window])
        assert program.healthy()
    wait_until(lambda: _close_and_wait(screen, window, program))
    assert program.end()[0] == 0


def test_a_confirmed_close_ends_the_program(desktop: Start, screen: Screen, tmp_path: Path) -> None:
    room = seed(tmp_path / "data", students=1)
    program = desktop(forked=True, DISPLAY=screen.display)
    wait_until(lambda: LOADED in log(tmp_path))
    screen.wait_for()
    with EventStreamClient(program.port, room.students[0].token):
        screen.close_until(lambda: len(screen.windows()) == 2)
        screen.save_picture("question for one")
        screen.keys("Tab", "Return")
        assert program.end()[0] == 0


@pytest.mark.long
def test_the_window_opens_at_its_previous_position(desktop: Start, screen: Screen, tmp_path: Path) -> None:
    first = desktop(forked=True, DISPLAY=screen.display)
    window = screen.wait_for()
    screen.do("windowsize", "--sync", window, "900", "600", "windowmove", "--sync", window, "222", "111")
    file = tmp_path / "data" / "window.json"
    wait_until(lambda: file.exists() and json.loads(file.read_text())["width"] == 900)
    wait_until(lambda: json.loads(file.read_text())["x"] > 200)
    before = screen.place(window)
    assert before[2:] == (900, 600)
    first.signal(signal.SIGTERM)
    assert first.end()[0] == 0
    desktop(forked=True, DISPLAY=screen.display)
    wait_until(lambda: screen.place(screen.wait_for()) == before)


@pytest.mark.long
def test_a_maximized_window_opens_maximized(desktop: Start, screen: Screen, tmp_path: Path) -> None:
    first = desktop(forked=True, DISPLAY=screen.display)
    window = screen.wait_for()
    wait_until(lambda: LOADED in log(tmp_path))
    screen.maximize(window)
    file = tmp_path / "data" / "window.json"
    wait_until(lambda: file.exists() and json.loads(file.read_text())["maximized"])
    assert json.loads(file.read_text())["width"] == 1280
    first.signal(signal.SIGTERM)
    assert first.end()[0] == 0
    desktop(forked=True, DISPLAY=screen.display)
    again = screen.wait_for()
    wait_until(lambda: screen.place(again)[2:3] == (SIZE[0],))


def _close_and_wait(screen: Screen, window: str, program: Program) -> bool:
    """Close the window; whether that ends the program, or dismiss the confirmation."""
    if program.process.poll() is None and screen.windows():
        screen.close(window)
    try:
        program.process.wait(1)
    except subprocess.TimeoutExpired:
        screen.keys("Escape")
        return False
    return True


def _web_processes(program: psutil.Process) -> list[int]:
    return [each.pid for each in program.children(recursive=True) if each.name() == "WebKitWebProcess"]
