"""The window in its own process, on a screen that nobody looks at. `make setup` installs what it needs, as root."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from tests.launcher.conftest import Program, Start, wait_until

PAGE = """<!doctype html><title>GoalBucks</title><script type="module" src="/assets/page.js"></script><h1>Here</h1>"""
SCRIPT = """
await fetch('/seen/' + (localStorage.getItem('kept') ?? 'nothing') + '/' + history.length);
localStorage.setItem('kept', 'something');
"""
WEB_VIEW = "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1')"


def _can_show_windows() -> bool:
    web_view = subprocess.run([sys.executable, "-c", WEB_VIEW], check=False, capture_output=True)
    return shutil.which("Xvfb") is not None and web_view.returncode == 0


needs_a_web_view = pytest.mark.skipif(not _can_show_windows(), reason="Xvfb or GTK's web view is not installed")


@pytest.fixture(scope="module")
def screen() -> Iterator[str]:
    """A screen in memory."""
    ready, tell = os.pipe()
    command = ["Xvfb", "-displayfd", str(tell), "-screen", "0", "1400x900x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[tell], stderr=subprocess.DEVNULL) as server:
        os.close(tell)
        with os.fdopen(ready) as number:
            yield f":{number.readline().strip()}"
        server.terminate()


@pytest.fixture
def desktop(start: Start, tmp_path: Path) -> Start:
    """Starts the desktop program, whose page tells the server what it finds in its storage."""
    (tmp_path / "ui" / "assets").mkdir(parents=True)
    (tmp_path / "ui" / "index.html").write_text(PAGE)
    (tmp_path / "ui" / "assets" / "page.js").write_text(SCRIPT)

    def begin(**environment: str) -> Program:
        options = ("--host", "127.0.0.1", "--port", 0, "--data-dir", tmp_path / "data")
        return start(*options, GOALBUCKS_UI_DIR=str(tmp_path / "ui"), **environment)

    return begin


@needs_a_web_view
def test_the_window_shows_the_page_and_comes_back_after_a_crash(desktop: Start, screen: str, tmp_path: Path) -> None:
    program = desktop(DISPLAY=screen)
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


@needs_a_web_view
def test_a_second_start_shows_what_runs_and_the_window_goes_with_the_server(
    desktop: Start, screen: str, tmp_path: Path
) -> None:
    program = desktop(DISPLAY=screen)
    assert program.healthy()
    second = desktop(DISPLAY=screen)
    wait_until(lambda: log(tmp_path).count("GET /seen/") == 2)
    (window,) = psutil.Process(program.process.pid).children()
    program.signal(signal.SIGKILL)
    wait_until(lambda: gone(window))
    second.signal(signal.SIGTERM)
    assert second.end()[0] == 0


def test_without_a_web_view_the_browser_opens(desktop: Start, tmp_path: Path) -> None:
    broken = tmp_path / "broken" / "webview.py"
    broken.parent.mkdir()
    broken.write_text("raise ImportError('no engine')")
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > "{tmp_path}/opened"\n')
    browser.chmod(0o700)
    program = desktop(DISPLAY=":none", BROWSER=f"{browser} %s", PYTHONPATH=str(broken.parent))
    opened = tmp_path / "opened"
    wait_until(lambda: opened.exists() and opened.read_text().strip() == program.address)
    assert program.healthy()
    program.signal(signal.SIGTERM)
    assert program.end() == (0, "", "")


def log(tmp_path: Path) -> str:
    """The requests so far."""
    file = tmp_path / "data" / "goalbucks.log"
    return file.read_text() if file.exists() else ""


def gone(process: psutil.Process) -> bool:
    """Whether it has ended; what nobody collects in a container counts as well."""
    return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE
