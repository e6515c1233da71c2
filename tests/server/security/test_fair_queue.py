"""The lock that addresses get in rotation, however many requests one of them has waiting."""

import asyncio

import pytest

from server.security.fair_queue import FairLock


async def loop_passes() -> None:
    """Run the event loop until every task waits."""
    for _ in range(5):
        await asyncio.sleep(0)


class LockUsers:
    """Tasks that use one lock: each holds it until `may_release` allows one release."""

    def __init__(self) -> None:
        self.lock = FairLock()
        self.acquired_by: list[str] = []
        self.may_release = asyncio.Semaphore(0)

    async def wait(self, address: str) -> None:
        async with self.lock.acquire(address):
            self.acquired_by.append(address)
            await self.may_release.acquire()


def test_an_address_with_one_request_waits_for_one_of_anothers_hundred() -> None:
    async def scenario() -> list[str]:
        users = LockUsers()
        busy_address = [asyncio.create_task(users.wait("busy")) for _ in range(100)]
        await loop_passes()
        others = [asyncio.create_task(users.wait(name)) for name in ("alone", "other")]
        await loop_passes()
        for _ in range(102):
            users.may_release.release()
        await asyncio.gather(*busy_address, *others)
        return users.acquired_by

    acquired_by = asyncio.run(scenario())
    assert acquired_by[:5] == ["busy", "busy", "alone", "other", "busy"]
    assert acquired_by.count("busy") == 100


def test_the_lock_is_held_by_one_at_a_time() -> None:
    async def scenario() -> int:
        users = LockUsers()
        tasks = [asyncio.create_task(users.wait(str(number))) for number in range(3)]
        await loop_passes()
        inside = len(users.acquired_by)
        for _ in tasks:
            users.may_release.release()
        await asyncio.gather(*tasks)
        return inside

    assert asyncio.run(scenario()) == 1


@pytest.mark.parametrize("when", ["waiting", "just called"])
def test_a_cancelled_waiter_passes_the_lock_on(when: str) -> None:
    async def scenario() -> list[str]:
        users = LockUsers()
        users.may_release.release()
        async with users.lock.acquire("first"):
            gone, last = (asyncio.create_task(users.wait(name)) for name in ("gone", "last"))
            await loop_passes()
            if when == "waiting":
                gone.cancel()
        gone.cancel()
        await asyncio.wait_for(last, 10)
        return users.acquired_by

    assert asyncio.run(scenario()) == ["last"]
