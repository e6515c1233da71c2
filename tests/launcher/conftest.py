"""Fixtures that start the program as a subprocess."""

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import cached_property
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil
import pytest

from launcher.cli.parser import parse
from launcher.errors import BadOptionError
from tests.factories.forked_program import CAN_FORK, ForkedProgram
from tests.factories.paths import ROOT

if TYPE_CHECKING:
    from tests.launcher.screen import Screen

TIMEOUT_SECONDS = 30


class Program:
    """A running `goalbucks` process with its stdout and stderr; `forked`: see `ForkedProgram`."""

    def __init__(
        self,
        *arguments: str,
        environment: dict[str, str],
        wrapper: tuple[str, ...] = (),
        command: tuple[str, ...] = (sys.executable, "-m", "launcher"),
        folder: Path = ROOT,
        forked: bool = False,
    ) -> None:
        self.process: subprocess.Popen[str] | ForkedProgram
        if forked and CAN_FORK:
            self.process = ForkedProgram(arguments, environment)
            return
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
        """URL in the line that it prints when it is ready."""
        assert self.process.stdout is not None
        timer = threading.Timer(TIMEOUT_SECONDS, self.process.kill)
        timer.start()
        line = self.process.stdout.readline()
        timer.cancel()
        assert "://" in line, f"printed {line!r} instead of an address; {self.process.communicate()}"
        return next(word for word in line.split() if "://" in word)

    @property
    def port(self) -> int:
        """Port of the URL."""
        return int(self.address.rsplit(":", maxsplit=1)[1])

    def call(self, method: str, path: str, body: object = None, *, at: str = "127.0.0.1") -> tuple[int, str]:
        """Send a request; return the status and the body of the response."""
        with closing(HTTPConnection(at, self.port, timeout=TIMEOUT_SECONDS)) as connection:
            sent = None if body is None else json.dumps(body)
            connection.request(method, path, sent, {"Content-Type": "application/json"})
            response = connection.getresponse()
            return response.status, response.read().decode()

    def healthy(self) -> bool:
        """Whether `/api/health` answers 200."""
        return self.call("GET", "/api/health")[0] == 200

    def signal(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    def end(self, seconds: float = TIMEOUT_SECONDS) -> tuple[int, str, str]:
        """Wait for its end; return the exit code and the rest of stdout and stderr."""
        out, err = self.process.communicate(timeout=seconds)
        return self.process.wait(), out, err

    def launch_error(self, *, code: int = 1) -> str:
        """Wait for a refused start; return the only line on stderr."""
        ended, out, err = self.end()
        assert (ended, out) == (code, "")
        assert err.count("\n") == 1
        assert "Traceback" not in err
        return err.strip()


Start = Callable[..., Program]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests whose fixtures start the program or a screen as `processes`; other tests set the marker themselves."""
    for item in items:
        if {"start", "screen"} & set(getattr(item, "fixturenames", ())):
            item.add_marker("processes")


@pytest.fixture
def environment() -> dict[str, str]:
    """Environment of this process without a display and without settings of GoalBucks."""
    return clean_environment()


def clean_environment() -> dict[str, str]:
    """Return that environment, for fixtures of a wider scope."""
    dropped = ("DISPLAY", "WAYLAND_DISPLAY")
    return {name: value for name, value in os.environ.items() if name not in dropped and "GOALBUCKS" not in name}


@pytest.fixture
def start(environment: dict[str, str], tmp_path: Path) -> Iterator[Start]:
    """Return a function that starts the program; kills all of its processes after the test."""
    started: list[Program] = []

    def begin(*arguments: object, wrapper: tuple[str, ...] = (), forked: bool = False, **more: str) -> Program:
        program = Program(*map(str, arguments), environment={**environment, **more}, wrapper=wrapper, forked=forked)
        started.append(program)
        return program

    yield begin
    # A suspended program doesn't react to the end of its window. `kill_processes` doesn't find a forked one.
    for program in started:
        program.signal(signal.SIGSTOP)
    kill_processes(tmp_path)
    for program in started:
        program.process.kill()
        program.process.communicate()


@contextmanager
def run_server(folder: Path, *arguments: object, **more: str) -> Iterator[Program]:
    """Run `goalbucks serve` on loopback at a free port within the block, for fixtures of a wider scope than `serve`."""
    options = ("serve", "--host", "127.0.0.1", "--port", 0, "--no-announce", "--data-dir", folder, *arguments)
    program = Program(*map(str, options), environment={**clean_environment(), **more}, forked=True)
    yield program
    program.process.kill()
    program.end()


def processes(folder: Path) -> list[psutil.Process]:
    """Return the processes whose command line contains a path in the folder: servers and windows."""
    named = f"{folder}{os.sep}"
    found = [each for each in psutil.process_iter(["cmdline"]) if named in " ".join(each.info["cmdline"] or ())]
    return [each for each in found if not has_ended(each)]


def kill_processes(folder: Path) -> None:
    """Suspend all before killing the first: a window restarts a killed server, and a server its window."""
    suspended: list[psutil.Process] = []
    while new := [each for each in processes(folder) if each not in suspended]:
        for each in new:
            with suppress(psutil.NoSuchProcess):
                each.suspend()
        suspended += new
    for each in suspended:
        with suppress(psutil.NoSuchProcess):
            each.kill()


def has_ended(process: psutil.Process) -> bool:
    """Whether it has ended or is a zombie, as in a container without an init process."""
    try:
        return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:  # ended between the two calls
        return True


def command_line(process: psutil.Process) -> list[str]:
    """Return its command line; an empty list if it has ended or is a zombie."""
    try:
        arguments: list[str] = process.cmdline()
    except psutil.NoSuchProcess:  # also raised for a zombie
        return []
    return arguments


PAGE = """<!doctype html><title>GoalBucks</title><script type="module" src="/assets/page.js"></script><h1>Here</h1>"""
SCRIPT = """
await fetch('/seen/' + (localStorage.getItem('kept') ?? 'nothing') + '/' + history.length);
localStorage.setItem('kept', 'something');
"""


@pytest.fixture
def desktop(start: Start, tmp_path: Path) -> Start:
    """Return a function that starts the program with a window, whose page requests `/seen/STORED/HISTORY_LENGTH`."""
    (tmp_path / "ui" / "assets").mkdir(parents=True)
    (tmp_path / "ui" / "index.html").write_text(PAGE)
    (tmp_path / "ui" / "assets" / "page.js").write_text(SCRIPT)

    def begin(*arguments: object, **more: Any) -> Program:
        options = ("--host", "127.0.0.1", "--port", 0, "--data-dir", tmp_path / "data")
        return start(*options, *arguments, **{"GOALBUCKS_UI_DIR": str(tmp_path / "ui"), **more})

    return begin


@pytest.fixture
def screen(tmp_path: Path) -> "Iterator[Screen]":
    """A virtual screen."""
    from tests.launcher.screen import open_screen  # noqa: PLC0415 - imports this module

    (tmp_path / "screen").mkdir()
    with open_screen(tmp_path / "screen") as opened:
        yield opened


def log(tmp_path: Path) -> str:
    """Return the content of the log file."""
    file = tmp_path / "data" / "logs" / "goalbucks.log"
    return file.read_text() if file.exists() else ""


@pytest.fixture
def serve(start: Start, tmp_path: Path) -> Start:
    """Return a function that starts `goalbucks serve` on loopback at a free port, with data in `tmp_path / "data"`."""

    def begin(*arguments: object, **more: Any) -> Program:
        alone = ("--host", "127.0.0.1", "--port", 0, "--no-announce")
        return start("serve", *alone, "--data-dir", tmp_path / "data", *arguments, **more)

    return begin


OptionError = Callable[..., str]


@pytest.fixture
def option_error(environment: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> OptionError:
    """Return a function that parses refused options and returns the error's sentence, without starting a process."""

    def parse_refused(*arguments: object, **more: str) -> str:
        for name in os.environ.keys() - environment.keys():
            monkeypatch.delenv(name)
        for name, value in more.items():
            monkeypatch.setenv(name, value)
        with pytest.raises(BadOptionError) as refused:
            parse([str(each) for each in arguments])
        return str(refused.value)

    return parse_refused


@pytest.fixture
def free_port() -> int:
    """Port that was free a moment ago."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


def write_newer_database(database: Path) -> None:
    """Write a database with a newer schema than this version's."""
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
        connection.execute("INSERT INTO alembic_version VALUES ('9999')")
