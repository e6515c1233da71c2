"""Keeping the computer awake, with wakepy's documented test variables."""

import asyncio
import logging
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import SimpleNamespace

import pytest
import wakepy

from launcher.keep_awake import keeping_awake
from server.computer.host import HostComputer
from server.computer.network import NetworkEndpoint
from server.computer.preferences import ComputerPreferences
from tests.factories.waiting import wait_until_async

NO_TIME = 0.0
LINGER = 0.5
TIMEOUT_SECONDS = 10


@pytest.fixture(autouse=True)
def fake_success(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """Make wakepy succeed whatever this system can do."""
    monkeypatch.setenv("WAKEPY_FAKE_SUCCESS", "yes")
    monkeypatch.delenv("WAKEPY_FORCE_FAILURE", raising=False)
    caplog.set_level(logging.INFO, logger="launcher")


@pytest.fixture
def computer() -> HostComputer:
    return HostComputer(NetworkEndpoint(8080))


def kept_awake() -> bool:
    return any(mode.active for mode in wakepy.global_modes())


@asynccontextmanager
async def connected_class(computer: HostComputer, linger: float) -> AsyncIterator[None]:
    """Connect three students, for whom the computer is kept awake."""
    async with keeping_awake(computer, linger=linger):
        computer.status.set_connected_students(3)
        await wait_until_async(kept_awake)
        yield


def test_the_computer_is_kept_awake_while_students_are_connected(computer: HostComputer) -> None:
    async def scenario() -> None:
        async with keeping_awake(computer, linger=NO_TIME):
            await asyncio.sleep(0.05)
            assert not kept_awake()
            computer.status.set_connected_students(3)
            await wait_until_async(kept_awake)
            computer.status.set_connected_students(1)
            await asyncio.sleep(0.05)
            assert kept_awake()
            computer.status.set_connected_students(0)
            await wait_until_async(lambda: not kept_awake())
            computer.status.set_connected_students(1)
            await wait_until_async(kept_awake)

    asyncio.run(scenario())
    assert not kept_awake()


def test_the_computer_stays_awake_for_a_while_after_the_last_student_left(computer: HostComputer) -> None:
    async def scenario() -> None:
        async with connected_class(computer, LINGER):
            await asyncio.sleep(LINGER)  # it counts from the end of the connection, not from its start
            left = asyncio.get_running_loop().time()
            computer.status.set_connected_students(0)
            await wait_until_async(lambda: not kept_awake())
            assert asyncio.get_running_loop().time() - left >= LINGER

    asyncio.run(scenario())


def test_a_student_who_returns_in_time_keeps_the_computer_awake(computer: HostComputer) -> None:
    async def scenario() -> None:
        async with connected_class(computer, LINGER):
            computer.status.set_connected_students(0)
            await asyncio.sleep(LINGER / 2)
            computer.status.set_connected_students(3)
            await asyncio.sleep(LINGER)
            assert kept_awake()

    asyncio.run(scenario())


def test_the_teachers_setting_applies_at_once(computer: HostComputer) -> None:
    async def scenario() -> None:
        async with connected_class(computer, TIMEOUT_SECONDS * 2):
            computer.set_preferences(ComputerPreferences(keep_awake=False))
            await wait_until_async(lambda: not kept_awake())
            computer.set_preferences(ComputerPreferences(keep_awake=True))
            await wait_until_async(kept_awake)

    asyncio.run(scenario())
    assert not kept_awake()


def test_a_system_that_cannot_be_kept_awake_is_logged_once(
    computer: HostComputer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.delenv("WAKEPY_FAKE_SUCCESS")
    monkeypatch.setenv("WAKEPY_FORCE_FAILURE", "yes")

    def messages() -> list[str]:
        return [record.getMessage() for record in caplog.records if record.name == "launcher.keep_awake"]

    async def scenario() -> None:
        async with keeping_awake(computer, linger=NO_TIME):
            for _ in range(3):
                computer.status.set_connected_students(1)
                await wait_until_async(lambda: bool(messages()))
                await asyncio.sleep(0.1)
                computer.status.set_connected_students(0)
                await asyncio.sleep(0.1)

    asyncio.run(scenario())
    assert len(messages()) == 1
    assert messages()[0].startswith("this computer can't be kept awake: ")


def test_a_system_that_does_not_answer_does_not_delay_the_shutdown(
    computer: HostComputer, monkeypatch: pytest.MonkeyPatch
) -> None:
    was_called, release, has_ended = threading.Event(), threading.Event(), threading.Event()

    def hang(**_: object) -> None:
        was_called.set()
        release.wait(TIMEOUT_SECONDS)
        has_ended.set()
        raise RuntimeError("the desktop is gone")

    async def scenario() -> None:
        async with keeping_awake(computer):
            computer.status.set_connected_students(1)
            await wait_until_async(was_called.is_set)

    monkeypatch.setattr(wakepy, "keep", SimpleNamespace(running=hang))
    asyncio.run(scenario())
    assert not has_ended.is_set()
    release.set()


def test_an_error_does_not_escape_at_the_shutdown(
    computer: HostComputer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    has_failed = threading.Event()

    def fail(**_: object) -> None:
        has_failed.set()
        raise RuntimeError("can't start new thread")

    async def scenario() -> None:
        async with keeping_awake(computer):
            computer.status.set_connected_students(1)
            await wait_until_async(has_failed.is_set)

    monkeypatch.setattr("launcher.keep_awake.threading", SimpleNamespace(Event=threading.Event, Thread=fail))
    asyncio.run(scenario())
    assert "can't start new thread" in caplog.text
