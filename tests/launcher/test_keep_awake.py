"""The computer stays awake for its students, and for them alone. wakepy is the real one, as it documents for tests."""

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from types import SimpleNamespace

import pytest
import wakepy

from launcher.keep_awake import keeping_awake
from server.computer import ClassComputer, ComputerPreferences, NetworkEndpoint

NO_TIME = 0.0
LINGER = 0.5
PATIENCE_SECONDS = 10


@pytest.fixture(autouse=True)
def fake_success(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """A system that says yes, whatever this one would say."""
    monkeypatch.setenv("WAKEPY_FAKE_SUCCESS", "yes")
    monkeypatch.delenv("WAKEPY_FORCE_FAILURE", raising=False)
    caplog.set_level(logging.INFO, logger="launcher")


@pytest.fixture
def computer() -> ClassComputer:
    return ClassComputer(NetworkEndpoint(8080))


def kept_awake() -> bool:
    return any(mode.active for mode in wakepy.global_modes())


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not condition():  # noqa: ASYNC110 - what is waited for happens on another thread
            await asyncio.sleep(0.01)


@asynccontextmanager
async def a_class(computer: ClassComputer, linger: float) -> AsyncIterator[None]:
    """Three students are there, and the computer is kept awake for them."""
    async with keeping_awake(computer, linger=linger):
        computer.set_connected_students(3)
        await until(kept_awake)
        yield


def test_it_is_kept_awake_while_students_are_connected(computer: ClassComputer) -> None:
    async def story() -> None:
        async with keeping_awake(computer, linger=NO_TIME):
            await asyncio.sleep(0.05)
            assert not kept_awake()
            computer.set_connected_students(3)
            await until(kept_awake)
            computer.set_connected_students(1)
            await asyncio.sleep(0.05)
            assert kept_awake()
            computer.set_connected_students(0)
            await until(lambda: not kept_awake())
            computer.set_connected_students(1)
            await until(kept_awake)

    asyncio.run(story())
    assert not kept_awake()


def test_it_waits_a_while_for_those_who_left(computer: ClassComputer) -> None:
    async def story() -> None:
        async with a_class(computer, LINGER):
            await asyncio.sleep(LINGER)  # counted from when they leave, not from when they came
            left = asyncio.get_running_loop().time()
            computer.set_connected_students(0)
            await until(lambda: not kept_awake())
            assert asyncio.get_running_loop().time() - left >= LINGER

    asyncio.run(story())


def test_who_comes_back_in_time_finds_it_awake(computer: ClassComputer) -> None:
    async def story() -> None:
        async with a_class(computer, LINGER):
            computer.set_connected_students(0)
            await asyncio.sleep(LINGER / 2)
            computer.set_connected_students(3)
            await asyncio.sleep(LINGER)
            assert kept_awake()

    asyncio.run(story())


def test_the_teachers_switch_counts_at_once(computer: ClassComputer) -> None:
    async def story() -> None:
        async with a_class(computer, PATIENCE_SECONDS * 2):
            computer.set_preferences(ComputerPreferences(keep_awake=False))
            await until(lambda: not kept_awake())
            computer.set_preferences(ComputerPreferences(keep_awake=True))
            await until(kept_awake)

    asyncio.run(story())
    assert not kept_awake()


def test_a_system_without_a_way_says_so_once_and_the_class_goes_on(
    computer: ClassComputer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.delenv("WAKEPY_FAKE_SUCCESS")
    monkeypatch.setenv("WAKEPY_FORCE_FAILURE", "yes")

    def told() -> list[str]:
        return [record.getMessage() for record in caplog.records if record.name == "launcher.keep_awake"]

    async def story() -> None:
        async with keeping_awake(computer, linger=NO_TIME):
            for _ in range(3):
                computer.set_connected_students(1)
                await until(lambda: bool(told()))
                await asyncio.sleep(0.1)
                computer.set_connected_students(0)
                await asyncio.sleep(0.1)

    asyncio.run(story())
    assert len(told()) == 1
    assert told()[0].startswith("this computer can't be kept awake: ")


def test_a_system_that_does_not_answer_holds_up_nobody(
    computer: ClassComputer, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, at_last = threading.Event(), threading.Event()

    def hang(**_: object) -> None:
        asked.set()
        at_last.wait(PATIENCE_SECONDS)
        raise RuntimeError("the desktop is gone")

    async def story() -> float:
        loop = asyncio.get_running_loop()
        async with keeping_awake(computer):
            computer.set_connected_students(1)
            await until(asked.is_set)
            begun = loop.time()
        return loop.time() - begun

    monkeypatch.setattr(wakepy, "keep", SimpleNamespace(running=hang))
    assert asyncio.run(story()) < 3
    at_last.set()
