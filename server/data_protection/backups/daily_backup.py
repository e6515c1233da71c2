"""Background job that makes the daily backup in a thread of low priority."""

import asyncio
import logging
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path

from server import clock
from server.background import background_task, low_priority_executor
from server.data_protection.backups.errors import BackupCancelledError, BackupDiskFullError
from server.data_protection.backups.retention import find_backups
from server.data_protection.backups.service import BackupRequest, BackupService
from server.errors import DomainError

FIRST_DELAY_SECONDS = 300.0
"""Delay after the start, so that the load doesn't coincide with the beginning of a lesson."""
INTERVAL_SECONDS = 3600.0
MAX_AGE = timedelta(hours=20)
"""Age at which a new daily backup is due; below 24 hours, for computers that are switched on at varying times."""
FREE_FACTOR = 2
"""Multiple of the needed disk space that has to be free for an automatic backup."""

log = logging.getLogger("goalbucks.backups")


@asynccontextmanager
async def run_daily_backups(backups: BackupService) -> AsyncIterator[None]:
    """Run the job until the block ends; cancels a backup in progress then."""
    with low_priority_executor("backup") as executor:
        async with background_task(_run_hourly(backups, executor)):
            try:
                yield
            finally:
                backups.cancel()


def back_up_if_due(backups: BackupService) -> Path | None:
    """Make a daily backup if one is due; return its path. Failures are logged."""
    if not is_due(backups.folder, clock.now()):
        return None
    try:
        with backups.operation_lock.acquire("backup"):
            return backups.write(BackupRequest("daily", free_factor=FREE_FACTOR))
    except BackupDiskFullError as full:
        log.warning("the daily backup was skipped: %s", full.message)
    except BackupCancelledError:
        log.info("the daily backup was cancelled because the program is stopping; the next start makes it")
    except DomainError:
        pass  # logged already, or another operation is running; retried in an hour
    return None


def is_due(folder: Path, now: datetime) -> bool:
    """Return whether the newest daily or weekly backup is too old; those dated in the future are ignored."""
    made = [each.made_at for each in find_backups(folder) if each.kind in {"daily", "weekly"} and each.made_at <= now]
    return not made or now - made[0] > MAX_AGE


async def _run_hourly(backups: BackupService, executor: ThreadPoolExecutor) -> None:
    await asyncio.sleep(FIRST_DELAY_SECONDS)
    while True:
        try:
            await asyncio.get_running_loop().run_in_executor(executor, back_up_if_due, backups)
        except Exception:  # the job must go on after any error
            log.exception("the daily backup failed; the next attempt is in an hour")
        await asyncio.sleep(INTERVAL_SECONDS)
