"""Keep the computer awake while students are connected: a sleeping laptop takes the whole class offline.

wakepy asks the operating system, on a thread, so that a desktop service that doesn't answer can't block the server.
The screen may still turn off, and closing the lid still suspends the laptop.
"""

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

from server.background import background_task
from server.computer.host import HostComputer

if TYPE_CHECKING:
    import wakepy

log = logging.getLogger(__name__)
LINGER_SECONDS = 120
"""Time that it stays awake after the last student disconnected: a class that closes its lids soon returns."""
RELEASE_SECONDS = 1
"""Time to wait for the release at shutdown; the system also releases it when the process ends."""


@asynccontextmanager
async def keeping_awake(computer: HostComputer, *, linger: float = LINGER_SECONDS) -> AsyncIterator[None]:
    """Keep the computer awake while students are connected, if the teacher's setting allows it.

    `linger`: seconds that it stays awake after the last one disconnected.
    """
    loop = asyncio.get_running_loop()
    changed = asyncio.Event()

    def wake() -> None:
        loop.call_soon_threadsafe(changed.set)

    unobserve = computer.observe(wake)
    try:
        async with background_task(_follow(computer, changed, linger)):
            yield
    finally:
        unobserve()


async def _follow(computer: HostComputer, changed: asyncio.Event, linger: float) -> None:
    loop = asyncio.get_running_loop()
    failure_log = _FailureLog()
    wake_lock: _WakeLock | None = None
    has_students, awake_until = False, loop.time()
    try:
        while True:
            changed.clear()
            had_students, has_students = has_students, computer.status.connected_students > 0
            if had_students:
                awake_until = loop.time() + linger
            wanted = computer.preferences.keep_awake and (has_students or loop.time() < awake_until)
            if wanted and wake_lock is None:
                wake_lock = _WakeLock(failure_log.failed)
            elif wake_lock is not None and not wanted:
                wake_lock.release()
                wake_lock = None
            # While students are connected the next event is a change, else the end of `linger` as well.
            timeout = awake_until - loop.time() if wake_lock is not None and not has_students else None
            with suppress(TimeoutError):
                async with asyncio.timeout(timeout):
                    await changed.wait()
    finally:
        if wake_lock is not None:
            await asyncio.to_thread(wake_lock.release, wait=True)


class _FailureLog:
    """Logs the first failure to keep the computer awake, not those of later lessons."""

    def __init__(self) -> None:
        self._logged = False

    def failed(self, why: str) -> None:
        if not self._logged:
            self._logged = True
            log.warning("this computer can't be kept awake: %s", why)


class _WakeLock:
    """Keeps the computer awake until `release`."""

    def __init__(self, failed: Callable[[str], None]) -> None:
        self._failed = failed
        self._released = threading.Event()
        self._thread = threading.Thread(target=self._hold_wake_lock, name="keep-awake", daemon=True)
        self._thread.start()

    def release(self, *, wait: bool = False) -> None:
        """Let the computer sleep; `wait`: until the system has released it, at most RELEASE_SECONDS."""
        self._released.set()
        if wait:
            self._thread.join(RELEASE_SECONDS)

    def _hold_wake_lock(self) -> None:
        try:
            import wakepy  # noqa: PLC0415 - 8 ms and 0.5 MB, once a student connects

            logging.getLogger("wakepy").setLevel(logging.WARNING)  # otherwise each attempt logs a page
            with wakepy.keep.running(on_fail=self._on_failure) as mode:
                if mode.active_method is not None:
                    log.info("the computer is kept awake (%s)", mode.active_method.name)
                    self._released.wait()
            if mode.result.success:
                log.info("the computer may sleep again")
        except Exception as error:
            # Any failure of a desktop service: the server works without it.
            self._failed(repr(error))
            log.debug("no way to keep awake", exc_info=True)

    def _on_failure(self, result: "wakepy.ActivationResult") -> None:
        self._failed(result.get_failure_text(style="inline"))
