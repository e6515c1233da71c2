"""Devices that keep a connection waiting: the program's protocol on real sockets, with less patience than it has."""

import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace

import pytest
from starlette.types import Receive, Scope, Send

from launcher.serving import protocol
from launcher.serving.protocol import TimeoutHttpProtocol
from server.app import create_app
from server.security import body_timeout
from server.settings import Settings
from tests.launcher.conftest import wait_until
from tests.launcher.thread_server import REQUEST, Server

SOON = 0.4
SIGN_IN = b"POST /api/auth/student HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "HEADER_TIMEOUT_SECONDS", SOON)
    monkeypatch.setattr(protocol, "WRITE_TIMEOUT_SECONDS", SOON)
    monkeypatch.setattr(body_timeout, "CHUNK_TIMEOUT_SECONDS", SOON)


@pytest.fixture
def server(tmp_path: Path, impatient: None) -> Iterator[Server]:
    del impatient
    started = Server(create_app(Settings(data_dir=tmp_path, ui_dir=tmp_path)))
    yield started
    started.stop()


def is_cut_off(device: socket.socket) -> bool:
    """Whether the other side ends it, however."""
    try:
        while device.recv(65536):
            pass
    except ConnectionResetError:
        pass
    return True


@pytest.mark.parametrize("begun", [b"", b"G", REQUEST[:-2], SIGN_IN])
def test_headers_that_never_end_are_not_waited_for(server: Server, begun: bytes) -> None:
    with server.connected() as device:
        device.sendall(begun)
        assert is_cut_off(device)
    assert server.answers()


def test_headers_that_grow_for_ever_are_cut_off(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "HEADER_TIMEOUT_SECONDS", 60)
    with server.connected() as device:
        device.sendall(REQUEST[:-2] + b"X-Long: ")
        device.sendall(b"x" * 2 * protocol.MAX_HEADER_BYTES)
        assert is_cut_off(device)
    assert server.answers()


def test_headers_above_the_limit_are_refused_when_they_come_at_once(server: Server) -> None:
    with server.connected() as device:
        device.sendall(REQUEST[:-2] + b"X-Long: " + b"x" * protocol.MAX_HEADER_BYTES + b"\r\n\r\n")
        assert device.recv(100).startswith(b"HTTP/1.1 400")
        assert is_cut_off(device)
    assert server.answers()


def test_a_body_that_stops_coming_is_answered_408_in_a_sentence(server: Server) -> None:
    with server.connected() as device:
        device.sendall(SIGN_IN + b'Content-Length: 500\r\n\r\n{"username": "')
        answer = device.recv(65536)
        assert answer.startswith(b"HTTP/1.1 408")
        assert b'"code":"too_slow"' in answer
        assert is_cut_off(device)


def test_a_body_that_comes_slowly_is_waited_for(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(body_timeout, "CHUNK_TIMEOUT_SECONDS", 20)
    body = b'{"username": "noor", "password": "pass", "classCode": "ABC234"}'
    with server.connected() as device:
        device.sendall(SIGN_IN + b"Content-Length: %d\r\n\r\n" % len(body))
        pause = threading.Event()
        for at in range(0, len(body), 10):
            device.sendall(body[at : at + 10])
            pause.wait(SOON / 4)
        assert device.recv(100).startswith(b"HTTP/1.1 401")


def test_a_backup_from_whoever_may_not_is_refused_before_its_first_byte(server: Server) -> None:
    with server.connected() as device:
        device.sendall(b"POST /api/backups/restore HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000000000\r\n\r\n")
        assert device.recv(100).startswith(b"HTTP/1.1 401")


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("own", [False, True])
def test_an_answer_that_nobody_takes_is_given_up_but_for_the_computers_own_browser(
    monkeypatch: pytest.MonkeyPatch, *, own: bool
) -> None:
    asked_where_to_save = threading.Event()

    async def long(scope: Scope, _receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for _ in range(1000):
            await send({"type": "http.response.body", "body": b"x" * 65536, "more_body": True})

    if not own:
        monkeypatch.setattr(protocol, "LOOPBACK_ADDRESSES", frozenset())
    server = Server(long)
    left = SimpleNamespace(connections=TimeoutHttpProtocol._connections_of)  # noqa: SLF001 - no device can see it
    try:
        with server.connected() as device:
            device.sendall(REQUEST)
            assert device.recv(10)
            if own:
                asked_where_to_save.wait(2 * SOON)
                left_to_take = 1000 * 65536
                while left_to_take > 0 and (taken := len(device.recv(1 << 20))):
                    left_to_take -= taken
                assert left_to_take <= 0
            else:
                wait_until(lambda: not left.connections)
    finally:
        server.stop()


@pytest.mark.usefixtures("impatient")
def test_one_device_cannot_take_every_connection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "HEADER_TIMEOUT_SECONDS", 60)
    server = Server(create_app(Settings(data_dir=tmp_path, ui_dir=tmp_path)), per_address=5)
    try:
        with ExitStack() as opened:
            for _ in range(5):
                opened.enter_context(server.connected())
            wait_until(lambda: TimeoutHttpProtocol._connections_of["127.0.0.1"] == 5)  # noqa: SLF001 - likewise
            with server.connected() as device:
                assert is_cut_off(device)
        wait_until(server.answers)
    finally:
        server.stop()


@pytest.mark.usefixtures("impatient")
def test_a_proxy_may_have_as_many_as_come_through_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "HEADER_TIMEOUT_SECONDS", 60)
    server = Server(create_app(Settings(data_dir=tmp_path, ui_dir=tmp_path)), proxy="127.0.0.1", per_address=5)
    try:
        with ExitStack() as opened:
            for _ in range(10):
                opened.enter_context(server.connected())
            assert server.answers()
    finally:
        server.stop()
