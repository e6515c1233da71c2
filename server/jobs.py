"""Background jobs: work that is done again and again, after intervals in which the time of a sleep counts."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from server import clock

RETRY_AFTER = timedelta(hours=1)
"""Time after which a run that failed is repeated, unless the next one comes sooner."""
POLL_INTERVAL = timedelta(seconds=20)
"""Longest time between two looks at the clock: timers stand still while a computer sleeps."""
MIN_WAKE_UP_DELAY = timedelta(minutes=1)
"""Time by which a look at the clock is late when the computer was asleep, or its clock was set forward."""

log = logging.getLogger("goalbucks.jobs")


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A background job and its schedule."""

    name: str
    run: Callable[[], Awaitable[object]]
    """Returns False, or raises, if the work couldn't be done."""
    first_after: timedelta = timedelta(0)
    """Time from the start, or from a wake-up of the computer, to the next run."""
    every: timedelta | None
    """Time from one run to the next; None: once."""
    requested: asyncio.Event | None = None
    """Set to run it now; the job clears it."""


class Jobs:
    """Runs the background jobs of this process, and counts their failures."""

    def __init__(self) -> None:
        self.failures = 0

    async def run(self, jobs: Sequence[Job]) -> None:
        """Run the jobs, each in a task of its own, until cancelled or until none has another run."""
        async with asyncio.TaskGroup() as tasks:
            for job in jobs:
                tasks.create_task(self._repeat(job), name=job.name)

    async def _repeat(self, job: Job) -> None:
        wait: timedelta | None = job.first_after
        while wait is not None:
            await _wait_until(clock.now() + wait, job)
            is_done = await self._run_once(job)
            wait = job.every if is_done else min(RETRY_AFTER, job.every or RETRY_AFTER)

    async def _run_once(self, job: Job) -> bool:
        try:
            return await job.run() is not False
        except Exception:  # the other runs must go on after any error
            self.failures += 1
            log.exception("the background job %r has failed", job.name)
            return False


async def _wait_until(due: datetime, job: Job) -> None:
    """Wait for the time or a request; after a sleep for `first_after` at least, so that a wake-up is like a start."""
    requested = job.requested or asyncio.Event()
    now = clock.now()
    longest = due - now
    while now < due:
        step = min(due - now, POLL_INTERVAL)
        with suppress(TimeoutError):
            async with asyncio.timeout(step.total_seconds()):
                await requested.wait()
            return
        expected, now = now + step, clock.now()
        due = min(due, now + longest)  # the clock may have been set back
        if now >= expected + MIN_WAKE_UP_DELAY:
            due = max(due, now + job.first_after)
