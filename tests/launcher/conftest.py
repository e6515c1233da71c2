"""The real program, started as people and service managers start it."""

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import cached_property
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING

import psutil
import pytest

if TYPE_CHECKING:
    from tests.launcher.screen import Screen

ROOT = Path(__file__).parents[2]
PATIENCE_SECONDS = 30


class Program:
    """One start of `goalbucks`. What it prints is kept apart: stdout is for the address, stderr for a refusal."""

    def __init__(
        self,
        *arguments: str,
        environment: dict[str, str],
        wrapper: tuple[str, ...] = (),
        command: tuple[str, ...] = (sys.executable, "-m", "launcher"),
        folder: Path = ROOT,
    ) -> None:
        self.process = subprocess.Popen(
            [*wrapper, *command, *arguments],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    @cached_property
    def address(self) -> str:
        """The address that its line names first, once it is ready."""
        assert self.process.stdout is not None
        impatience = threading.Timer(PATIENCE_SECONDS, self.process.kill)
        impatience.start()
        line = self.process.stdout.readline()
        impatience.cancel()
        assert "://" in line, f"printed {line!r} instead of an address; {self.process.communicate()}"
        return next(word for word in line.split() if "://" in word)

    @property
    def port(self) -> int:
        """The port of that address."""
        return int(self.address.rsplit(":", maxsplit=1)[1])

    def call(self, method: str, path: str, body: object = None, *, at: str = "127.0.0.1") -> tuple[int, str]:
        """Status and content of its answer, once it is ready."""
        with closing(HTTPConnection(at, self.port, timeout=PATIENCE_SECONDS)) as connection:
            sent = None if body is None else json.dumps(body)
            connection.request(method, path, sent, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            return answer.status, answer.read().decode()

    def healthy(self) -> bool:
        """Whether it answers."""
        return self.call("GET", "/api/health")[0] == 200

    def signal(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    def end(self, seconds: float = PATIENCE_SECONDS) -> tuple[int, str, str]:
        """Its exit code, and what else it printed on stdout and stderr."""
        out, err = self.process.communicate(timeout=seconds)
        return self.process.returncode, out, err

    def refusal(self, *, code: int = 1) -> str:
        """The one sentence of a start that was refused."""
        ended, out, err = self.end()
        assert (ended, out) == (code, "")
        assert err.count("\n") == 1
        assert "Traceback" not in err
        return err.strip()


Start = Callable[..., Program]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark as `processes` each test with a fixture that starts the program or a screen; others carry the marker."""
    for item in items:
        if {"start", "screen"} & set(getattr(item, "fixturenames", ())):
            item.add_marker("processes")


@pytest.fixture
def environment() -> dict[str, str]:
    """This machine's, without a screen and without anybody's GoalBucks settings."""
    dropped = ("DISPLAY", "WAYLAND_DISPLAY")
    return {name: value for name, value in os.environ.items() if name not in dropped and "GOALBUCKS" not in name}


@pytest.fixture
def start(environment: dict[str, str], tmp_path: Path) -> Iterator[Start]:
    """Starts the program with these arguments; whatever still runs at the end of the test is killed."""
    started: list[Program] = []

    def begin(*arguments: object, wrapper: tuple[str, ...] = (), **more: str) -> Program:
        program = Program(*map(str, arguments), environment={**environment, **more}, wrapper=wrapper)
        started.append(program)
        return program

    yield begin
    kill_all(tmp_path)
    for program in started:
        program.process.kill()
        program.process.communicate()


def processes(folder: Path) -> list[psutil.Process]:
    """Those whose command names something in the folder: programs, their windows, and what these started anew."""
    named = f"{folder}{os.sep}"
    found = [each for each in psutil.process_iter(["cmdline"]) if named in " ".join(each.info["cmdline"] or ())]
    return [each for each in found if not gone(each)]


def kill_all(folder: Path) -> None:
    """Halt them all before the first dies: a window starts a killed server anew, and a server its window."""
    halted: list[psutil.Process] = []
    while new := [each for each in processes(folder) if each not in halted]:
        for each in new:
            with suppress(psutil.NoSuchProcess):
                each.suspend()
        halted += new
    for each in halted:
        with suppress(psutil.NoSuchProcess):
            each.kill()


def gone(process: psutil.Process) -> bool:
    """Whether it has ended; what nobody collects in a container counts as well."""
    try:
        return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:  # between the two looks
        return True


PAGE = """<!doctype html><title>GoalBucks</title><script type="module" src="/assets/page.js"></script><h1>Here</h1>"""
SCRIPT = """
await fetch('/seen/' + (localStorage.getItem('kept') ?? 'nothing') + '/' + history.length);
localStorage.setItem('kept', 'something');
"""


@pytest.fixture
def desktop(start: Start, tmp_path: Path) -> Start:
    """Starts the desktop program, whose page tells the server what it finds in its storage."""
    (tmp_path / "ui" / "assets").mkdir(parents=True)
    (tmp_path / "ui" / "index.html").write_text(PAGE)
    (tmp_path / "ui" / "assets" / "page.js").write_text(SCRIPT)

    def begin(*arguments: object, wrapper: tuple[str, ...] = (), **environment: str) -> Program:
        options = ("--host", "127.0.0.1", "--port", 0, "--data-dir", tmp_path / "data")
        given = {"GOALBUCKS_UI_DIR": str(tmp_path / "ui"), **environment}
        return start(*options, *arguments, wrapper=wrapper, **given)

    return begin


@pytest.fixture
def screen(tmp_path: Path) -> "Iterator[Screen]":
    """A screen in memory."""
    from tests.launcher.screen import open_screen  # noqa: PLC0415 - it uses what is above

    (tmp_path / "screen").mkdir()
    with open_screen(tmp_path / "screen") as opened:
        yield opened


def log(tmp_path: Path) -> str:
    """The requests so far."""
    file = tmp_path / "data" / "logs" / "goalbucks.log"
    return file.read_text() if file.exists() else ""


@pytest.fixture
def serve(start: Start, tmp_path: Path) -> Start:
    """Starts `goalbucks serve` on this computer alone, at a free port, with its data in `tmp_path / "data"`."""

    def begin(*arguments: object, **more: str) -> Program:
        alone = ("--host", "127.0.0.1", "--port", 0, "--no-announce")
        return start("serve", *alone, "--data-dir", tmp_path / "data", *arguments, **more)

    return begin


@pytest.fixture
def free() -> int:
    """A port that nobody had a moment ago."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


def of_a_newer_version(database: Path) -> None:
    """Make a database that this program doesn't know how to open."""
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
        connection.execute("INSERT INTO alembic_version VALUES ('9999')")


def wait_until(condition: Callable[[], bool]) -> None:
    """Wait for what another process does."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.05)
