"""The semaphore that addresses get in rotation, however many requests one of them has waiting."""

import asyncio

import pytest

from server.requests.fair_queue import FairSemaphore
from tests.factories.waiting import run_event_loop


class SemaphoreUsers:
    """Tasks that use one semaphore: each holds a slot until `may_release` allows one release."""

    def __init__(self, value: int = 1) -> None:
        self.semaphore = FairSemaphore(value)
        self.acquired_by: list[str] = []
        self.may_release = asyncio.Semaphore(0)

    async def wait(self, address: str) -> None:
        async with self.semaphore.acquire(address):
            self.acquired_by.append(address)
            await self.may_release.acquire()


def test_addresses_take_turns_even_if_one_of_them_has_a_hundred_requests_waiting() -> None:
    async def scenario() -> list[str]:
        users = SemaphoreUsers()
        busy_address = [asyncio.create_task(users.wait("busy")) for _ in range(100)]
        await run_event_loop()
        others = [asyncio.create_task(users.wait(name)) for name in ("alone", "other")]
        await run_event_loop()
        for _ in range(102):
            users.may_release.release()
        await asyncio.gather(*busy_address, *others)
        return users.acquired_by

    acquired_by = asyncio.run(scenario())
    assert acquired_by[:5] == ["busy", "busy", "alone", "other", "busy"]
    assert acquired_by.count("busy") == 100


@pytest.mark.parametrize("value", [1, 2, 3])
def test_a_semaphore_has_as_many_holders_as_its_value_and_a_release_admits_the_next(value: int) -> None:
    async def scenario() -> list[int]:
        users = SemaphoreUsers(value)
        tasks = [asyncio.create_task(users.wait(str(number))) for number in range(value + 2)]
        inside = []
        for _ in tasks:
            await run_event_loop()
            inside.append(len(users.acquired_by))
            users.may_release.release()
        await asyncio.gather(*tasks)
        return inside

    assert asyncio.run(scenario())[:3] == [value, value + 1, value + 2]


@pytest.mark.parametrize("when", ["waiting", "just called"])
def test_the_slot_of_a_cancelled_waiter_goes_to_the_next_one(when: str) -> None:
    async def scenario() -> list[str]:
        users = SemaphoreUsers()
        users.may_release.release()
        async with users.semaphore.acquire("first"):
            gone, last = (asyncio.create_task(users.wait(name)) for name in ("gone", "last"))
            await run_event_loop()
            if when == "waiting":
                gone.cancel()
        gone.cancel()
        await asyncio.wait_for(last, 10)
        return users.acquired_by

    assert asyncio.run(scenario()) == ["last"]
