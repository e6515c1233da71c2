"""Keeps the computer awake while students are connected: a laptop that sleeps takes the whole class offline.

The system's own way is asked by wakepy, on a thread of its own: a desktop that doesn't answer must not hold up a class.
A screen may still go dark, and a lid that is closed still sends the laptop to sleep.
"""

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

from server.computer import ClassComputer

if TYPE_CHECKING:
    from wakepy import ActivationResult

log = logging.getLogger(__name__)
LINGER_SECONDS = 120
"""After the last student left: a class that closes its lids for a moment comes back."""
RELEASE_SECONDS = 1
"""The system's answer to a release is waited for so long at the end; it forgets a program that is gone anyway."""


@asynccontextmanager
async def keeping_awake(computer: ClassComputer, *, linger: float = LINGER_SECONDS) -> AsyncIterator[None]:
    """Keep the computer awake while students are connected and the teacher's switch is on."""
    loop = asyncio.get_running_loop()
    changed = asyncio.Event()

    def note() -> None:
        loop.call_soon_threadsafe(changed.set)

    unobserve = computer.observe(note)
    following = asyncio.create_task(_follow(computer, changed, linger))
    try:
        yield
    finally:
        unobserve()
        following.cancel()
        with suppress(asyncio.CancelledError):
            await following


async def _follow(computer: ClassComputer, changed: asyncio.Event, linger: float) -> None:
    loop = asyncio.get_running_loop()
    telling = _TellingOnce()
    hold: _Hold | None = None
    there, until = False, loop.time()
    try:
        while True:
            changed.clear()
            were_there, there = there, computer.connected_students > 0
            if were_there:
                until = loop.time() + linger
            wanted = computer.switches.keep_awake and (there or loop.time() < until)
            if wanted and hold is None:
                hold = _Hold(telling.failed)
            elif hold is not None and not wanted:
                hold.release()
                hold = None
            # With students there it is their leaving that is waited for, else the end of lingering.
            patience = until - loop.time() if hold is not None and not there else None
            with suppress(TimeoutError):
                async with asyncio.timeout(patience):
                    await changed.wait()
    finally:
        if hold is not None:
            await asyncio.to_thread(hold.release, wait=True)


class _TellingOnce:
    """A computer without a way to be kept awake says so once, not for each class."""

    def __init__(self) -> None:
        self._told = False

    def failed(self, why: str) -> None:
        if not self._told:
            self._told = True
            log.warning("this computer can't be kept awake: %s", why)


class _Hold:
    """Keeps the computer awake until it is released."""

    def __init__(self, failed: Callable[[str], None]) -> None:
        self._failed = failed
        self._released = threading.Event()
        self._thread = threading.Thread(target=self._keep, name="keep-awake", daemon=True)
        self._thread.start()

    def release(self, *, wait: bool = False) -> None:
        """Let the computer sleep; `wait`: for the system to have heard of it."""
        self._released.set()
        if wait:
            self._thread.join(RELEASE_SECONDS)

    def _keep(self) -> None:
        try:
            # Here, because few starts need it at once, and it takes a fifth of a second.
            from wakepy import keep  # noqa: PLC0415

            logging.getLogger("wakepy").setLevel(logging.WARNING)  # else each try is a page of the log
            with keep.running(on_fail=self._refused) as mode:
                if mode.active_method is not None:
                    log.info("the computer is kept awake (%s)", mode.active_method.name)
                    self._released.wait()
            if mode.result.success:
                log.info("the computer may sleep again")
        except Exception as error:
            # Whatever a system's services answer: the class goes on without.
            self._failed(repr(error))
            log.debug("no way to keep awake", exc_info=True)

    def _refused(self, result: "ActivationResult") -> None:
        self._failed(result.get_failure_text(style="inline"))
