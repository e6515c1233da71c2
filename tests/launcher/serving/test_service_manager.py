"""Notifications to systemd."""

import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.launcher.conftest import Start


class ServiceManager:
    """Notification socket of systemd."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(path))
        self._socket.settimeout(30)

    def received(self) -> dict[str, str]:
        """Return the assignments of the next notification."""
        return dict(line.split("=", 1) for line in self._socket.recv(4096).decode().splitlines())

    def received_until(self, wanted: str) -> dict[str, str]:
        """Return the first notification that assigns `wanted`."""
        while wanted not in (found := self.received()):
            pass
        return found

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[ServiceManager]:
    manager = ServiceManager(tmp_path / "notify")
    yield manager
    manager.close()


def test_ready_is_notified_once_requests_are_answered(serve: Start, manager: ServiceManager) -> None:
    program = serve(forked=True, NOTIFY_SOCKET=str(manager.path))
    ready = manager.received_until("READY")
    assert ready["READY"] == "1"
    assert program.healthy()
    assert program.address in ready["STATUS"]
    program.signal(signal.SIGTERM)
    assert manager.received_until("STOPPING")["STOPPING"] == "1"
    assert program.end() == (0, "", "")


def test_recovery_is_notified_as_ready_with_its_status(serve: Start, manager: ServiceManager, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir(mode=0o700)
    (tmp_path / "data" / "goalbucks.db").write_bytes(b"not a database at all, just some text\n" * 200)
    serve(forked=True, NOTIFY_SOCKET=str(manager.path))
    assert "damaged" in manager.received_until("READY")["STATUS"]


def test_a_refused_start_notifies_its_reason(start: Start, manager: ServiceManager, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    program = start("serve", "--data-dir", tmp_path / "file", NOTIFY_SOCKET=str(manager.path))
    sentence = program.launch_error()
    assert manager.received_until("STATUS") == {"STATUS": sentence}


@pytest.mark.parametrize("name", ["", "/nowhere/at/all", "nonsense"])
def test_an_invalid_notify_socket_is_ignored(serve: Start, name: str) -> None:
    assert serve(forked=True, NOTIFY_SOCKET=name).healthy()
