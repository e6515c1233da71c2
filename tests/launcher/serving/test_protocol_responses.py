"""How responses are written to real sockets."""

import asyncio
import threading
from collections.abc import Iterator

import pytest
from starlette.types import Receive, Scope, Send

from tests.launcher.protocol_server import REQUEST, Server

HEAD_REQUEST = REQUEST.replace(b"GET", b"HEAD")


class TwoPartApp:
    """Responds with "body"; the path /api/slow waits for `release` after the head."""

    def __init__(self) -> None:
        self.release = threading.Event()

    async def __call__(self, scope: Scope, _receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"4")]})
        if scope["path"] == "/api/slow":
            await asyncio.to_thread(self.release.wait)
        await send({"type": "http.response.body", "body": b"body"})


@pytest.fixture
def app() -> TwoPartApp:
    return TwoPartApp()


@pytest.fixture
def server(app: TwoPartApp) -> Iterator[Server]:
    started = Server(app)
    yield started
    app.release.set()
    started.stop()


def test_the_head_arrives_before_a_body_that_takes_longer(server: Server, app: TwoPartApp) -> None:
    with server.connected() as client:
        client.sendall(REQUEST.replace(b"health", b"slow"))
        assert client.recv(65536).endswith(b"\r\n\r\n")
        app.release.set()
        assert client.recv(65536) == b"body"


def test_a_response_without_a_body_is_followed_by_the_next_one(server: Server) -> None:
    with server.connected() as client:
        client.sendall(HEAD_REQUEST)
        assert client.recv(65536).endswith(b"content-length: 4\r\n\r\n")
        client.sendall(HEAD_REQUEST + REQUEST)
        received = b""
        while not received.endswith(b"body"):
            received += client.recv(65536)
        assert received.count(b"HTTP/1.1 200") == 2


def test_a_connection_is_closed_after_a_response_without_a_body(server: Server) -> None:
    with server.connected() as client:
        client.sendall(HEAD_REQUEST.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
        received = b""
        while part := client.recv(65536):
            received += part
        assert received.endswith(b"connection: close\r\n\r\n")
