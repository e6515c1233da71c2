"""Background tasks: a failure is logged at once, and cancelling one doesn't swallow a cancellation of the caller."""

import asyncio

import pytest

from server.background import background_task, cancel_task


async def _fail() -> None:
    message = "no backups any more"
    raise OSError(message)


def test_a_failure_is_logged_at_once_and_only_once(caplog: pytest.LogCaptureFixture) -> None:
    async def scenario() -> str:
        async with background_task(_fail()):
            for _ in range(3):  # the task, then its callbacks
                await asyncio.sleep(0)
            return caplog.text

    assert "no backups any more" in asyncio.run(scenario())
    assert caplog.text.count("Traceback") == 1


def test_the_end_of_the_block_waits_for_the_end_of_the_task() -> None:
    ended: list[str] = []

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            ended.append("task")

    async def scenario() -> None:
        async with background_task(work()):
            await asyncio.sleep(0)

    asyncio.run(scenario())
    assert ended == ["task"]


def test_cancelling_a_task_does_not_swallow_a_cancellation_of_the_caller() -> None:
    async def work(may_end: asyncio.Event) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            await may_end.wait()

    async def scenario() -> None:
        may_end = asyncio.Event()
        task = asyncio.create_task(work(may_end))
        caller = asyncio.create_task(cancel_task(task))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        caller.cancel()
        asyncio.get_running_loop().call_soon(may_end.set)
        with pytest.raises(asyncio.CancelledError):
            await caller
        await asyncio.wait([task])

    asyncio.run(scenario())
