"""Keeps the class computer findable whatever the network does: `announcing` runs beside the server.

Every second it looks at the adapters. When they have changed, and a second later have settled, the best address is
published in `ClassComputer.reach`; when that is another one, or another teacher's surname is on the door, or the
computer has slept, everything that is said on the network is said anew: the host name (asked for first, with a number
behind it when another computer has it), `_http._tcp` and `_goalbucks._tcp`. Two computers that claim one name at once
hear each other: the higher address keeps it. A goodbye ends it all. Where there is no multicast the server serves
all the same, by its address, and it is tried again from time to time.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

from launcher.discovery import interfaces
from launcher.discovery.interfaces import Address, Surroundings
from launcher.discovery.publisher import Speaker
from launcher.discovery.reachability import view
from launcher.serving.sockets import EVERY_ADDRESS
from launcher.startup.state_file import Remembered
from server.computer import ClassComputer, Door
from server.settings import Settings

log = logging.getLogger("goalbucks.network")
POLL_SECONDS = 1.0
SETTLE_SECONDS = 1.0
"""Changing from one Wi-Fi to another is several changes."""
SLEPT_SECONDS = 8.0
"""A pause that took so much longer by the clock on the wall was a sleep."""


@asynccontextmanager
async def announcing(
    computer: ClassComputer, *, settings: Settings, remembered: Remembered, by_name: bool
) -> AsyncIterator[None]:
    """Follow the network and announce the computer while the `async with` block runs; never waits for either.

    Without `by_name` addresses are followed, but nothing is sent. A server at one named address does neither.
    """
    if settings.host not in EVERY_ADDRESS:
        yield
        return
    speaker = Speaker(computer, remembered, school=settings.school) if by_name else None
    follower = _Follower(computer, remembered, speaker)
    unobserve = computer.observe(follower.wake)
    task = asyncio.create_task(follower.run())
    try:
        yield
    finally:
        unobserve()
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        if speaker is not None:
            await speaker.fall_silent(goodbye=True)


@dataclass(frozen=True, slots=True)
class _Wishes:
    """What others decide."""

    chosen: str | None
    arrived: frozenset[str]
    door: Door


class _Follower:
    """Looks at the adapters, publishes the best address, and has it said."""

    def __init__(self, computer: ClassComputer, remembered: Remembered, speaker: Speaker | None) -> None:
        self._computer = computer
        self._remembered = remembered
        self._speaker = speaker
        self._loop = asyncio.get_running_loop()
        self._woken = asyncio.Event()
        self._around: Surroundings | None = None
        self._granted: _Wishes | None = None
        self._published: Address | None = None
        self._slept = False

    def wake(self) -> None:
        """Something may be wished for; from any thread."""
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._woken.set)

    async def run(self) -> None:
        """Follow what changes, for ever."""
        while True:
            try:
                await self._look()
            except Exception:
                # Whatever it is: the server serves, and a second later it may be gone.
                log.exception("the network can't be looked at")
                await asyncio.sleep(POLL_SECONDS)
            await self._pause()

    async def _look(self) -> None:
        around = await asyncio.to_thread(interfaces.look_around)
        if self._around is not None and around != self._around:
            await asyncio.sleep(SETTLE_SECONDS)
            around = await asyncio.to_thread(interfaces.look_around)
        wishes = self._wishes()
        if (around, wishes) != (self._around, self._granted):
            await self._publish(around, wishes)
        if self._speaker is not None:
            await self._speaker.speak(self._published, around.found, anew=self._slept)

    async def _publish(self, around: Surroundings, wishes: _Wishes) -> None:
        self._around, self._granted = around, wishes
        if wishes.chosen != self._remembered.adapter:
            await asyncio.to_thread(self._remembered.keep_adapter, wishes.chosen)
        seen = view(self._computer.reach, self._computer.arrivals(), around)
        if seen.published != self._published:
            where = f"at {seen.published.ip} on {seen.published.adapter}" if seen.published else "nowhere: no network"
            log.info("the class comes in %s", where)
        self._published = seen.published
        self._computer.change_reach(address=seen.address, adapters=seen.adapters)

    async def _pause(self) -> None:
        """Until the next look is due, or something is wished for."""
        end = self._loop.time() + POLL_SECONDS
        before = time.time()
        while (left := end - self._loop.time()) > 0:
            self._woken.clear()
            if self._wishes() != self._granted:
                break
            with suppress(TimeoutError):
                # Not wait_for: on Python 3.11 a call to end that meets the event is lost in it.
                async with asyncio.timeout(left):
                    await self._woken.wait()
        self._slept = time.time() - before > POLL_SECONDS + SLEPT_SECONDS
        if self._slept:
            log.info("the computer has slept")

    def _wishes(self) -> _Wishes:
        reach = self._computer.reach
        return _Wishes(reach.chosen_adapter, frozenset(self._computer.arrivals()), self._computer.door)
