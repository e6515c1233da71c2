"""Requests that a device sends without waiting for answers, over the program's protocol on real sockets."""

import asyncio
import socket
import threading
from collections.abc import Iterator

import pytest
from starlette.types import Receive, Scope, Send

from launcher.serving.protocol import MAX_PIPELINED_REQUESTS
from tests.launcher.conftest import wait_until
from tests.launcher.thread_server import REQUEST, Server


class HeldApp:
    """Answers a request when it is allowed to, with its number."""

    def __init__(self) -> None:
        self.begun = 0
        self._permits = threading.Semaphore(0)

    def allow(self, count: int) -> None:
        for _ in range(count):
            self._permits.release()

    async def __call__(self, scope: Scope, _receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        self.begun += 1
        number = str(self.begun).encode()
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


def read_to_end(device: socket.socket) -> bytes:
    received = b""
    try:
        while part := device.recv(65536):
            received += part
    except ConnectionResetError:
        pass  # it had sent what nobody read
    return received


def test_a_few_are_answered_in_their_order_and_the_connection_stays_open(server: Server, app: HeldApp) -> None:
    app.allow(MAX_PIPELINED_REQUESTS + 2)
    with server.connected() as device:
        device.sendall(REQUEST * (MAX_PIPELINED_REQUESTS + 1))
        received = b""
        while received.count(b"HTTP/1.1 200") <= MAX_PIPELINED_REQUESTS:
            received += device.recv(65536)
        assert bodies(received) == [1, 2, 3, 4, 5]
        device.sendall(REQUEST)
        assert bodies(device.recv(65536)) == [6]


def test_of_hundreds_sent_at_once_a_few_are_answered_and_the_connection_ends(server: Server, app: HeldApp) -> None:
    app.allow(10_000)
    with server.connected() as device:
        device.sendall(REQUEST * 500)
        assert bodies(read_to_end(device)) == [1, 2, 3, 4, 5]
    assert app.begun == MAX_PIPELINED_REQUESTS + 1


def test_nothing_is_read_until_the_last_waiting_request_is_begun(server: Server, app: HeldApp) -> None:
    with server.connected() as device:
        device.sendall(REQUEST * 3)
        wait_until(lambda: any(len(each.pipeline) == 2 for each in server.connections))
        device.sendall(REQUEST)
        app.allow(1)
        wait_until(lambda: app.begun == 2)
        (connection,) = server.connections
        assert connection.flow.read_paused
        assert len(connection.pipeline) == 1
        app.allow(3)
        received = b""
        while received.count(b"HTTP/1.1 200") < 4:
            received += device.recv(65536)
        assert bodies(received) == [1, 2, 3, 4]


def test_what_is_no_http_behind_a_request_spoils_no_answer(server: Server, app: HeldApp) -> None:
    with server.connected() as device:
        device.sendall(REQUEST + b"\x00\x01 nonsense\r\n\r\n")
        wait_until(lambda: app.begun == 1)
        app.allow(1)
        assert bodies(read_to_end(device)) == [1]


def test_answering_a_device_that_has_left_raises_nothing() -> None:
    has_left = threading.Event()
    sent: list[RuntimeError | None] = []

    async def app(scope: Scope, _receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        await asyncio.to_thread(has_left.wait)
        try:
            await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
            await send({"type": "http.response.body", "body": b"{}"})
        except RuntimeError as error:
            sent.append(error)
        else:
            sent.append(None)

    server = Server(app)
    try:
        with server.connected() as device:
            device.sendall(REQUEST)
            wait_until(lambda: any(each.cycle is not None for each in server.connections))
            # uvicorn tells the newest request alone that the device has left.
            device.sendall(REQUEST)
            wait_until(lambda: any(each.pipeline for each in server.connections))
            for each in server.connections:
                each.transport.abort()
        wait_until(lambda: not server.connections)
        has_left.set()
        wait_until(lambda: bool(sent))
    finally:
        has_left.set()
        server.stop()
    assert sent == [None]
