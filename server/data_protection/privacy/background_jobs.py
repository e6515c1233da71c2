"""What goes on by itself: photos that are old enough go, and erasures that the last run left are finished."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from server.data_protection.privacy.erasure import Erasures
from server.data_protection.privacy.retention import Retention


@asynccontextmanager
async def removing_due_images(retention: Retention) -> AsyncIterator[None]:
    """Runs beside the server until the block ends."""
    task = asyncio.create_task(retention.run())
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await task


@asynccontextmanager
async def finishing_erasures(erasures: Erasures) -> AsyncIterator[None]:
    """Go on with what the last run left; when the block ends, what isn't done is left to the next one."""
    erasures.resume()
    try:
        yield
    finally:
        await erasures.close()
