"""What goes on by itself: photos that are old enough go, and erasures that the last run left are finished."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from server.privacy.erasing import Erasures
from server.privacy.retention import Retention


@asynccontextmanager
async def data_duties(erasures: Erasures, retention: Retention) -> AsyncIterator[None]:
    """Runs beside the server until the block ends."""
    erasures.resume()
    task = asyncio.create_task(retention.run())
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await task
        await erasures.close()
