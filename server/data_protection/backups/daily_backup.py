"""The daily backup: made while the class goes on, without anybody noticing."""

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
from server.data_protection.backups.errors import DiskTooFullError, StoppedError
from server.data_protection.backups.retention import newest_first
from server.data_protection.backups.service import Backups, Order
from server.errors import DomainError

FIRST_SECONDS = 300.0
"""After the start: a class that begins has other worries."""
EVERY_SECONDS = 3600.0
DUE = timedelta(hours=20)
"""A computer that is switched on each morning has one each day, though not at the same minute."""
SPARE = 2
"""Nobody asked for it, so that it leaves the disk as much room again."""
NICE = 15

log = logging.getLogger("goalbucks.backups")


@asynccontextmanager
async def daily_backups(backups: Backups) -> AsyncIterator[None]:
    """Runs beside the server until the block ends."""
    # A thread of its own: one that has stepped back can't come forward again.
    with ThreadPoolExecutor(1, thread_name_prefix="backup", initializer=step_back) as apart:
        task = asyncio.create_task(_look_hourly(backups, apart))
        try:
            yield
        finally:
            backups.stop()
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task


def back_up_if_due(backups: Backups) -> Path | None:
    """Make the day's backup unless there is one; where it is."""
    if not is_due(backups.folder, clock.now()):
        return None
    try:
        with backups.turn.taken("backup"):
            return backups.write(Order("daily", spare=SPARE))
    except DiskTooFullError as full:
        log.warning("the daily backup was left out: %s", full.message)
    except StoppedError:
        log.info("the daily backup was left out, because the program ends; the next start makes it")
    except DomainError:
        pass  # it has been logged, or it isn't its turn; in an hour it is tried again
    return None


def is_due(folder: Path, now: datetime) -> bool:
    """Whether the newest one of a day is too old. One from the future was dated by a clock that was wrong."""
    made = [each.made_at for each in newest_first(folder) if each.kind in {"daily", "weekly"} and each.made_at <= now]
    return not made or now - made[0] > DUE


def step_back() -> None:
    """Let everything else on the computer go first, as far as the system lets this thread say so."""
    with suppress(OSError):
        if sys.platform == "win32":
            background = 0x00010000
            kernel = ctypes.windll.kernel32
            kernel.SetThreadPriority(kernel.GetCurrentThread(), background)
        elif sys.platform == "darwin":
            this_thread, background = 3, 0x1000
            os.setpriority(this_thread, 0, background)
        else:
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)


async def _look_hourly(backups: Backups, apart: ThreadPoolExecutor) -> None:
    await asyncio.sleep(FIRST_SECONDS)
    while True:
        try:
            await asyncio.get_running_loop().run_in_executor(apart, back_up_if_due, backups)
        except OSError:
            log.exception("the backups can't be looked through; in an hour it is tried again")
        await asyncio.sleep(EVERY_SECONDS)
