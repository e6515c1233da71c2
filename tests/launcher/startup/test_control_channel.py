"""Second start with the same data folder, which asks the running program to show its window."""

import json
import signal
import stat
from collections.abc import Iterator
from multiprocessing import AuthenticationError
from multiprocessing.connection import Client
from pathlib import Path

import pytest

from launcher.startup.control_channel import CHANNEL_FILE, SHOW
from tests.launcher.conftest import Program, Start, run_server

pytestmark = pytest.mark.processes


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Program, Path]]:
    """A server without a window, and its data folder."""
    folder = tmp_path_factory.mktemp("running") / "data"
    with run_server(folder) as program:
        assert program.healthy()
        yield program, folder


def test_a_second_start_without_a_display_prints_the_address(start: Start, running: tuple[Program, Path]) -> None:
    first, folder = running
    options = ("--host", "127.0.0.1", "--port", 0, "--data-dir", folder)
    assert start(*options).end() == (0, f"{first.address}\n", "")


def test_a_second_start_beside_a_server_without_a_window_opens_the_browser(
    start: Start, running: tuple[Program, Path], tmp_path: Path
) -> None:
    first, folder = running
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > "{tmp_path}/opened"\n')
    browser.chmod(0o700)
    second = start("--data-dir", folder, DISPLAY=":none", BROWSER=f"{browser} %s")
    assert second.end() == (0, "", "")
    assert (tmp_path / "opened").read_text() == f"{first.address}\n"


def test_a_second_start_beside_a_program_that_hangs_is_refused(start: Start, running: tuple[Program, Path]) -> None:
    first, folder = running
    first.signal(signal.SIGSTOP)
    try:
        assert f"already running at {first.address}" in start("--data-dir", folder).launch_error()
    finally:
        first.signal(signal.SIGCONT)


def test_a_client_without_the_key_is_rejected_and_later_ones_are_answered(running: tuple[Program, Path]) -> None:
    file = running[1] / CHANNEL_FILE
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with pytest.raises(AuthenticationError), Client(json.loads(file.read_text())["address"], authkey=b"guessed"):
        pass
    # The channel still works.
    channel = json.loads(file.read_text())
    with Client(channel["address"], authkey=bytes.fromhex(channel["key"])) as second:
        second.send_bytes(SHOW)
        assert second.recv_bytes() == b"no window"
