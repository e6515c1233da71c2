"""The window's process: crashes, launch errors and computers without a web view."""

import json
import signal
import socket
import sys
import threading
from functools import partial
from pathlib import Path
from typing import BinaryIO

import psutil
import pytest

from launcher.exit_codes import ExitCode
from launcher.logs.files import open_window_log
from launcher.program import ERROR_COMMAND
from launcher.window import process
from launcher.window.process import CLOSE_MESSAGE, WindowOptions, WindowProcess
from tests.factories.paths import ROOT
from tests.factories.waiting import wait_until
from tests.launcher.conftest import (
    TIMEOUT_SECONDS,
    Program,
    Start,
    command_line,
    has_ended,
    log,
    write_newer_database,
)
from tests.launcher.screen import BRAND, MARK_AND_BUTTON, REQUIRED, Screen, requires_display


def test_ci_requires_a_screen() -> None:
    assert f"\nexport {REQUIRED}=1\n" in (ROOT / ".ci" / "run").read_text()


@requires_display
def test_a_crashed_window_process_is_restarted(desktop: Start, screen: Screen, tmp_path: Path) -> None:
    program = desktop(forked=True, DISPLAY=screen.display)
    # "1": the loading page isn't in the history.
    wait_until(lambda: "GET /seen/nothing/1 200" in log(tmp_path))
    (first,) = psutil.Process(program.process.pid).children()
    first.kill()
    wait_until(lambda: "GET /seen/something/1 200" in log(tmp_path))
    assert program.healthy()
    (second,) = psutil.Process(program.process.pid).children()
    program.signal(signal.SIGTERM)
    assert program.end()[0] == 0
    wait_until(lambda: has_ended(second))


CRASH_ONCE = """
import json, os, sys
from pathlib import Path
folder = Path(json.loads(sys.argv[2])["data_dir"])
if not (folder / "crashed").exists():
    (folder / "crashed").touch()
    os._exit(1)
(folder / "messages").write_bytes(sys.stdin.buffer.read())
"""
"""A window's process that crashes the first time; later it saves its messages until the server's process ends."""


def test_a_window_that_is_restarted_while_the_program_closes_is_closed_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_restarting, is_closed = threading.Event(), threading.Event()

    def open_log(data_dir: Path) -> BinaryIO:
        if (tmp_path / "crashed").exists():
            is_restarting.set()
            is_closed.wait(0.3)  # the end of the program may wait for the restart, too
        return open_window_log(data_dir)

    monkeypatch.setattr(process, "open_window_log", open_log)
    monkeypatch.setattr(process, "launch_command", lambda: [sys.executable, "-c", CRASH_ONCE])
    unexpected: list[str] = []
    window = WindowProcess(WindowOptions("http://127.0.0.1:1", str(tmp_path)), b"key")
    supervise = partial(
        window.supervise,
        on_closed=lambda: unexpected.append("closed"),
        on_unavailable=lambda: unexpected.append("unavailable"),
    )
    supervisor = threading.Thread(target=supervise, daemon=True)
    with window:
        supervisor.start()
        assert is_restarting.wait(TIMEOUT_SECONDS)
    is_closed.set()
    supervisor.join(TIMEOUT_SECONDS)
    assert not supervisor.is_alive()
    messages = [json.loads(line) for line in (tmp_path / "messages").read_text().splitlines()]
    assert messages[-1] == {CLOSE_MESSAGE: True}
    assert unexpected == []


@pytest.fixture
def desktop_environment(tmp_path: Path) -> dict[str, str]:
    """Environment with a display and a browser that writes the addresses it opens to `tmp_path / "opened"`."""
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >> "{tmp_path}/opened"\n')
    browser.chmod(0o700)
    return {"DISPLAY": ":none", "BROWSER": f"{browser} %s", "PYTHONPATH": str(tmp_path / "engine")}


