"""Background services of the server."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest

from launcher.serving.background_services import running_background_services
from server.computer.host import HostComputer
from server.computer.network import NetworkEndpoint
from tests.factories.waiting import wait_until_async


def broken_service(computer: HostComputer) -> AbstractAsyncContextManager[None]:
    raise OSError(f"no network adapter for port {computer.network.endpoint.port}")


def test_a_service_that_does_not_start_is_logged_and_does_not_stop_the_others(caplog: pytest.LogCaptureFixture) -> None:
    events: list[str] = []

    @asynccontextmanager
    async def service(computer: HostComputer) -> AsyncIterator[None]:
        events.append(f"started at port {computer.network.endpoint.port}")
        try:
            yield
        finally:
            events.append("stopped")

    async def run() -> None:
        services = [broken_service, service]
        async with running_background_services(services, HostComputer(NetworkEndpoint(8080)), delay=0):
            await wait_until_async(lambda: events)

    with caplog.at_level(logging.ERROR):
        asyncio.run(run())
    assert events == ["started at port 8080", "stopped"]
    assert "no network adapter" in caplog.text
