"""The window in its own process, on a screen that nobody looks at. `make setup` installs what it needs, as root."""

import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from launcher import window
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

    def begin(*arguments: object, wrapper: tuple[str, ...] = (), **environment: str) -> Program:
        options = ("--host", "127.0.0.1", "--port", 0, "--data-dir", tmp_path / "data")
        ui = str(tmp_path / "ui")
        return start(*options, *arguments, wrapper=wrapper, GOALBUCKS_UI_DIR=ui, **environment)

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
    (shown,) = psutil.Process(program.process.pid).children()
    program.signal(signal.SIGKILL)
    wait_until(lambda: gone(shown))
    second.signal(signal.SIGTERM)
    assert second.end()[0] == 0


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
    assert sentence in (tmp_path / "shown").read_text()
    assert f"ERROR launcher: {sentence}" in log(tmp_path)
    assert not (tmp_path / "opened").exists()


@needs_a_web_view
def test_a_refused_start_takes_its_window_with_it_and_leaves_the_reason(
    desktop: Start, screen: str, tmp_path: Path
) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "goalbucks.db").write_bytes(b"not a database at all, just some text\n" * 200)
    program = desktop(DISPLAY=screen)
    wait_until(lambda: "file is not a database" in log(tmp_path))
    wait_until(lambda: len(running(program)) == 1 and window.REFUSAL in running(program)[0].cmdline())
    running(program)[0].terminate()  # as if it was closed
    code, _, err = program.end()
    assert code == 1
    assert "could not start: file is not a database" in err


def running(program: Program) -> list[psutil.Process]:
    """Its windows; one that has just ended may still be in the list of processes."""
    return [child for child in psutil.Process(program.process.pid).children() if not gone(child)]


def noted(file: Path) -> list[str]:
    """The lines of a file that may not be there yet."""
    return file.read_text().splitlines() if file.exists() else []


def log(tmp_path: Path) -> str:
    """The requests so far."""
    file = tmp_path / "data" / "goalbucks.log"
    return file.read_text() if file.exists() else ""


def gone(process: psutil.Process) -> bool:
    """Whether it has ended; what nobody collects in a container counts as well."""
    return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE
