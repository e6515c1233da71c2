"""Timeouts and limits of the HTTP protocol on real sockets, with shorter timeouts."""

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
from server.requests import body_timeout
from server.settings import Settings
from tests.factories.waiting import wait_until
from tests.launcher.protocol_server import REQUEST, Server

SHORT_TIMEOUT_SECONDS = 0.4
SIGN_IN = b"POST /api/auth/student HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


@pytest.fixture
def short_timeouts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "HEADER_TIMEOUT_SECONDS", SHORT_TIMEOUT_SECONDS)
    monkeypatch.setattr(protocol, "WRITE_TIMEOUT_SECONDS", SHORT_TIMEOUT_SECONDS)
    monkeypatch.setattr(body_timeout, "CHUNK_TIMEOUT_SECONDS", SHORT_TIMEOUT_SECONDS)


@pytest.fixture
def server(tmp_path: Path, short_timeouts: None) -> Iterator[Server]:
    del short_timeouts
    started = Server(create_app(Settings(data_dir=tmp_path, ui_dir=tmp_path)))
    yield started
    started.stop()


def is_closed(client: socket.socket) -> bool:
    """Wait until the server closes or resets the connection; True."""
    try:
        while client.recv(65536):
            pass
    except ConnectionResetError:
        pass
    return True


@pytest.mark.parametrize("data", [b"", b"G", REQUEST[:-2], SIGN_IN])
def test_unfinished_headers_time_out(server: Server, data: bytes) -> None:
    with server.connected() as client:
        client.sendall(data)
        assert is_closed(client)
    assert server.answers()


def test_endless_headers_close_the_connection(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "HEADER_TIMEOUT_SECONDS", 60)
    with server.connected() as client:
        client.sendall(REQUEST[:-2] + b"X-Long: ")
        client.sendall(b"x" * 2 * protocol.MAX_HEADER_BYTES)
        assert is_closed(client)
    assert server.answers()


def test_too_long_headers_are_answered_400(server: Server) -> None:
    with server.connected() as client:
        client.sendall(REQUEST[:-2] + b"X-Long: " + b"x" * protocol.MAX_HEADER_BYTES + b"\r\n\r\n")
        assert client.recv(100).startswith(b"HTTP/1.1 400")
        assert is_closed(client)
    assert server.answers()


def test_an_unfinished_body_is_answered_408(server: Server) -> None:
    with server.connected() as client:
        client.sendall(SIGN_IN + b'Content-Length: 500\r\n\r\n{"username": "')
        response = client.recv(65536)
        assert response.startswith(b"HTTP/1.1 408")
        assert b'"code":"too_slow"' in response
        assert is_closed(client)


def test_a_slow_body_is_accepted(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(body_timeout, "CHUNK_TIMEOUT_SECONDS", 20)
    body = b'{"username": "noor", "password": "pass", "classCode": "ABC234"}'
    with server.connected() as client:
        client.sendall(SIGN_IN + b"Content-Length: %d\r\n\r\n" % len(body))
        pause = threading.Event()
        for at in range(0, len(body), 10):
            client.sendall(body[at : at + 10])
            pause.wait(SHORT_TIMEOUT_SECONDS / 4)
        assert client.recv(100).startswith(b"HTTP/1.1 401")


def test_an_unauthenticated_upload_is_refused_before_its_body(server: Server) -> None:
    with server.connected() as client:
        client.sendall(b"POST /api/backups/restore HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000000000\r\n\r\n")
        assert client.recv(100).startswith(b"HTTP/1.1 401")


@pytest.mark.usefixtures("short_timeouts")
@pytest.mark.parametrize("is_local", [False, True])
def test_an_unread_response_times_out_except_for_a_local_browser(
    monkeypatch: pytest.MonkeyPatch, *, is_local: bool
) -> None:
    pause = threading.Event()

    async def long(scope: Scope, _receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for _ in range(1000):
            await send({"type": "http.response.body", "body": b"x" * 65536, "more_body": True})

    if not is_local:
        monkeypatch.setattr(protocol, "LOOPBACK_ADDRESSES", frozenset())
    server = Server(long)
    left = SimpleNamespace(connections=TimeoutHttpProtocol._connections_of)  # noqa: SLF001 - not visible from outside
    try:
        with server.connected() as client:
            client.sendall(REQUEST)
            assert client.recv(10)
            if is_local:
                pause.wait(2 * SHORT_TIMEOUT_SECONDS)
                left_to_take = 1000 * 65536
                while left_to_take > 0 and (taken := len(client.recv(1 << 20))):
                    left_to_take -= taken
                assert left_to_take <= 0
            else:
                wait_until(lambda: not left.connections)
    finally:
        server.stop()


@pytest.mark.usefixtures("short_timeouts")
def test_the_connections_of_one_address_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "HEADER_TIMEOUT_SECONDS", 60)
    server = Server(create_app(Settings(data_dir=tmp_path, ui_dir=tmp_path)), per_address=5)
    try:
        with ExitStack() as opened:
            for _ in range(5):
                opened.enter_context(server.connected())
            wait_until(lambda: TimeoutHttpProtocol._connections_of["127.0.0.1"] == 5)  # noqa: SLF001 - likewise
            with server.connected() as client:
                assert is_closed(client)
        wait_until(server.answers)
    finally:
        server.stop()


@pytest.mark.usefixtures("short_timeouts")
def test_the_connections_of_a_trusted_proxy_are_not_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "HEADER_TIMEOUT_SECONDS", 60)
    server = Server(create_app(Settings(data_dir=tmp_path, ui_dir=tmp_path)), proxy="127.0.0.1", per_address=5)
    try:
        with ExitStack() as opened:
            for _ in range(10):
                opened.enter_context(server.connected())
            assert server.answers()
    finally:
        server.stop()
