"""The port is in QR codes and bookmarks: the same at each start, and told when it can't be."""

import json
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from launcher import desktop
from launcher.cli import parser
from launcher.errors import PortInUseError
from launcher.serving import sockets
from launcher.serving.sockets import ListeningSockets
from launcher.startup.state_file import FILE_NAME, LauncherState
from tests.launcher.conftest import Start


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that another program has."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


def remember(data_dir: Path, port: int) -> None:
    data_dir.mkdir(exist_ok=True)
    LauncherState(data_dir).set_port(port)


def listen(data_dir: Path, *options: str, window: bool = False) -> ListeningSockets:
    """What a start with these options gets; its sockets are closed again."""
    data_dir.mkdir(exist_ok=True)
    start = parser.parse(["--host", "127.0.0.1", "--data-dir", str(data_dir), *options])
    listening = desktop.open_port(start, LauncherState(data_dir), allow_fallback=window)
    for each in listening.sockets:
        each.close()
    return listening


def test_the_first_start_remembers_its_port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int) -> None:
    monkeypatch.setattr(sockets, "FIRST_PORT", free)
    assert listen(tmp_path).port == free
    assert LauncherState(tmp_path).port == free


def test_the_first_class_bookmarks_what_stood_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, taken: int
) -> None:
    monkeypatch.setattr(sockets, "FIRST_PORT", taken)
    monkeypatch.setattr(sockets, "FALLBACK_PORTS", (free,))
    first = listen(tmp_path, window=True)
    assert (first.port, first.taken_port) == (free, taken)
    again = listen(tmp_path, window=True)
    assert (again.port, again.taken_port) == (free, None)


def test_what_stands_in_later_is_not_remembered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, taken: int
) -> None:
    remember(tmp_path, taken)
    monkeypatch.setattr(sockets, "FALLBACK_PORTS", (free,))
    assert listen(tmp_path, window=True).taken_port == taken
    assert LauncherState(tmp_path).port == taken


@pytest.mark.parametrize("window", [True, False])
def test_a_port_that_was_named_is_used_or_refused(tmp_path: Path, free: int, taken: int, *, window: bool) -> None:
    remember(tmp_path, taken)
    assert listen(tmp_path, "--port", str(free), window=window).port == free
    with pytest.raises(PortInUseError):
        listen(tmp_path, "--port", str(taken), window=window)
    assert LauncherState(tmp_path).port == taken


def test_a_port_of_the_environment_was_named_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int) -> None:
    monkeypatch.setenv("GOALBUCKS_PORT", str(free))
    assert listen(tmp_path).port == free
    assert LauncherState(tmp_path).port is None


def test_without_a_window_a_taken_port_is_refused(start: Start, tmp_path: Path, taken: int) -> None:
    remember(tmp_path / "data", taken)
    sentence = start("serve", "--host", "127.0.0.1", "--no-announce", "--data-dir", tmp_path / "data").refusal()
    assert sentence.startswith(f"Port {taken} is already in use by another program.")


def test_the_program_answers_at_the_remembered_port(start: Start, tmp_path: Path, free: int) -> None:
    remember(tmp_path / "data", free)
    running = start("serve", "--host", "127.0.0.1", "--no-announce", "--data-dir", tmp_path / "data")
    assert running.address == f"http://127.0.0.1:{free}"


def test_with_a_window_another_port_is_taken_and_told(start: Start, tmp_path: Path, taken: int) -> None:
    remember(tmp_path / "data", taken)
    (tmp_path / "webview.py").write_text("raise ImportError('no engine')")
    stage = {"DISPLAY": ":none", "BROWSER": "true %s", "PYTHONPATH": str(tmp_path)}
    running = start("--host", "127.0.0.1", "--data-dir", tmp_path / "data", **stage)
    assert running.process.stdout is not None
    line = running.process.stdout.readline()
    assert line.startswith("GoalBucks is ready: http://127.0.0.1:")
    assert line.endswith(f"(another program uses port {taken})\n")
    assert json.loads((tmp_path / "data" / FILE_NAME).read_text())["port"] == taken
