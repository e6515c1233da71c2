"""Pipelined requests on real sockets."""

import asyncio
import socket
import threading
from collections.abc import Iterator

import pytest
from starlette.types import Receive, Scope, Send

from launcher.serving.protocol import MAX_PIPELINED_REQUESTS
from tests.factories.waiting import wait_until
from tests.launcher.protocol_server import REQUEST, Server


class HeldApp:
    """Responds with the number of the request, once `allow` was called for it."""

    def __init__(self) -> None:
        self.started = 0
        self._permits = threading.Semaphore(0)

    def allow(self, count: int) -> None:
        for _ in range(count):
            self._permits.release()

    async def __call__(self, scope: Scope, _receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        self.started += 1
        number = str(self.started).encode()
        await asyncio.to_thread(self._permits.acquire)
        headers = [(b"content-length", str(len(number)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": number})


@pytest.fixture
def app() -> HeldApp:
    return HeldApp()


@pytest.fixture
def server(app: HeldApp) -> Iterator[Server]:
    started = Server(app)
    yield started
    app.allow(10_000)
    started.stop()


def bodies(received: bytes) -> list[int]:
    return [int(part.rsplit(b"\r\n\r\n", 1)[1]) for part in received.split(b"HTTP/1.1 200")[1:]]


def read_to_end(client: socket.socket) -> bytes:
    received = b""
    try:
        while part := client.recv(65536):
            received += part
    except ConnectionResetError:
        pass  # the server closed the connection with unread data
    return received


def test_a_few_pipelined_requests_are_answered_in_order_on_an_open_connection(server: Server, app: HeldApp) -> None:
    app.allow(MAX_PIPELINED_REQUESTS + 2)
    with server.connected() as client:
        client.sendall(REQUEST * (MAX_PIPELINED_REQUESTS + 1))
        received = b""
        while received.count(b"HTTP/1.1 200") <= MAX_PIPELINED_REQUESTS:
            received += client.recv(65536)
        assert bodies(received) == [1, 2, 3, 4, 5]
        client.sendall(REQUEST)
        assert bodies(client.recv(65536)) == [6]


def test_too_many_pipelined_requests_close_the_connection_after_a_few_responses(server: Server, app: HeldApp) -> None:
    app.allow(10_000)
    with server.connected() as client:
        client.sendall(REQUEST * 500)
        assert bodies(read_to_end(client)) == [1, 2, 3, 4, 5]
    assert app.started == MAX_PIPELINED_REQUESTS + 1


def test_reading_is_paused_while_a_pipelined_request_waits(server: Server, app: HeldApp) -> None:
    with server.connected() as client:
        client.sendall(REQUEST * 3)
        wait_until(lambda: any(len(each.pipeline) == 2 for each in server.connections))
        client.sendall(REQUEST)
        app.allow(1)
        wait_until(lambda: app.started == 2)
        (connection,) = server.connections
        assert connection.flow.read_paused
        assert len(connection.pipeline) == 1
        app.allow(3)
        received = b""
        while received.count(b"HTTP/1.1 200") < 4:
            received += client.recv(65536)
        assert bodies(received) == [1, 2, 3, 4]


def test_invalid_data_after_a_request_does_not_corrupt_its_response(server: Server, app: HeldApp) -> None:
    with server.connected() as client:
        client.sendall(REQUEST + b"\x00\x01 nonsense\r\n\r\n")
        wait_until(lambda: app.started == 1)
        app.allow(1)
        assert bodies(read_to_end(client)) == [1]


def test_responding_to_a_closed_connection_raises_no_error() -> None:
    is_closed = threading.Event()
    sent: list[RuntimeError | None] = []

    async def app(scope: Scope, _receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        await asyncio.to_thread(is_closed.wait)
        try:
            await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
            await send({"type": "http.response.body", "body": b"{}"})
        except RuntimeError as error:
            sent.append(error)
        else:
            sent.append(None)

    server = Server(app)
    try:
        with server.connected() as client:
            client.sendall(REQUEST)
            wait_until(lambda: any(each.cycle is not None for each in server.connections))
            # uvicorn notifies only the newest request of a closed connection.
            client.sendall(REQUEST)
            wait_until(lambda: any(each.pipeline for each in server.connections))
            for each in server.connections:
                each.transport.abort()
        wait_until(lambda: not server.connections)
        is_closed.set()
        wait_until(lambda: bool(sent))
    finally:
        is_closed.set()
        server.stop()
    assert sent == [None]
