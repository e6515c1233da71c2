"""Accepting connections: many in one pass of the event loop, none of an address that has too many."""

import asyncio
import socket
from contextlib import ExitStack
from types import SimpleNamespace

import pytest
import uvloop

from launcher import connections
from launcher.accepting import BATCH, BatchServer
from launcher.connections import PatientProtocol, protocol

COUNT = 3 * BATCH


class Accepted(asyncio.Protocol):
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
    server = BatchServer(listener, Accepted, refuses=lambda _: refused, certificate=None, batch=BATCH)
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
    made: type[PatientProtocol] = protocol("10.0.0.1".__eq__, per_address=3)
    assert [made.refuses("192.168.1.20") for _ in range(5)] == [False] * 3 + [True] * 2
    assert not made.refuses("192.168.1.21")
    assert [made.refuses("2001:db8::1"), made.refuses("2001:db8::2"), made.refuses("2001:db8::3")] == [False] * 3
    assert made.refuses("2001:db8::4")
    assert not any(made.refuses("10.0.0.1") for _ in range(5))
    assert not any(made.refuses("127.0.0.1") for _ in range(5))
    now = 101.0
    assert not made.refuses("192.168.1.20")
