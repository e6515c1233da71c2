"""Restart after a crash of the server's process, of the window's or of its page."""

import signal
from pathlib import Path

import psutil
import pytest

from launcher.program import WINDOW_COMMAND
from tests.factories.waiting import wait_until
from tests.launcher.conftest import Start, command_line, has_ended, log, processes, write_newer_database
from tests.launcher.screen import BRAND, MARK_AND_BUTTON, Screen, requires_display

pytestmark = requires_display

LOADED = "GET /seen/"


def test_a_killed_server_is_restarted_with_a_new_window(desktop: Start, screen: Screen, tmp_path: Path) -> None:
    program = desktop(forked=True, DISPLAY=screen.display)
    wait_until(lambda: load_count(tmp_path) == 1)
    (old,) = windows(tmp_path)
    program.signal(signal.SIGKILL)
    wait_until(lambda: load_count(tmp_path) == 2 and has_ended(old))
    # Closing the window ends the restarted program, too.
    screen.wait_for()
    screen.close_until(lambda: windows(tmp_path) + servers(tmp_path) == [])


def test_a_second_crash_shows_an_error_page_whose_button_restarts_the_server(
    desktop: Start, screen: Screen, tmp_path: Path
) -> None:
    program = desktop(forked=True, DISPLAY=screen.display)
    wait_until(lambda: load_count(tmp_path) == 1)
    (first,) = windows(tmp_path)
    program.signal(signal.SIGKILL)
    wait_until(lambda: load_count(tmp_path) == 2 and has_ended(first))
    kill_server(tmp_path)
    wait_until(lambda: screen.shows(BRAND, pixels=MARK_AND_BUTTON))
    screen.save_picture("stopped")
    assert servers(tmp_path) == []
    screen.press_until(lambda: servers(tmp_path) != [], "Return")  # Start again
    wait_until(lambda: load_count(tmp_path) == 3)


@pytest.mark.long
def test_a_refused_restart_shows_the_error(desktop: Start, screen: Screen, tmp_path: Path) -> None:
    program = desktop(forked=True, DISPLAY=screen.display)
    wait_until(lambda: load_count(tmp_path) == 1)
    database = tmp_path / "data" / "goalbucks.db"
    database.rename(database.with_suffix(".aside"))
    for sidecar in tmp_path.glob("data/goalbucks.db-*"):
        sidecar.unlink()
    write_newer_database(database)
    program.signal(signal.SIGKILL)
    wait_until(lambda: screen.shows(BRAND, pixels=MARK_AND_BUTTON))
    screen.save_picture("refused")
    assert servers(tmp_path) == []
    assert len(windows(tmp_path)) == 1
    assert "This class was last used with a newer GoalBucks" in log(tmp_path)
    screen.wait_for()
    screen.close_until(lambda: windows(tmp_path) == [])


@pytest.mark.long
def test_a_restart_with_a_damaged_database_shows_the_recovery_page(
    desktop: Start, screen: Screen, tmp_path: Path
) -> None:
    program = desktop(forked=True, DISPLAY=screen.display)
    wait_until(lambda: load_count(tmp_path) == 1)
    (first,) = windows(tmp_path)
    (tmp_path / "data" / "goalbucks.db").write_bytes(b"not a database at all, just some text\n" * 200)
    program.signal(signal.SIGKILL)
    wait_until(lambda: load_count(tmp_path) == 2 and has_ended(first))
    assert "The class's database is damaged" in log(tmp_path)
    assert len(list((tmp_path / "data").glob("damaged-*"))) == 1


def test_a_crashed_web_process_is_replaced_with_a_new_window(desktop: Start, screen: Screen, tmp_path: Path) -> None:
    program = desktop(forked=True, DISPLAY=screen.display)
    wait_until(lambda: load_count(tmp_path) == 1)
    (shown,) = windows(tmp_path)
    for each in shown.children(recursive=True):
        if "WebProcess" in each.name():
            each.kill()
    wait_until(lambda: load_count(tmp_path) == 2)
    assert has_ended(shown)
    assert program.healthy()


def load_count(tmp_path: Path) -> int:
    """Return how often the page has been loaded."""
    return log(tmp_path).count(LOADED)


def windows(tmp_path: Path) -> list[psutil.Process]:
    """Return the processes of the windows."""
    return [each for each in processes(tmp_path) if WINDOW_COMMAND in command_line(each)]


def servers(tmp_path: Path) -> list[psutil.Process]:
    """Return the processes of the servers."""
    lines = {each: command_line(each) for each in processes(tmp_path)}
    return [each for each, line in lines.items() if "launcher" in line and WINDOW_COMMAND not in line]


def kill_server(tmp_path: Path) -> None:
    """Kill the only server process."""
    (server,) = servers(tmp_path)
    server.kill()
