"""Runs the services of the launcher that need a running server, such as mDNS."""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

from server.background import background_task
from server.computer.host import HostComputer
from server.lifespan import BackgroundService

DELAY_SECONDS = 0.5
"""Delay after the application's start, so that the first page doesn't wait for the services' libraries, 30 ms."""
log = logging.getLogger(__name__)


@asynccontextmanager
async def running_background_services(
    services: Sequence[BackgroundService], computer: HostComputer, *, delay: float = DELAY_SECONDS
) -> AsyncIterator[None]:
    """Enter the services in order during the `async with` block, and leave them in reverse at its end.

    A service that doesn't start is logged and left out.
    """

    async def run() -> None:
        await asyncio.sleep(delay)
        async with AsyncExitStack() as stack:
            for service in services:
                try:
                    await stack.enter_async_context(service(computer))
                except Exception:
                    # Each is optional: students reach the server by its address.
                    log.exception("a background service did not start")
            await asyncio.Event().wait()  # until cancelled

    async with background_task(run()):
        yield
