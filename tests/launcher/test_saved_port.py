"""The port of the server, which is saved for QR codes and bookmarks."""

import json
import socket
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from launcher import desktop, sockets
from launcher.cli import parser
from launcher.errors import PortInUseError
from launcher.sockets import ListeningSockets
from launcher.startup.state_file import FILE_NAME, LauncherState
from tests.launcher.conftest import Start


@pytest.fixture
def taken_port() -> Iterator[int]:
    """Port that another program uses."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


def save_port(data_dir: Path, port: int) -> None:
    data_dir.mkdir(exist_ok=True)
    LauncherState(data_dir).set_port(port)


def listen(
    data_dir: Path, *options: str, fallback_ports: Sequence[int] = (), default_port: int = sockets.DEFAULT_PORT
) -> ListeningSockets:
    """Open the port of a start with these options, and close its sockets again."""
    data_dir.mkdir(exist_ok=True)
    start = parser.parse(["--host", "127.0.0.1", "--data-dir", str(data_dir), *options])
    state = LauncherState(data_dir)
    listening = desktop.open_configured_port(start, state, fallback_ports=fallback_ports, default_port=default_port)
    for each in listening.sockets:
        each.close()
    return listening


def test_the_first_start_saves_its_port(tmp_path: Path, free_port: int) -> None:
    assert listen(tmp_path, default_port=free_port).port == free_port
    assert LauncherState(tmp_path).port == free_port


def test_the_first_start_saves_the_fallback_port(tmp_path: Path, free_port: int, taken_port: int) -> None:
    first = listen(tmp_path, fallback_ports=[free_port], default_port=taken_port)
    assert (first.port, first.taken_port) == (free_port, taken_port)
    again = listen(tmp_path, fallback_ports=[free_port], default_port=taken_port)
    assert (again.port, again.taken_port) == (free_port, None)


def test_a_later_fallback_port_does_not_replace_the_saved_port(tmp_path: Path, free_port: int, taken_port: int) -> None:
    save_port(tmp_path, taken_port)
    assert listen(tmp_path, fallback_ports=[free_port]).taken_port == taken_port
    assert LauncherState(tmp_path).port == taken_port


@pytest.mark.parametrize("fallback_ports", [sockets.FALLBACK_PORTS, ()])
def test_an_explicit_port_is_used_or_refused_and_not_saved(
    tmp_path: Path, free_port: int, taken_port: int, fallback_ports: Sequence[int]
) -> None:
    save_port(tmp_path, taken_port)
    assert listen(tmp_path, "--port", str(free_port), fallback_ports=fallback_ports).port == free_port
    with pytest.raises(PortInUseError):
        listen(tmp_path, "--port", str(taken_port), fallback_ports=fallback_ports)
    assert LauncherState(tmp_path).port == taken_port


def test_a_port_from_the_environment_is_explicit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free_port: int
) -> None:
    monkeypatch.setenv("GOALBUCKS_PORT", str(free_port))
    assert listen(tmp_path).port == free_port
    assert LauncherState(tmp_path).port is None


def test_serve_refuses_a_saved_port_that_is_in_use(start: Start, tmp_path: Path, taken_port: int) -> None:
    save_port(tmp_path / "data", taken_port)
    sentence = start("serve", "--host", "127.0.0.1", "--no-announce", "--data-dir", tmp_path / "data").launch_error()
    assert sentence.startswith(f"Port {taken_port} is already in use by another program.")


def test_serve_listens_at_the_saved_port(start: Start, tmp_path: Path, free_port: int) -> None:
    save_port(tmp_path / "data", free_port)
    running = start("serve", "--host", "127.0.0.1", "--no-announce", "--data-dir", tmp_path / "data", forked=True)
    assert running.address == f"http://127.0.0.1:{free_port}"


def test_with_a_window_a_fallback_port_is_used_and_reported(start: Start, tmp_path: Path, taken_port: int) -> None:
    save_port(tmp_path / "data", taken_port)
    (tmp_path / "webview.py").write_text("raise ImportError('no engine')")
    stage = {"DISPLAY": ":none", "BROWSER": "true %s", "PYTHONPATH": str(tmp_path)}
    running = start("--host", "127.0.0.1", "--data-dir", tmp_path / "data", forked=True, **stage)
    assert running.process.stdout is not None
    line = running.process.stdout.readline()
    assert line.startswith("GoalBucks is ready: http://127.0.0.1:")
    assert line.endswith(f"(another program uses port {taken_port})\n")
    assert json.loads((tmp_path / "data" / FILE_NAME).read_text())["port"] == taken_port
