"""The limit on an address's concurrent requests, so that others don't wait for all of them (specification 11.12)."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from server.requests.concurrency import IS_DISCONNECTED_KEY, MAX_IN_PROGRESS, ConcurrencyLimitMiddleware
from tests.factories.waiting import run_event_loop

MANY = 10 * MAX_IN_PROGRESS
FLOODER, CLASSMATE, PROXY = "192.168.1.66", "192.168.1.20", "10.0.0.1"

Answer = Callable[[Scope, Receive, Send], Awaitable[None]]


class LimitedApp:
    """The middleware in front of a test's application, and the statuses it sent to each address."""

    def __init__(self, app: Answer, **limits: Any) -> None:
        self.limit = ConcurrencyLimitMiddleware(app, is_exempt=PROXY.__eq__, host="class computer", **limits)
        self.statuses: list[tuple[str, int]] = []

    def send_request(self, address: str, **more: object) -> "asyncio.Task[None]":
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


class BlockingApp:
    """An application that responds once `release` is set; `entered` lists the addresses of its requests."""

    def __init__(self) -> None:
        self.entered: list[str] = []
        self.release = asyncio.Event()
        self.twice = asyncio.Event()
        """Set once twice as many requests as the limit are waiting in it."""

    async def __call__(self, scope: Scope, _receive: Receive, send: Send) -> None:
        self.entered.append(scope["client"][0])
        if len(self.entered) == 2 * MAX_IN_PROGRESS:
            self.twice.set()
        await self.release.wait()
        await respond(send)


async def respond_immediately(_scope: Scope, _receive: Receive, send: Send) -> None:
    await respond(send)


@pytest.mark.spec("11.12")
def test_no_more_waiting_requests_of_an_address_are_in_progress_than_the_limit() -> None:
    async def run() -> None:
        app = BlockingApp()
        limited = LimitedApp(app)
        tasks = [limited.send_request(FLOODER) for _ in range(MANY)]
        await run_event_loop(5)
        assert app.entered == [FLOODER] * MAX_IN_PROGRESS
        tasks.append(limited.send_request(CLASSMATE))
        await run_event_loop(1)
        assert app.entered[-1] == CLASSMATE
        app.release.set()
        await asyncio.gather(*tasks)
        assert len(limited.statuses) == MANY + 1

    asyncio.run(run())


def test_no_more_immediate_requests_of_an_address_run_in_one_loop_pass_than_the_limit() -> None:
    async def run() -> None:
        limited = LimitedApp(respond_immediately)
        tasks = [limited.send_request(FLOODER) for _ in range(MANY)]
        await run_event_loop(1)
        tasks.append(limited.send_request(CLASSMATE))
        await asyncio.gather(*tasks)
        assert [address for address, _ in limited.statuses].index(CLASSMATE) <= 2 * MAX_IN_PROGRESS
        assert len(limited.statuses) == MANY + 1

    asyncio.run(run())


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", PROXY])
def test_loopback_addresses_and_a_trusted_proxy_have_no_limit(address: str) -> None:
    async def run() -> None:
        app = BlockingApp()
        limited = LimitedApp(app)
        tasks = [limited.send_request(address) for _ in range(MANY)]
        await run_event_loop(1)
        assert len(app.entered) == MANY
        app.release.set()
        await asyncio.gather(*tasks)

    asyncio.run(run())


def test_the_addresses_of_an_ipv6_network_share_a_limit() -> None:
    async def run() -> None:
        app = BlockingApp()
        limited = LimitedApp(app)
        tasks = [limited.send_request(f"2001:db8::{number:x}") for number in range(MANY)]
        tasks.append(limited.send_request("2001:db8:0:1::1"))
        await run_event_loop(5)
        assert len(app.entered) == MAX_IN_PROGRESS + 1
        app.release.set()
        await asyncio.gather(*tasks)

    asyncio.run(run())


def test_a_request_whose_response_has_started_does_not_count() -> None:
    async def run() -> None:
        over = asyncio.Event()

        async def stream(_scope: Scope, _receive: Receive, send: Send) -> None:
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await over.wait()
            await send({"type": "http.response.body", "body": b""})

        limited = LimitedApp(stream)
        tasks = [limited.send_request(FLOODER) for _ in range(MANY)]
        await run_event_loop(3 * MANY // MAX_IN_PROGRESS)
        assert len(limited.statuses) == MANY
        over.set()
        await asyncio.gather(*tasks)

    asyncio.run(run())


def test_a_request_that_takes_long_no_longer_counts_toward_the_limit() -> None:
    async def run() -> None:
        app = BlockingApp()
        limited = LimitedApp(app, slow_seconds=0.01)
        tasks = [limited.send_request(FLOODER) for _ in range(2 * MAX_IN_PROGRESS)]
        await asyncio.wait_for(app.twice.wait(), 20)
        app.release.set()
        await asyncio.gather(*tasks)

    asyncio.run(run())


@pytest.mark.spec("11.12")
def test_beyond_the_limit_of_waiting_requests_the_next_is_429() -> None:
    async def run() -> None:
        app = BlockingApp()
        limited = LimitedApp(app, max_waiting=3)
        tasks = [limited.send_request(FLOODER) for _ in range(MAX_IN_PROGRESS + 4)]
        await run_event_loop(2)
        assert limited.statuses == [(FLOODER, 429)]
        app.release.set()
        await asyncio.gather(*tasks)
        assert [status for _, status in limited.statuses] == [429] + [200] * (MAX_IN_PROGRESS + 3)

    asyncio.run(run())


def test_a_client_that_disconnected_while_waiting_is_not_served() -> None:
    async def run() -> None:
        app = BlockingApp()
        limited = LimitedApp(app)
        tasks = [limited.send_request(FLOODER) for _ in range(MAX_IN_PROGRESS)]
        tasks += [limited.send_request(FLOODER, **{IS_DISCONNECTED_KEY: lambda: True}) for _ in range(MAX_IN_PROGRESS)]
        tasks.append(limited.send_request(FLOODER))
        await run_event_loop(2)
        app.release.set()
        await asyncio.gather(*tasks)
        assert len(app.entered) == MAX_IN_PROGRESS + 1

    asyncio.run(run())


def test_a_waiting_request_is_429_when_the_server_stops() -> None:
    async def run() -> None:
        app = BlockingApp()
        limited = LimitedApp(app)
        tasks = [limited.send_request(FLOODER) for _ in range(MAX_IN_PROGRESS + 1)]
        await run_event_loop(2)
        tasks[-1].cancel()
        await tasks[-1]
        assert limited.statuses == [(FLOODER, 429)]
        tasks.append(limited.send_request(FLOODER))
        app.release.set()
        await asyncio.gather(*tasks)
        assert len(limited.statuses) == MAX_IN_PROGRESS + 2

    asyncio.run(run())
