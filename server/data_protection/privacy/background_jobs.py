"""Background jobs: image retention, and erasures that the last run didn't finish."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from server.data_protection.privacy.erasure import ErasureService
from server.data_protection.privacy.retention import ImageRetention


@asynccontextmanager
async def run_image_retention(retention: ImageRetention) -> AsyncIterator[None]:
    """Run the image retention until the block ends."""
    task = asyncio.create_task(retention.run())
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await task


@asynccontextmanager
async def run_pending_erasures(erasures: ErasureService) -> AsyncIterator[None]:
    """Resume pending erasures; those that are unfinished when the block ends are left to the next start."""
    erasures.resume()
    try:
        yield
    finally:
        await erasures.close()
