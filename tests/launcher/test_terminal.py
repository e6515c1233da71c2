"""Students' address and QR code on the terminal."""

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
from server.computer.host import HostComputer
from server.computer.network import NetworkEndpoint
from tests.factories.paths import ROOT
from tests.factories.waiting import wait_until_async
from tests.launcher.conftest import TIMEOUT_SECONDS

ADDRESS = "http://192.168.1.20:8080"
NAME = "http://goalbucks-rivera.local:8080"
ESCAPE_SEQUENCE = re.compile(r"\x1b\[[\d;]*m")


class Terminal(io.TextIOWrapper):
    """A terminal that records its output."""

    def __init__(self, encoding: str = "utf-8") -> None:
        self.recorded = io.BytesIO()
        super().__init__(self.recorded, encoding=encoding)

    def isatty(self) -> bool:
        return True

    def text(self) -> str:
        return self.recorded.getvalue().decode(self.encoding)


def qr_lines(text: str) -> list[str]:
    """Return the lines of the QR code."""
    return [ESCAPE_SEQUENCE.sub("", line).strip("\r\n")[2:] for line in text.splitlines() if terminal.COLOURS in line]


def test_the_address_and_the_name_are_printed() -> None:
    screen = Terminal()
    terminal.print_address(ADDRESS, NAME, screen)
    lines = [line.strip() for line in screen.text().splitlines()]
    assert lines[1:3] == [f"Students open  {ADDRESS}", f"or  {NAME}"]


def test_the_qr_code_is_light_on_dark_and_fits_a_small_terminal() -> None:
    screen = Terminal()
    terminal.print_address(ADDRESS, out=screen)
    code = [line for line in screen.text().splitlines() if "\u2588" in line]
    assert all(line.strip().startswith(terminal.COLOURS) and line.endswith(terminal.RESET) for line in code)
    widths = {len(line) for line in qr_lines(screen.text())}
    assert len(widths) == 1
    assert max(widths) <= 40
    assert len(code) <= 20


def test_the_qr_code_contains_the_address() -> None:
    screen = Terminal()
    terminal.print_address(ADDRESS, out=screen)
    halves = {" ": (1, 1), "\u2580": (0, 1), "\u2584": (1, 0), "\u2588": (0, 0)}
    rows = [row for line in qr_lines(screen.text()) for row in zip(*(halves[block] for block in line), strict=True)]
    wanted = [tuple(row) for row in segno.make_qr(ADDRESS, error="m", boost_error=False).matrix_iter(border=2)]
    assert rows[: len(wanted)] == wanted


def test_a_terminal_without_block_characters_gets_the_address_only() -> None:
    screen = Terminal("ascii")
    terminal.print_address(ADDRESS, out=screen)
    assert ADDRESS in screen.text()
    assert qr_lines(screen.text()) == []


def test_nothing_is_printed_when_stdout_is_not_a_terminal() -> None:
    out = io.StringIO()
    terminal.print_address(ADDRESS, out=out)
    assert out.getvalue() == ""


def test_the_address_is_printed_again_only_when_it_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[tuple[str, str | None]] = []
    monkeypatch.setattr(terminal, "print_address", lambda *what: shown.append(what))
    monkeypatch.setattr(terminal, "print_name", lambda name: shown.append((name, None)))
    computer = HostComputer(NetworkEndpoint(8080))

    async def scenario() -> None:
        async with terminal.showing_address(computer):
            await asyncio.sleep(0)
            assert shown == []
            computer.network.update_endpoint(address="192.168.1.20")
            computer.status.set_connected_students(12)
            await wait_until_async(lambda: shown)
            assert shown == [(ADDRESS, None)]
            computer.network.update_endpoint(host_name="goalbucks-rivera.local")
            await wait_until_async(lambda: shown[1:])
            assert shown[1:] == [(NAME, None)]
            computer.network.update_endpoint(address="192.168.1.21")
            await wait_until_async(lambda: shown[2:])
            assert shown[2:] == [("http://192.168.1.21:8080", NAME)]

    asyncio.run(scenario())


@pytest.mark.processes
def test_a_start_without_a_display_prints_the_address_and_its_qr_code(
    environment: dict[str, str], tmp_path: Path
) -> None:
    controller, terminal_fd = pty.openpty()
    command = [sys.executable, "-m", "launcher", "--port", "0", "--data-dir", str(tmp_path / "data"), "--no-announce"]
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdin=terminal_fd, stdout=terminal_fd, stderr=terminal_fd
    ) as program:
        os.close(terminal_fd)
        text, end = "", time.monotonic() + TIMEOUT_SECONDS
        while not ("is ready" in text and qr_lines(text)) and time.monotonic() < end:
            text += os.read(controller, 65536).decode(errors="ignore")
        program.send_signal(signal.SIGTERM)
    os.close(controller)
    ready = re.search(r"GoalBucks is ready: http://127\.0\.0\.1:\d+ on this computer, (\S+) for students", text)
    assert ready is not None
    assert f"Students open  {ready[1]}" in text
    assert program.returncode == 0
