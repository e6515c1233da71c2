"""Background job that makes the daily backup in a thread of low priority."""

import asyncio
import ctypes
import logging
import os
import sys
import threading
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path

from server import clock
from server.data_protection.backups.errors import BackupCancelledError, DiskTooFullError
from server.data_protection.backups.retention import newest_first
from server.data_protection.backups.service import BackupRequest, BackupService
from server.errors import DomainError

FIRST_DELAY_SECONDS = 300.0
"""Delay after the start, when the beginning lesson has priority."""
INTERVAL_SECONDS = 3600.0
MAX_AGE = timedelta(hours=20)
"""Age at which a new daily backup is due; below 24 hours, for computers that are switched on at varying times."""
FREE_FACTOR = 2
"""Multiple of the needed disk space that has to be free for an automatic backup."""
NICENESS = 15

log = logging.getLogger("goalbucks.backups")


@asynccontextmanager
async def run_daily_backups(backups: BackupService) -> AsyncIterator[None]:
    """Run the job until the block ends; cancels a backup in progress then."""
    # A dedicated thread: a lowered priority can't be raised again.
    with ThreadPoolExecutor(1, thread_name_prefix="backup", initializer=lower_thread_priority) as executor:
        task = asyncio.create_task(_run_hourly(backups, executor))
        try:
            yield
        finally:
            backups.cancel()
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task


def back_up_if_due(backups: BackupService) -> Path | None:
    """Make a daily backup if one is due; return its path. Failures are logged."""
    if not is_due(backups.folder, clock.now()):
        return None
    try:
        with backups.operation_lock.acquire("backup"):
            return backups.write(BackupRequest("daily", free_factor=FREE_FACTOR))
    except DiskTooFullError as full:
        log.warning("the daily backup was left out: %s", full.message)
    except BackupCancelledError:
        log.info("the daily backup was left out, because the program ends; the next start makes it")
    except DomainError:
        pass  # logged already, or another operation is running; retried in an hour
    return None


def is_due(folder: Path, now: datetime) -> bool:
    """Return whether the newest daily or weekly backup is too old; those dated in the future are ignored."""
    made = [each.made_at for each in newest_first(folder) if each.kind in {"daily", "weekly"} and each.made_at <= now]
    return not made or now - made[0] > MAX_AGE


def lower_thread_priority() -> None:
    """Lower the CPU and I/O priority of the current thread, as far as the operating system allows."""
    with suppress(OSError):
        if sys.platform == "win32":
            background = 0x00010000
            kernel = ctypes.windll.kernel32
            kernel.SetThreadPriority(kernel.GetCurrentThread(), background)
        elif sys.platform == "darwin":
            this_thread, background = 3, 0x1000
            os.setpriority(this_thread, 0, background)
        else:
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


async def _run_hourly(backups: BackupService, executor: ThreadPoolExecutor) -> None:
    await asyncio.sleep(FIRST_DELAY_SECONDS)
    while True:
        try:
            await asyncio.get_running_loop().run_in_executor(executor, back_up_if_due, backups)
        except OSError:
            log.exception("the backups can't be looked through; in an hour it is tried again")
        await asyncio.sleep(INTERVAL_SECONDS)
