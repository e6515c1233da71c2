"""Asyncio tasks that are cancelled when an `async with` block ends, and threads of low priority."""

import asyncio
import ctypes
import logging
import os
import sys
import threading
from collections.abc import AsyncIterator, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from typing import Any

NICENESS = 15
SLIGHT_NICENESS = 5

log = logging.getLogger("goalbucks")


@asynccontextmanager
async def background_task(work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Run the coroutine in the background; cancel it and wait for its end when the block ends."""
    task = start_task(work)
    try:
        yield
    finally:
        await cancel_task(task)


def start_task(work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    """Run the coroutine in the background. An exception that it raises is logged at once, and by this only."""
    task = asyncio.create_task(work)
    task.add_done_callback(_log_failure)
    return task


def _log_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("a background task has failed", exc_info=error)


async def cancel_task(task: asyncio.Task[None]) -> None:
    """Cancel the task and wait for its end."""
    task.cancel()
    await asyncio.wait([task])  # other than awaiting it, this raises only the cancellation of the caller


def low_priority_executor(name: str) -> ThreadPoolExecutor:
    """Create an executor with one thread of low priority, to be used as a context manager.

    The thread is a dedicated one, because a lowered priority can't be raised again.
    """
    return ThreadPoolExecutor(1, thread_name_prefix=name, initializer=lower_thread_priority)


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


def prefer_other_threads() -> None:
    """Let the process's other threads run first when all cores are busy, as far as the operating system allows."""
    with suppress(OSError):
        if sys.platform == "win32":
            below_normal = -1
            kernel = ctypes.windll.kernel32
            kernel.SetThreadPriority(kernel.GetCurrentThread(), below_normal)
        elif sys.platform == "linux":
            os.nice(SLIGHT_NICENESS)  # of this thread only: Linux schedules each thread by its own
