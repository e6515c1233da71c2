"""The requests that one address has in progress: bounded, so that another's don't wait for all of them."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from starlette.types import Message, Receive, Scope, Send

from server.security import concurrency
from server.security.concurrency import IS_DISCONNECTED_KEY, MAX_IN_PROGRESS, ConcurrencyLimitMiddleware

MANY = 10 * MAX_IN_PROGRESS
FLOODER, CLASSMATE, PROXY = "192.168.1.66", "192.168.1.20", "10.0.0.1"

Answer = Callable[[Scope, Receive, Send], Awaitable[None]]


class Limited:
    """The middleware before an application of the test's; the statuses that each address was sent."""

    def __init__(self, app: Answer) -> None:
        self.limit = ConcurrencyLimitMiddleware(app, is_exempt=PROXY.__eq__, host="class computer")
        self.statuses: list[tuple[str, int]] = []

    def ask(self, address: str, **more: object) -> "asyncio.Task[None]":
        async def receive() -> Message:
            await asyncio.sleep(3600)
            raise AssertionError

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.statuses.append((address, message["status"]))

        scope = {"type": "http", "method": "GET", "path": "/", "headers": [], "client": (address, 50_000), **more}
        return asyncio.ensure_future(self.limit(scope, receive, send))


async def respond(send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b""})


async def passes(count: int) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


class Held:
    """Answers nobody before `go`; counts who waits in it."""

    def __init__(self) -> None:
        self.entered: list[str] = []
        self.go = asyncio.Event()
        self.twice = asyncio.Event()
        """Set once twice the limit are waiting in it."""

    async def __call__(self, scope: Scope, _receive: Receive, send: Send) -> None:
        self.entered.append(scope["client"][0])
        if len(self.entered) == 2 * MAX_IN_PROGRESS:
            self.twice.set()
        await self.go.wait()
        await respond(send)


async def at_once(_scope: Scope, _receive: Receive, send: Send) -> None:
    await respond(send)


@pytest.mark.spec("11.12")
def test_of_requests_that_wait_for_something_no_more_are_in_progress_than_the_limit() -> None:
    async def run() -> None:
        app = Held()
        limited = Limited(app)
        tasks = [limited.ask(FLOODER) for _ in range(MANY)]
        await passes(5)
        assert app.entered == [FLOODER] * MAX_IN_PROGRESS
        tasks.append(limited.ask(CLASSMATE))
        await passes(1)
        assert app.entered[-1] == CLASSMATE
        app.go.set()
        await asyncio.gather(*tasks)
        assert len(limited.statuses) == MANY + 1

    asyncio.run(run())


def test_of_requests_that_are_answered_at_once_no_more_run_in_a_pass_than_the_limit() -> None:
    async def run() -> None:
        limited = Limited(at_once)
        tasks = [limited.ask(FLOODER) for _ in range(MANY)]
        await passes(1)
        tasks.append(limited.ask(CLASSMATE))
        await asyncio.gather(*tasks)
        assert [address for address, _ in limited.statuses].index(CLASSMATE) <= 2 * MAX_IN_PROGRESS
        assert len(limited.statuses) == MANY + 1

    asyncio.run(run())


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", PROXY])
def test_the_computers_own_browser_and_a_trusted_proxy_have_no_limit(address: str) -> None:
    async def run() -> None:
        app = Held()
        limited = Limited(app)
        tasks = [limited.ask(address) for _ in range(MANY)]
        await passes(1)
        assert len(app.entered) == MANY
        app.go.set()
        await asyncio.gather(*tasks)

    asyncio.run(run())


def test_the_addresses_of_an_ipv6_network_are_one() -> None:
    async def run() -> None:
        app = Held()
        limited = Limited(app)
        tasks = [limited.ask(f"2001:db8::{number:x}") for number in range(MANY)]
        tasks.append(limited.ask("2001:db8:0:1::1"))
        await passes(5)
        assert len(app.entered) == MAX_IN_PROGRESS + 1
        app.go.set()
        await asyncio.gather(*tasks)

    asyncio.run(run())


def test_an_answer_that_has_begun_does_not_count() -> None:
    async def run() -> None:
        over = asyncio.Event()

        async def stream(_scope: Scope, _receive: Receive, send: Send) -> None:
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await over.wait()
            await send({"type": "http.response.body", "body": b""})

        limited = Limited(stream)
        tasks = [limited.ask(FLOODER) for _ in range(MANY)]
        await passes(3 * MANY // MAX_IN_PROGRESS)
        assert len(limited.statuses) == MANY
        over.set()
        await asyncio.gather(*tasks)

    asyncio.run(run())


def test_what_waits_long_for_something_else_no_longer_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(concurrency, "SLOW_SECONDS", 0.01)

    async def run() -> None:
        app = Held()
        limited = Limited(app)
        tasks = [limited.ask(FLOODER) for _ in range(2 * MAX_IN_PROGRESS)]
        await asyncio.wait_for(app.twice.wait(), 20)
        app.go.set()
        await asyncio.gather(*tasks)

    asyncio.run(run())


@pytest.mark.spec("11.12")
def test_above_so_many_that_wait_it_is_429_with_a_time_to_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(concurrency, "MAX_WAITING", 3)

    async def run() -> None:
        app = Held()
        limited = Limited(app)
        tasks = [limited.ask(FLOODER) for _ in range(MAX_IN_PROGRESS + 4)]
        await passes(2)
        assert limited.statuses == [(FLOODER, 429)]
        app.go.set()
        await asyncio.gather(*tasks)
        assert [status for _, status in limited.statuses] == [429] + [200] * (MAX_IN_PROGRESS + 3)

    asyncio.run(run())


def test_who_has_left_while_waiting_is_not_served() -> None:
    async def run() -> None:
        app = Held()
        limited = Limited(app)
        tasks = [limited.ask(FLOODER) for _ in range(MAX_IN_PROGRESS)]
        tasks += [limited.ask(FLOODER, **{IS_DISCONNECTED_KEY: lambda: True}) for _ in range(MAX_IN_PROGRESS)]
        tasks.append(limited.ask(FLOODER))
        await passes(2)
        app.go.set()
        await asyncio.gather(*tasks)
        assert len(app.entered) == MAX_IN_PROGRESS + 1

    asyncio.run(run())


def test_when_the_server_stops_who_waits_is_told_to_come_back() -> None:
    async def run() -> None:
        app = Held()
        limited = Limited(app)
        tasks = [limited.ask(FLOODER) for _ in range(MAX_IN_PROGRESS + 1)]
        await passes(2)
        tasks[-1].cancel()
        await tasks[-1]
        assert limited.statuses == [(FLOODER, 429)]
        tasks.append(limited.ask(FLOODER))
        app.go.set()
        await asyncio.gather(*tasks)
        assert len(limited.statuses) == MAX_IN_PROGRESS + 2

    asyncio.run(run())
