"""Accepting connections: many in one pass of the event loop, none of an address that has too many."""

import asyncio
import socket
import ssl
from collections.abc import Callable
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

COUNT = 3 * BATCH_SIZE


class Accepted(AcceptedProtocol):
    """Counts what was accepted, and closes it: a loop that ends with open connections warns."""

    count = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        Accepted.count += 1
        transport.close()


async def accept(opened: ExitStack, *, passes: int, refused: bool = False) -> list[socket.socket]:
    """Clients that are all waiting before the first of so many passes; each accepted one is counted."""
    Accepted.count = 0
    listener = opened.enter_context(socket.create_server(("127.0.0.1", 0), backlog=COUNT))
    listener.settimeout(0)
    clients = [opened.enter_context(socket.create_connection(listener.getsockname())) for _ in range(COUNT)]
    server = BatchServer(listener, Accepted, is_refused=lambda _: refused, certificate=None, batch_size=BATCH_SIZE)
    for _ in range(passes):
        await asyncio.sleep(0)
    server.close()
    await server.wait_closed()
    await asyncio.sleep(0.1)  # the last ones are closed
    return clients


def test_hundreds_who_wait_are_accepted_within_a_few_passes() -> None:
    with ExitStack() as opened:
        uvloop.run(accept(opened, passes=10))
        assert Accepted.count == COUNT


def test_a_refused_connection_is_reset_and_nothing_is_made_for_it() -> None:
    with ExitStack() as opened:
        clients = uvloop.run(accept(opened, passes=10, refused=True))
        assert Accepted.count == 0
        for each in clients:
            each.settimeout(20)
            with pytest.raises(ConnectionResetError):
                each.recv(1)


def test_of_an_address_only_so_many_are_taken_in_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
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
    """Whether the server reset the connection; it isn't waited for."""
    try:
        client.recv(1)
    except BlockingIOError:
        return False
    except ConnectionResetError:
        return True
    raise AssertionError("the server sent something or closed the connection in order")


async def until(condition: Callable[[], bool]) -> None:
    for _ in range(2000):
        if condition():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it didn't come true within 20 seconds")


async def no_application(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer nothing: no request is sent."""


async def fill_up(opened: ExitStack, certificate: ssl.SSLContext | None) -> None:
    """Have one address open five connections where three are allowed, end one of them, and open another one."""
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
        certificate=certificate,
        batch_size=BATCH_SIZE,
    )
    clients = [connect() for _ in range(5)]
    await asyncio.sleep(0.2)
    held = [each for each in clients if not is_reset(each)]
    assert len(held) == 3
    held.pop().close()
    await until(lambda: connections_here() == 2)
    held.append(connect())
    await until(lambda: connections_here() == 3)
    for each in held:
        assert not is_reset(each)
        each.close()
    await until(lambda: connections_here() == 0)
    if certificate is not None:
        trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
        _, writer = await asyncio.open_connection(*listener.getsockname(), ssl=trusting)
        assert connections_here() == 1
        writer.close()
        await until(lambda: connections_here() == 0)
    server.close()


def connections_here() -> int:
    return TimeoutHttpProtocol._connections_of["127.0.0.1"]  # noqa: SLF001 - no device can see it


@pytest.mark.parametrize("over_tls", [False, True], ids=["HTTP", "HTTPS"])
def test_connections_count_for_their_address_from_the_accept_on_and_so_in_a_tls_handshake(
    tmp_path: Path, *, over_tls: bool
) -> None:
    certificate = tls.create_ssl_context(*write_certificate(tmp_path)) if over_tls else None
    with ExitStack() as opened:
        uvloop.run(fill_up(opened, certificate))
