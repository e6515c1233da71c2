"""Background service that follows changes of the network, with a fake responder; `tests/lan` uses real networks."""

import asyncio
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from launcher.discovery import interfaces, service
from launcher.discovery.interfaces import NetworkState
from launcher.startup.state_file import LauncherState
from server.computer.host import HostComputer
from server.settings import Settings
from tests.factories.waiting import wait_until_async
from tests.launcher.discovery.conftest import CABLE, WIFI

pytestmark = pytest.mark.usefixtures("records")


@pytest.fixture
def network_states(monkeypatch: pytest.MonkeyPatch) -> list[NetworkState]:
    """Network states; the last one is the current one."""
    states = [NetworkState(frozenset({WIFI, CABLE}), WIFI.ip)]
    monkeypatch.setattr(interfaces, "read_network_state", lambda: states[-1])
    monkeypatch.setattr(service, "POLL_INTERVAL_SECONDS", 0.05)
    monkeypatch.setattr(service, "DEBOUNCE_SECONDS", 0.05)
    return states


@pytest.mark.usefixtures("network_states")
def test_the_adapter_chosen_by_the_teacher_is_published_and_saved(
    computer: HostComputer, tmp_path: Path, records: list[str]
) -> None:
    async def scenario() -> None:
        settings = Settings(host="0.0.0.0", data_dir=tmp_path)
        async with service.publish_on_network(
            computer, settings=settings, state=LauncherState(tmp_path), use_mdns=True
        ):
            await wait_until_async(lambda: computer.network.endpoint.host_name is not None)
            assert computer.network.endpoint.address == WIFI.ip
            computer.network.update_endpoint(chosen_adapter="eth0")
            await wait_until_async(lambda: computer.network.endpoint.address == CABLE.ip and len(records) == 3)

    asyncio.run(scenario())
    assert records == [
        "goalbucks-rivera.local 10.0.0.5 Room 12",
        "goodbye",
        "goalbucks-rivera.local 10.0.1.5 Room 12",
        "goodbye",
    ]
    assert LauncherState(tmp_path).adapter == "eth0"


def test_the_address_is_updated_without_mdns(
    computer: HostComputer, tmp_path: Path, records: list[str], network_states: list[NetworkState]
) -> None:
    async def scenario() -> None:
        settings = Settings(host="::", data_dir=tmp_path)
        async with service.publish_on_network(
            computer, settings=settings, state=LauncherState(tmp_path), use_mdns=False
        ):
            await wait_until_async(lambda: computer.network.endpoint.address == WIFI.ip)
            computer.network.record_client(CABLE.ip, "10.0.1.77")
            await wait_until_async(lambda: computer.network.endpoint.address == CABLE.ip)
            network_states.append(NetworkState())
            await wait_until_async(
                lambda: computer.network.endpoint.address is None and computer.network.endpoint.adapters == ()
            )

    asyncio.run(scenario())
    assert records == []


@pytest.mark.usefixtures("network_states")
@pytest.mark.parametrize("steps", range(5))
def test_the_service_stops_when_it_is_cancelled_during_a_change(
    computer: HostComputer, tmp_path: Path, steps: int
) -> None:
    async def scenario() -> None:
        settings = Settings(host="::", data_dir=tmp_path)
        async with asyncio.timeout(30) as limit:
            async with service.publish_on_network(
                computer, settings=settings, state=LauncherState(tmp_path), use_mdns=False
            ):
                await wait_until_async(lambda: computer.network.endpoint.address == WIFI.ip)
                computer.status.set_connected_students(1)
                for _ in range(steps):
                    await asyncio.sleep(0)
        assert not limit.expired()

    asyncio.run(scenario())


def test_a_server_at_a_single_address_publishes_nothing(
    computer: HostComputer, tmp_path: Path, records: list[str]
) -> None:
    async def scenario() -> None:
        settings = Settings(host="127.0.0.1", data_dir=tmp_path)
        async with service.publish_on_network(
            computer, settings=settings, state=LauncherState(tmp_path), use_mdns=True
        ):
            assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(scenario())
    assert records == []
    assert computer.network.endpoint.address is None


@pytest.mark.usefixtures("network_states")
def test_after_the_computer_was_suspended_it_is_announced_again(
    computer: HostComputer, tmp_path: Path, records: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    suspended_seconds = 0.0
    monkeypatch.setattr(service, "time", SimpleNamespace(time=lambda: time.time() + suspended_seconds))

    async def suspend() -> None:
        nonlocal suspended_seconds
        settings = Settings(host="0.0.0.0", data_dir=tmp_path)
        async with service.publish_on_network(
            computer, settings=settings, state=LauncherState(tmp_path), use_mdns=True
        ):
            await wait_until_async(lambda: computer.network.endpoint.host_name is not None)
            suspended_seconds = 60.0
            await wait_until_async(lambda: len(records) > 2)

    asyncio.run(suspend())
    assert records[:3] == [
        "goalbucks-rivera.local 10.0.0.5 Room 12",
        "closed",
        "goalbucks-rivera.local 10.0.0.5 Room 12",
    ]