def write_fake_webview(tmp_path: Path, *lines: str) -> None:
    """Write a module that the window's process imports instead of pywebview."""
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine" / "webview.py").write_text("\n".join(lines))


def test_without_a_web_view_the_browser_opens(
    desktop: Start, desktop_environment: dict[str, str], tmp_path: Path
) -> None:
    write_fake_webview(tmp_path, "raise ImportError('no engine')")
    program = desktop(forked=True, **desktop_environment)
    wait_until(lambda: read_lines(tmp_path / "opened") == [program.address])
    assert program.healthy()
    program.signal(signal.SIGTERM)
    assert program.end() == (0, "", "")


def test_after_the_third_crash_the_browser_opens_instead_of_a_window(
    desktop: Start, desktop_environment: dict[str, str], tmp_path: Path
) -> None:
    write_fake_webview(tmp_path, "import os", f"open({str(tmp_path / 'windows')!r}, 'a').write('one\\n')", "os.abort()")
    program = desktop(forked=True, **desktop_environment)
    wait_until(lambda: read_lines(tmp_path / "opened") == [program.address])
    assert read_lines(tmp_path / "windows") == ["one"] * 3
    assert window_processes(program) == []
    assert program.healthy()


def test_without_a_terminal_a_launch_error_is_shown_and_logged(
    desktop: Start, desktop_environment: dict[str, str], tmp_path: Path
) -> None:
    write_fake_webview(
        tmp_path,
        "def create_window(title, html, **_):",
        f"    open({str(tmp_path / 'shown')!r}, 'a').write(html)",
        "def start(): pass",
    )
    # With standard output and error closed, as Windows starts a program without a console.
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        program = desktop("--port", port, wrapper=("sh", "-c", '"$@" >&- 2>&-', "sh"), **desktop_environment)
        assert program.end() == (1, "", "")
    sentence = f"Port {port} is already in use by another program."
    summary, details = (tmp_path / "shown").read_text().split("<details>")
    assert "A program on this computer uses the connection" in summary
    assert sentence not in summary
    assert sentence in details
    assert f"ERROR launcher: {sentence}" in log(tmp_path)
    assert not (tmp_path / "opened").exists()


@requires_display
def test_a_refused_start_closes_the_window_and_shows_the_error(desktop: Start, screen: Screen, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    write_newer_database(tmp_path / "data" / "goalbucks.db")
    program = desktop(forked=True, DISPLAY=screen.display)
    wait_until(lambda: "a newer GoalBucks" in log(tmp_path))
    wait_until(lambda: [ERROR_COMMAND in command_line(each) for each in window_processes(program)] == [True])
    window_processes(program)[0].terminate()  # as if the user closed it
    code, _, err = program.end()
    assert code == ExitCode.CONFIG_ERROR
    assert "This class was last used with a newer GoalBucks" in err


@requires_display
def test_try_again_in_the_error_window_restarts_the_program(desktop: Start, screen: Screen, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    database = tmp_path / "data" / "goalbucks.db"
    write_newer_database(database)
    program = desktop(forked=True, DISPLAY=screen.display)
    wait_until(lambda: [ERROR_COMMAND in command_line(each) for each in window_processes(program)] == [True])
    wait_until(lambda: screen.shows(BRAND, pixels=MARK_AND_BUTTON))
    screen.save_picture("refusal")
    database.unlink()
    screen.do("windowactivate", "--sync", screen.wait_for(), "key", "Return")  # Try again
    assert program.end()[0] == ExitCode.CONFIG_ERROR
    wait_until(lambda: "GET /api/health 200" in log(tmp_path))


def window_processes(program: Program) -> list[psutil.Process]:
    """Return the processes of its windows, without those that have just ended."""
    return [child for child in psutil.Process(program.process.pid).children() if not has_ended(child)]


def read_lines(file: Path) -> list[str]:
    """Return the lines of a file, or none if it doesn't exist yet."""
    return file.read_text().splitlines() if file.exists() else []
