"""Polls until something has happened in another process, thread, task or host."""

import asyncio
import time
from collections.abc import Callable

TIMEOUT_SECONDS = 60
POLL_INTERVAL_SECONDS = 0.05
ASYNC_POLL_INTERVAL_SECONDS = 0.01


def wait_until(condition: Callable[[], object], seconds: float = TIMEOUT_SECONDS) -> None:
    """Wait until the condition is true; fail after `seconds`."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"the condition did not become true in {seconds} s"
        time.sleep(POLL_INTERVAL_SECONDS)


def wait_for_value(read: Callable[[], object], expected: object, seconds: float = TIMEOUT_SECONDS) -> None:
    """Wait until `read` returns the expected value; fail with the last value after `seconds`."""
    end = time.monotonic() + seconds
    while (value := read()) != expected:
        assert time.monotonic() < end, f"after {seconds} s still {value!r}, not {expected!r}"
        time.sleep(POLL_INTERVAL_SECONDS)


async def wait_until_async(condition: Callable[[], object], seconds: float = TIMEOUT_SECONDS) -> None:
    """Wait until the condition is true while the event loop runs; fail after `seconds`."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"the condition did not become true in {seconds} s"
        await asyncio.sleep(ASYNC_POLL_INTERVAL_SECONDS)


async def run_event_loop(passes: int = 10) -> None:
    """Run the event loop this many times, by default often enough that every task waits for something."""
    for _ in range(passes):
        await asyncio.sleep(0)
