"""When host names are published, renamed and published again, with a fake responder; `tests/lan` uses real networks."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from ipaddress import IPv4Address
from pathlib import Path

import pytest

from launcher.discovery import publisher
from launcher.discovery.interfaces import Address
from launcher.discovery.publisher import MdnsPublisher
from launcher.startup.state_file import LauncherState
from server.computer.host import HostComputer
from server.computer.network import ServerLabel
from tests.launcher.discovery.conftest import CABLE, RIVERA, WIFI, FakeNetwork

pytestmark = pytest.mark.usefixtures("records")

Update = Callable[..., Awaitable[None]]


def run_publisher(
    computer: HostComputer, data_dir: Path, scenario: Callable[[Update], Awaitable[None]], *, school: bool = False
) -> None:
    """Run a scenario with a new publisher."""

    async def run() -> None:
        mdns_publisher = MdnsPublisher(computer, LauncherState(data_dir), school=school)

        async def update(address: Address | None = WIFI, *, force: bool = False) -> None:
            await mdns_publisher.update(address, [address] if address else [], force=force)

        await scenario(update)

    asyncio.run(run())


def test_an_unchanged_announcement_is_published_once(
    computer: HostComputer, tmp_path: Path, records: list[str]
) -> None:
    async def scenario(update: Update) -> None:
        await update()
        await update()

    run_publisher(computer, tmp_path, scenario)
    assert records == ["goalbucks-rivera.local 10.0.0.5 Room 12"]
    assert computer.network.endpoint.host_name == "goalbucks-rivera.local"


@pytest.mark.spec("15.3")
def test_a_taken_host_name_gets_a_number_that_is_kept(
    computer: HostComputer, tmp_path: Path, network: FakeNetwork, records: list[str]
) -> None:
    network.taken = {"goalbucks-rivera.local": "10.0.0.9", "goalbucks-rivera-2.local": "10.0.0.8"}
    run_publisher(computer, tmp_path, lambda update: update())
    network.taken = {}
    run_publisher(computer, tmp_path, lambda update: update())
    assert records == ["goalbucks-rivera-3.local 10.0.0.5 Room 12"] * 2


def test_the_systems_own_host_name_is_not_published(
    computer: HostComputer, tmp_path: Path, records: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("launcher.discovery.publisher.socket.gethostname", lambda: "GoalBucks-Rivera.local")
    run_publisher(computer, tmp_path, lambda update: update())
    assert records == ["goalbucks-rivera-2.local 10.0.0.5 Room 12"]


def test_a_changed_class_is_reannounced_under_the_same_host_name(
    computer: HostComputer, tmp_path: Path, records: list[str]
) -> None:
    async def scenario(update: Update) -> None:
        await update()
        computer.network.set_label(ServerLabel("E. Rivera", ("Room 13",)))
        await update()

    run_publisher(computer, tmp_path, scenario)
    assert records[1:] == ["reannounced goalbucks-rivera.local Room 13"]


def test_a_changed_surname_is_published_under_another_host_name(
    computer: HostComputer, tmp_path: Path, records: list[str]
) -> None:
    async def scenario(update: Update) -> None:
        await update()
        computer.network.set_label(replace(RIVERA, teacher="Elena Chen"))
        await update()

    run_publisher(computer, tmp_path, scenario)
    assert records[1:] == ["goodbye", "goalbucks-chen.local 10.0.0.5 Room 12"]


def test_a_school_server_is_published_as_goalbucks_school(
    computer: HostComputer, tmp_path: Path, records: list[str]
) -> None:
    computer.network.set_label(ServerLabel(None, ()))
    run_publisher(computer, tmp_path, lambda update: update(), school=True)
    assert records == ["goalbucks-school.local 10.0.0.5 None"]


def test_a_changed_address_or_adapter_is_published_again(
    computer: HostComputer, tmp_path: Path, records: list[str]
) -> None:
    async def scenario(update: Update) -> None:
        await update()
        await update(CABLE)
        await update(replace(CABLE, index=9))  # replugged

    run_publisher(computer, tmp_path, scenario)
    assert [line for line in records if "local" in line] == [
        "goalbucks-rivera.local 10.0.0.5 Room 12",
        "goalbucks-rivera.local 10.0.1.5 Room 12",
        "goalbucks-rivera.local 10.0.1.5 Room 12",
    ]


def test_a_forced_update_publishes_again_without_a_goodbye(
    computer: HostComputer, tmp_path: Path, records: list[str]
) -> None:
    async def scenario(update: Update) -> None:
        await update()
        await update(force=True)

    run_publisher(computer, tmp_path, scenario)
    assert records[1:] == ["closed", "goalbucks-rivera.local 10.0.0.5 Room 12"]


def test_without_a_network_no_host_name_is_published(
    computer: HostComputer, tmp_path: Path, records: list[str]
) -> None:
    async def scenario(update: Update) -> None:
        await update()
        await update(None)

    run_publisher(computer, tmp_path, scenario)
    assert records[1:] == ["closed"]
    assert computer.network.endpoint.host_name is None


def test_in_a_name_conflict_the_lower_address_takes_the_next_number(
    computer: HostComputer, tmp_path: Path, network: FakeNetwork, records: list[str]
) -> None:
    async def scenario(update: Update) -> None:
        await update()
        network.taken["goalbucks-rivera.local"] = "10.0.0.40"  # higher as a number, not as a string
        network.conflict_callbacks[-1](IPv4Address("10.0.0.40"))
        await update()

    run_publisher(computer, tmp_path, scenario)
    assert records[1:] == ["goodbye", "goalbucks-rivera-2.local 10.0.0.5 Room 12"]
    assert LauncherState(tmp_path).host_name_number("goalbucks-rivera") == 2


def test_a_conflict_that_probing_does_not_confirm_changes_no_name(
    computer: HostComputer, tmp_path: Path, network: FakeNetwork, records: list[str]
) -> None:
    async def scenario(update: Update) -> None:
        await update()
        network.conflict_callbacks[-1](IPv4Address("10.0.0.40"))
        await update()
        await update()

    run_publisher(computer, tmp_path, scenario)
    assert records[1:] == ["reannounced goalbucks-rivera.local Room 12"]
    assert LauncherState(tmp_path).host_name_number("goalbucks-rivera") == 1


def test_in_a_name_conflict_the_higher_address_reannounces_its_name(
    computer: HostComputer, tmp_path: Path, network: FakeNetwork, records: list[str]
) -> None:
    async def scenario(update: Update) -> None:
        await update()
        network.conflict_callbacks[-1](IPv4Address("10.0.0.4"))
        await update()
        await update()

    run_publisher(computer, tmp_path, scenario)
    assert records[1:] == ["reannounced goalbucks-rivera.local Room 12"]


def test_a_name_is_given_up_only_a_limited_number_of_times(
    computer: HostComputer, tmp_path: Path, network: FakeNetwork
) -> None:
    async def scenario(update: Update) -> None:
        for _ in range(30):
            await update()
            network.taken = {str(computer.network.endpoint.host_name): "10.0.0.250"}
            network.conflict_callbacks[-1](IPv4Address("10.0.0.250"))

    run_publisher(computer, tmp_path, scenario)
    assert LauncherState(tmp_path).host_name_number("goalbucks-rivera") == 1 + publisher.MAX_NAMES_GIVEN_UP


def test_publishing_without_multicast_is_retried_and_logged_once(
    computer: HostComputer,
    tmp_path: Path,
    network: FakeNetwork,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    network.has_multicast = False
    first_delay, second_delay, *_ = publisher.RETRY_DELAYS_SECONDS

    async def scenario(update: Update) -> None:
        loop, passed = asyncio.get_running_loop(), 0.0
        real_time = loop.time
        monkeypatch.setattr(loop, "time", lambda: real_time() + passed)
        await update()
        await update()
        passed += first_delay
        await update()
        network.has_multicast = True
        await update()
        assert computer.network.endpoint.host_name is None
        passed += second_delay
        await update()

    with caplog.at_level(logging.WARNING):
        run_publisher(computer, tmp_path, scenario)
    assert caplog.text.count("publishing at 10.0.0.5 failed: no multicast") == 1
    assert network.records == ["closed", "closed", "goalbucks-rivera.local 10.0.0.5 Room 12"]
    assert computer.network.endpoint.host_name == "goalbucks-rivera.local"
