"""Whose turn it is when many wait for a password to be checked: addresses take turns, however many wait at one."""

import asyncio

import pytest

from server.security.fair_queue import FairLock


async def settle() -> None:
    """Let everybody go as far as they can."""
    for _ in range(5):
        await asyncio.sleep(0)


class Line:
    """Notes in which order they got in; nobody leaves before they are told to."""

    def __init__(self) -> None:
        self.turns = FairLock()
        self.got_in: list[str] = []
        self.leave = asyncio.Semaphore(0)

    async def wait(self, address: str) -> None:
        async with self.turns.acquire(address):
            self.got_in.append(address)
            await self.leave.acquire()


def test_one_who_comes_alone_waits_behind_one_of_those_who_come_by_the_hundred() -> None:
    async def story() -> list[str]:
        line = Line()
        crowd = [asyncio.create_task(line.wait("crowd")) for _ in range(100)]
        await settle()
        others = [asyncio.create_task(line.wait(name)) for name in ("alone", "other")]
        await settle()
        for _ in range(102):
            line.leave.release()
        await asyncio.gather(*crowd, *others)
        return line.got_in

    got_in = asyncio.run(story())
    assert got_in[:5] == ["crowd", "crowd", "alone", "other", "crowd"]
    assert got_in.count("crowd") == 100


def test_one_is_in_at_a_time() -> None:
    async def story() -> int:
        line = Line()
        tasks = [asyncio.create_task(line.wait(str(number))) for number in range(3)]
        await settle()
        inside = len(line.got_in)
        for _ in tasks:
            line.leave.release()
        await asyncio.gather(*tasks)
        return inside

    assert asyncio.run(story()) == 1


@pytest.mark.parametrize("when", ["waiting", "just called"])
def test_who_goes_away_keeps_nobody_waiting(when: str) -> None:
    async def story() -> list[str]:
        line = Line()
        line.leave.release()
        async with line.turns.acquire("first"):
            gone, last = (asyncio.create_task(line.wait(name)) for name in ("gone", "last"))
            await settle()
            if when == "waiting":
                gone.cancel()
        gone.cancel()
        await asyncio.wait_for(last, 10)
        return line.got_in

    assert asyncio.run(story()) == ["last"]
