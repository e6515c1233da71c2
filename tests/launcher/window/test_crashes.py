"""What a teacher sees when a part of the program dies: it comes back by itself, or says what to do."""

import signal
from pathlib import Path

import psutil

from launcher.program import WINDOW_COMMAND
from tests.launcher.conftest import Start, gone, log, of_a_newer_version, processes, wait_until
from tests.launcher.screen import BRAND, MARK_AND_BUTTON, Screen, needs_a_screen

pytestmark = needs_a_screen

LOADED = "GET /seen/"


def test_a_killed_server_is_started_again_with_its_window(desktop: Start, screen: Screen, tmp_path: Path) -> None:
    program = desktop(DISPLAY=screen.display)
    wait_until(lambda: loaded(tmp_path) == 1)
    (old,) = windows(tmp_path)
    program.signal(signal.SIGKILL)
    wait_until(lambda: loaded(tmp_path) == 2 and gone(old))
    # A start like any other: with its window it ends.
    screen.wait_for()
    screen.close_until(lambda: windows(tmp_path) + servers(tmp_path) == [])


def test_killed_again_it_says_what_to_do_and_starts_when_told(desktop: Start, screen: Screen, tmp_path: Path) -> None:
    program = desktop(DISPLAY=screen.display)
    wait_until(lambda: loaded(tmp_path) == 1)
    (first,) = windows(tmp_path)
    program.signal(signal.SIGKILL)
    wait_until(lambda: loaded(tmp_path) == 2 and gone(first))
    kill_server(tmp_path)
    wait_until(lambda: screen.shows(BRAND, pixels=MARK_AND_BUTTON))
    screen.keep("stopped")
    assert servers(tmp_path) == []
    screen.press_until(lambda: servers(tmp_path) != [], "Return")  # Start again
    wait_until(lambda: loaded(tmp_path) == 3)


def test_a_new_start_that_is_refused_says_why(desktop: Start, screen: Screen, tmp_path: Path) -> None:
    program = desktop(DISPLAY=screen.display)
    wait_until(lambda: loaded(tmp_path) == 1)
    database = tmp_path / "data" / "goalbucks.db"
    database.rename(database.with_suffix(".aside"))
    for beside in tmp_path.glob("data/goalbucks.db-*"):
        beside.unlink()
    of_a_newer_version(database)
    program.signal(signal.SIGKILL)
    wait_until(lambda: screen.shows(BRAND, pixels=MARK_AND_BUTTON))
    screen.keep("refused")
    assert servers(tmp_path) == []
    assert len(windows(tmp_path)) == 1
    assert "This class was last used with a newer GoalBucks" in log(tmp_path)
    screen.wait_for()
    screen.close_until(lambda: windows(tmp_path) == [])


def test_a_new_start_that_finds_the_database_damaged_shows_its_rescue(
    desktop: Start, screen: Screen, tmp_path: Path
) -> None:
    program = desktop(DISPLAY=screen.display)
    wait_until(lambda: loaded(tmp_path) == 1)
    (first,) = windows(tmp_path)
    (tmp_path / "data" / "goalbucks.db").write_bytes(b"not a database at all, just some text\n" * 200)
    program.signal(signal.SIGKILL)
    wait_until(lambda: loaded(tmp_path) == 2 and gone(first))
    assert "The class's database is damaged" in log(tmp_path)
    assert len(list((tmp_path / "data").glob("damaged-*"))) == 1


def test_a_page_that_crashed_comes_back(desktop: Start, screen: Screen, tmp_path: Path) -> None:
    program = desktop(DISPLAY=screen.display)
    wait_until(lambda: loaded(tmp_path) == 1)
    (shown,) = windows(tmp_path)
    for each in shown.children(recursive=True):
        if "WebProcess" in each.name():
            each.kill()
    wait_until(lambda: loaded(tmp_path) == 2)
    assert gone(shown)
    assert program.healthy()


def loaded(tmp_path: Path) -> int:
    """How often the page was opened so far."""
    return log(tmp_path).count(LOADED)


def windows(tmp_path: Path) -> list[psutil.Process]:
    """The windows' processes."""
    return [each for each in processes(tmp_path) if WINDOW_COMMAND in each.cmdline()]


def servers(tmp_path: Path) -> list[psutil.Process]:
    """The servers' processes."""
    return [
        each for each in processes(tmp_path) if "launcher" in each.cmdline() and WINDOW_COMMAND not in each.cmdline()
    ]


def kill_server(tmp_path: Path) -> None:
    """Kill the one that runs."""
    (server,) = servers(tmp_path)
    server.kill()
