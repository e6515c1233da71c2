"""Accepting connections in batches, and the limits for each address."""

import asyncio
import socket
import ssl
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace

import pytest
import uvicorn
import uvloop
from starlette.types import Receive, Scope, Send
from uvicorn.server import ServerState

from launcher.serving import protocol as connections
from launcher.serving import tls
from launcher.serving.accepting import BATCH_SIZE, AcceptedProtocol, BatchServer
from launcher.serving.protocol import TimeoutHttpProtocol, make_protocol_class
from tests.factories.certificates import write_certificate
from tests.factories.waiting import wait_until_async

COUNT = 3 * BATCH_SIZE
PASSES = 10


class CountingProtocol(AcceptedProtocol):
    """Counts connections in `events` and closes them, since a loop that ends with open connections warns."""

    def __init__(self, events: Counter[str]) -> None:
        self._events = events

    def connection_accepted(self, address: str) -> None:
        self._events[f"accepted from {address}"] += 1

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        self._events["closed"] += 1


async def accept(opened: ExitStack, *, refused: bool = False) -> tuple[Counter[str], list[socket.socket]]:
    """Run a few passes of the event loop with COUNT waiting clients; return the protocols' events and the clients."""
    events: Counter[str] = Counter()
    listener = opened.enter_context(socket.create_server(("127.0.0.1", 0), backlog=COUNT))
    listener.settimeout(0)
    clients = [opened.enter_context(socket.create_connection(listener.getsockname())) for _ in range(COUNT)]
    server = BatchServer(
        listener,
        lambda: CountingProtocol(events),
        is_refused=lambda _: refused,
        ssl_context=None,
        batch_size=BATCH_SIZE,
    )
    for _ in range(PASSES):
        await asyncio.sleep(0)
    server.close()
    await server.wait_closed()
    await wait_until_async(lambda: events["closed"] == events["accepted from 127.0.0.1"])
    return events, clients


def test_hundreds_of_waiting_connections_are_accepted_in_a_few_loop_passes() -> None:
    with ExitStack() as opened:
        events, _ = uvloop.run(accept(opened))
        assert events == {"accepted from 127.0.0.1": COUNT, "closed": COUNT}


def test_a_refused_connection_is_reset_without_a_protocol() -> None:
    with ExitStack() as opened:
        events, clients = uvloop.run(accept(opened, refused=True))
        assert events.total() == 0
        for each in clients:
            each.settimeout(20)
            with pytest.raises(ConnectionResetError):
                each.recv(1)


def test_connections_per_second_are_limited_for_each_address(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(connections, "time", SimpleNamespace(monotonic=lambda: now))
    made: type[TimeoutHttpProtocol] = make_protocol_class("10.0.0.1".__eq__, max_connections=3)
    assert [made.is_refused("192.168.1.20") for _ in range(5)] == [False] * 3 + [True] * 2
    assert not made.is_refused("192.168.1.21")
    assert [made.is_refused("2001:db8::1"), made.is_refused("2001:db8::2"), made.is_refused("2001:db8::3")] == [
        False
    ] * 3
    assert made.is_refused("2001:db8::4")
    assert not any(made.is_refused("10.0.0.1") for _ in range(5))
    assert not any(made.is_refused("127.0.0.1") for _ in range(5))
    now = 101.0
    assert not made.is_refused("192.168.1.20")


def is_reset(client: socket.socket) -> bool:
    """Whether the server has reset the connection; doesn't wait for it."""
    try:
        client.recv(1)
    except BlockingIOError:
        return False
    except ConnectionResetError:
        return True
    raise AssertionError("the server sent data or closed the connection without a reset")


async def no_application(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer nothing: no request is sent."""


async def fill_up(opened: ExitStack, certificate: ssl.SSLContext | None) -> None:
    """Open five connections where three are allowed, close one of them, and open another one."""
    made: type[TimeoutHttpProtocol] = make_protocol_class("10.0.0.1".__eq__, max_connections=3)
    config = uvicorn.Config(no_application, http=made, ws="none", log_config=None)
    state = ServerState()
    listener = opened.enter_context(socket.create_server(("127.0.0.1", 0)))
    listener.settimeout(0)

    def connect() -> socket.socket:
        client = opened.enter_context(socket.create_connection(listener.getsockname()))
        client.settimeout(0)
        return client

    server = BatchServer(
        listener,
        lambda: made(config, state, {}),
        is_refused=made.is_refused,
        ssl_context=certificate,
        batch_size=BATCH_SIZE,
    )
    clients = [connect() for _ in range(5)]
    reset: set[socket.socket] = set()

    def are_two_reset() -> bool:
        reset.update([each for each in clients if each not in reset and is_reset(each)])
        return len(reset) == 2

    await wait_until_async(are_two_reset)
    held = [each for each in clients if each not in reset]
    await wait_until_async(lambda: connection_count() == 3)
    held.pop().close()
    await wait_until_async(lambda: connection_count() == 2)
    held.append(connect())
    await wait_until_async(lambda: connection_count() == 3)
    for each in held:
        assert not is_reset(each)
        each.close()
    await wait_until_async(lambda: connection_count() == 0)
    if certificate is not None:
        trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
        _, writer = await asyncio.open_connection(*listener.getsockname(), ssl=trusting)
        assert connection_count() == 1
        writer.close()
        await wait_until_async(lambda: connection_count() == 0)
    server.close()


def connection_count() -> int:
    return TimeoutHttpProtocol._connections_of["127.0.0.1"]  # noqa: SLF001 - not visible from outside


@pytest.mark.parametrize("over_tls", [False, True], ids=["HTTP", "HTTPS"])
def test_a_connection_counts_for_its_address_from_the_tls_handshake_on(tmp_path: Path, *, over_tls: bool) -> None:
    certificate = tls.create_ssl_context(*write_certificate(tmp_path)) if over_tls else None
    with ExitStack() as opened:
        uvloop.run(fill_up(opened, certificate))
