"""The window in its own process, on a screen that nobody looks at. `make setup` installs what it needs, as root."""

import signal
import socket
from pathlib import Path

import psutil
import pytest

from launcher.exit_codes import ExitCode
from launcher.program import ERROR_COMMAND
from tests.launcher.conftest import ROOT, Program, Start, gone, log, of_a_newer_version, wait_until
from tests.launcher.screen import BRAND, MARK_AND_BUTTON, REQUIRED, Screen, needs_a_screen


def test_ci_requires_a_screen() -> None:
    assert f"\nexport {REQUIRED}=1\n" in (ROOT / ".ci" / "run").read_text()


@needs_a_screen
def test_the_window_shows_the_page_and_comes_back_after_a_crash(desktop: Start, screen: Screen, tmp_path: Path) -> None:
    program = desktop(DISPLAY=screen.display)
    # "1": the splash is no place that "back" leads to.
    wait_until(lambda: "GET /seen/nothing/1 200" in log(tmp_path))
    (first,) = psutil.Process(program.process.pid).children()
    first.kill()
    wait_until(lambda: "GET /seen/something/1 200" in log(tmp_path))
    assert program.healthy()
    (second,) = psutil.Process(program.process.pid).children()
    program.signal(signal.SIGTERM)
    assert program.end()[0] == 0
    wait_until(lambda: gone(second))


@pytest.fixture
def stage(tmp_path: Path) -> dict[str, str]:
    """The environment of a computer with a screen, where `tmp_path / "opened"` gets what is opened in the browser."""
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >> "{tmp_path}/opened"\n')
    browser.chmod(0o700)
    return {"DISPLAY": ":none", "BROWSER": f"{browser} %s", "PYTHONPATH": str(tmp_path / "engine")}


def engine(tmp_path: Path, *lines: str) -> None:
    """Have the window's process find this instead of a web view."""
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine" / "webview.py").write_text("\n".join(lines))


def test_without_a_web_view_the_browser_opens(desktop: Start, stage: dict[str, str], tmp_path: Path) -> None:
    engine(tmp_path, "raise ImportError('no engine')")
    program = desktop(**stage)
    wait_until(lambda: noted(tmp_path / "opened") == [program.address])
    assert program.healthy()
    program.signal(signal.SIGTERM)
    assert program.end() == (0, "", "")


def test_after_the_third_crash_the_browser_opens_and_no_window(
    desktop: Start, stage: dict[str, str], tmp_path: Path
) -> None:
    engine(tmp_path, "import os", f"open({str(tmp_path / 'windows')!r}, 'a').write('one\\n')", "os.abort()")
    program = desktop(**stage)
    wait_until(lambda: noted(tmp_path / "opened") == [program.address])
    assert noted(tmp_path / "windows") == ["one"] * 3
    assert running(program) == []
    assert program.healthy()


def test_a_refusal_is_shown_and_logged_where_there_is_no_terminal(
    desktop: Start, stage: dict[str, str], tmp_path: Path
) -> None:
    engine(
        tmp_path,
        "def create_window(title, html, **_):",
        f"    open({str(tmp_path / 'shown')!r}, 'a').write(html)",
        "def start(): pass",
    )
    # As Windows starts a program without a console.
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        program = desktop("--port", port, wrapper=("sh", "-c", '"$@" >&- 2>&-', "sh"), **stage)
        assert program.end() == (1, "", "")
    sentence = f"Port {port} is already in use by another program."
    summary, details = (tmp_path / "shown").read_text().split("<details>")
    assert "A program on this computer uses the connection" in summary
    assert sentence not in summary
    assert sentence in details
    assert f"ERROR launcher: {sentence}" in log(tmp_path)
    assert not (tmp_path / "opened").exists()


@needs_a_screen
def test_a_refused_start_takes_its_window_with_it_and_leaves_the_reason(
    desktop: Start, screen: Screen, tmp_path: Path
) -> None:
    (tmp_path / "data").mkdir()
    of_a_newer_version(tmp_path / "data" / "goalbucks.db")
    program = desktop(DISPLAY=screen.display)
    wait_until(lambda: "a newer GoalBucks" in log(tmp_path))
    wait_until(lambda: [ERROR_COMMAND in each.cmdline() for each in running(program)] == [True])
    running(program)[0].terminate()  # as if it was closed
    code, _, err = program.end()
    assert code == ExitCode.CONFIG_ERROR
    assert "This class was last used with a newer GoalBucks" in err


@needs_a_screen
def test_a_refusal_says_what_to_do_and_try_again_starts_it_once_more(
    desktop: Start, screen: Screen, tmp_path: Path
) -> None:
    (tmp_path / "data").mkdir()
    database = tmp_path / "data" / "goalbucks.db"
    of_a_newer_version(database)
    program = desktop(DISPLAY=screen.display)
    wait_until(lambda: [ERROR_COMMAND in each.cmdline() for each in running(program)] == [True])
    wait_until(lambda: screen.shows(BRAND, pixels=MARK_AND_BUTTON))
    screen.keep("refusal")
    database.unlink()
    screen.do("windowactivate", "--sync", screen.wait_for(), "key", "Return")  # Try again
    assert program.end()[0] == ExitCode.CONFIG_ERROR
    wait_until(lambda: "GET /api/health 200" in log(tmp_path))


def running(program: Program) -> list[psutil.Process]:
    """Its windows; one that has just ended may still be in the list of processes."""
    return [child for child in psutil.Process(program.process.pid).children() if not gone(child)]


def noted(file: Path) -> list[str]:
    """The lines of a file that may not be there yet."""
    return file.read_text().splitlines() if file.exists() else []
