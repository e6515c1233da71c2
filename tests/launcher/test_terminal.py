"""What stands on the terminal of a computer without a screen."""

import asyncio
import io
import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import segno

from launcher import terminal
from server.computer import ClassComputer, NetworkEndpoint
from tests.launcher.conftest import PATIENCE_SECONDS, ROOT

ADDRESS = "http://192.168.1.20:8080"
NAME = "http://goalbucks-rivera.local:8080"
CLEAR = re.compile(r"\x1b\[[\d;]*m")


class Terminal(io.TextIOWrapper):
    """A terminal that keeps what was printed."""

    def __init__(self, encoding: str = "utf-8") -> None:
        self.kept = io.BytesIO()
        super().__init__(self.kept, encoding=encoding)

    def isatty(self) -> bool:
        return True

    def text(self) -> str:
        return self.kept.getvalue().decode(self.encoding)


def drawn(text: str) -> list[str]:
    """The lines of the code."""
    return [CLEAR.sub("", line).strip("\r\n")[2:] for line in text.splitlines() if terminal.COLOURS in line]


def test_address_and_name_are_there_to_type() -> None:
    screen = Terminal()
    terminal.print_address(ADDRESS, NAME, screen)
    lines = [line.strip() for line in screen.text().splitlines()]
    assert lines[1:3] == [f"Students open  {ADDRESS}", f"or  {NAME}"]


def test_the_code_is_light_on_dark_whatever_the_terminals_colours() -> None:
    screen = Terminal()
    terminal.print_address(ADDRESS, out=screen)
    code = [line for line in screen.text().splitlines() if "\u2588" in line]
    assert all(line.strip().startswith(terminal.COLOURS) and line.endswith(terminal.RESET) for line in code)
    widths = {len(line) for line in drawn(screen.text())}
    assert len(widths) == 1
    assert max(widths) <= 40
    assert len(code) <= 20


def test_the_code_says_the_address() -> None:
    screen = Terminal()
    terminal.print_address(ADDRESS, out=screen)
    halves = {" ": (1, 1), "\u2580": (0, 1), "\u2584": (1, 0), "\u2588": (0, 0)}
    rows = [row for line in drawn(screen.text()) for row in zip(*(halves[block] for block in line), strict=True)]
    wanted = [tuple(row) for row in segno.make_qr(ADDRESS, error="m", boost_error=False).matrix_iter(border=2)]
    assert rows[: len(wanted)] == wanted


def test_a_terminal_that_cannot_draw_it_gets_the_address_alone() -> None:
    screen = Terminal("ascii")
    terminal.print_address(ADDRESS, out=screen)
    assert ADDRESS in screen.text()
    assert drawn(screen.text()) == []


def test_a_script_that_reads_gets_nothing() -> None:
    out = io.StringIO()
    terminal.print_address(ADDRESS, out=out)
    assert out.getvalue() == ""


def test_it_is_shown_anew_when_the_way_in_has_changed_only(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[tuple[str, str | None]] = []
    monkeypatch.setattr(terminal, "print_address", lambda *what: shown.append(what))
    monkeypatch.setattr(terminal, "print_name", lambda name: shown.append((name, None)))
    computer = ClassComputer(NetworkEndpoint(8080))

    async def story() -> None:
        async with terminal.showing_address(computer):
            await asyncio.sleep(0)
            assert shown == []
            computer.update_endpoint(address="192.168.1.20")
            computer.set_connected_students(12)
            await asyncio.sleep(0.01)
            assert shown == [(ADDRESS, None)]
            computer.update_endpoint(host_name="goalbucks-rivera.local")
            await asyncio.sleep(0.01)
            assert shown[1:] == [(NAME, None)]
            computer.update_endpoint(address="192.168.1.21")
            await asyncio.sleep(0.01)
            assert shown[2:] == [("http://192.168.1.21:8080", NAME)]

    asyncio.run(story())


@pytest.mark.processes
def test_the_plain_start_without_a_screen_shows_it(environment: dict[str, str], tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "launcher", "--port", "0", "--data-dir", str(tmp_path / "data"), "--no-announce"]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdin=theirs, stdout=theirs, stderr=theirs) as program:
        os.close(theirs)
        text, end = "", time.monotonic() + PATIENCE_SECONDS
        while not ("is ready" in text and drawn(text)) and time.monotonic() < end:
            text += os.read(ours, 65536).decode(errors="ignore")
        program.send_signal(signal.SIGTERM)
    os.close(ours)
    ready = re.search(r"GoalBucks is ready: http://127\.0\.0\.1:\d+ on this computer, (\S+) for students", text)
    assert ready is not None
    assert f"Students open  {ready[1]}" in text
    assert program.returncode == 0
