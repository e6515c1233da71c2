"""When names and addresses are published, with a fake responder; `tests/lan` uses real networks."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from dataclasses import replace
from ipaddress import IPv4Address
from pathlib import Path
from typing import ClassVar

import pytest

from launcher.discovery import interfaces, mdns, publisher, service
from launcher.discovery.interfaces import Address, NetworkState
from launcher.discovery.publisher import MdnsPublisher
from launcher.startup.state_file import LauncherState
from server.computer import ClassComputer, NetworkEndpoint, ServerLabel
from server.settings import Settings

WIFI = Address("wlan0", 3, "10.0.0.5", 24)
CABLE = Address("eth0", 2, "10.0.1.5", 24)
RIVERA = ServerLabel("Elena Rivera", ("Room 12",))


class FakeResponder:
    """Records what it is told to publish."""

    records: ClassVar[list[str]] = []
    taken: ClassVar[dict[str, str]] = {}
    """Addresses of other computers by their host names."""
    broken: ClassVar[bool] = False
    rivals: ClassVar[list[Callable[[IPv4Address], None]]] = []

    def __init__(
        self,
        address: Address,
        browser: object,
        own_addresses: Callable[[], Collection[str]],
        on_conflict: Callable[[IPv4Address], None],
    ) -> None:
        del browser, own_addresses
        self.address = address
        self.rivals[:] = [on_conflict]

    async def start(self) -> None:
        if self.broken:
            raise mdns.MdnsPublishError("no multicast")

    async def owners(self, host: str) -> Collection[str]:
        return {self.taken[host]} if host in self.taken else set()

    async def register(self, announcement: mdns.Announcement) -> None:
        self.records.append(f"{announcement.host} {self.address.ip} {announcement.txt_record.get('c0')}")

    async def reannounce(self, announcement: mdns.Announcement) -> None:
        self.records.append(f"reannounced {announcement.host} {announcement.txt_record.get('c0')}")

    async def enable_ipv6(self) -> None:
        """Do nothing."""

    async def close(self, *, goodbye: bool) -> None:
        self.records.append("goodbye" if goodbye else "closed")


@pytest.fixture(autouse=True)
def records(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Records of FakeResponder, which replaces the real one."""
    monkeypatch.setattr(publisher, "Responder", FakeResponder)
    monkeypatch.setattr("launcher.discovery.publisher.socket.gethostname", lambda: "laptop")
    monkeypatch.setattr(FakeResponder, "records", [])
    monkeypatch.setattr(FakeResponder, "taken", {})
    monkeypatch.setattr(FakeResponder, "broken", False)
    return FakeResponder.records


@pytest.fixture
def computer() -> ClassComputer:
    made = ClassComputer(NetworkEndpoint(8080))
    made.set_label(RIVERA)
    return made


Update = Callable[..., Awaitable[None]]


def run_publisher(
    computer: ClassComputer, data_dir: Path, scenario: Callable[[Update], Awaitable[None]], *, school: bool = False
) -> None:
    """Run a scenario with a new publisher."""

    async def run() -> None:
        mdns_publisher = MdnsPublisher(computer, LauncherState(data_dir), school=school)

        async def update(address: Address | None = WIFI, *, force: bool = False) -> None:
            await mdns_publisher.update(address, [address] if address else [], force=force)

        await scenario(update)

    asyncio.run(run())


def test_an_unchanged_announcement_is_published_once(
    computer: ClassComputer, tmp_path: Path, records: list[str]
) -> None:
    async def scenario(update: Update) -> None:
        await update()
        await update()

    run_publisher(computer, tmp_path, scenario)
    assert records == ["goalbucks-rivera.local 10.0.0.5 Room 12"]
    assert computer.endpoint.host_name == "goalbucks-rivera.local"


@pytest.mark.spec("15.3")
def test_a_taken_host_name_gets_a_number_that_is_kept(
    computer: ClassComputer, tmp_path: Path, records: list[str]
) -> None:
    FakeResponder.taken = {"goalbucks-rivera.local": "10.0.0.9", "goalbucks-rivera-2.local": "10.0.0.8"}
    run_publisher(computer, tmp_path, lambda update: update())
    FakeResponder.taken = {}
    run_publisher(computer, tmp_path, lambda update: update())
    assert records == ["goalbucks-rivera-3.local 10.0.0.5 Room 12"] * 2


def test_the_systems_own_host_name_is_not_published(
    computer: ClassComputer, tmp_path: Path, records: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("launcher.discovery.publisher.socket.gethostname", lambda: "GoalBucks-Rivera.local")
    run_publisher(computer, tmp_path, lambda update: update())
    assert records == ["goalbucks-rivera-2.local 10.0.0.5 Room 12"]


def test_a_changed_class_is_reannounced_under_the_same_host_name(
    computer: ClassComputer, tmp_path: Path, records: list[str]
) -> None:
    async def scenario(update: Update) -> None:
        await update()
        computer.set_label(ServerLabel("E. Rivera", ("Room 13",)))
        await update()

    run_publisher(computer, tmp_path, scenario)
    assert records[1:] == ["reannounced goalbucks-rivera.local Room 13"]


def test_a_changed_surname_is_published_under_another_host_name(
    computer: ClassComputer, tmp_path: Path, records: list[str]
) -> None:
    async def scenario(update: Update) -> None:
        await update()
        computer.set_label(replace(RIVERA, teacher="Elena Chen"))
        await update()

    run_publisher(computer, tmp_path, scenario)
    assert records[1:] == ["goodbye", "goalbucks-chen.local 10.0.0.5 Room 12"]


def test_a_school_server_is_published_as_goalbucks_school(
    computer: ClassComputer, tmp_path: Path, records: list[str]
) -> None:
    computer.set_label(ServerLabel(None, ()))
    run_publisher(computer, tmp_path, lambda update: update(), school=True)
    assert records == ["goalbucks-school.local 10.0.0.5 None"]


def test_a_changed_address_or_adapter_is_published_again(
    computer: ClassComputer, tmp_path: Path, records: list[str]
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
    computer: ClassComputer, tmp_path: Path, records: list[str]
) -> None:
    async def scenario(update: Update) -> None:
        await update()
        await update(force=True)

    run_publisher(computer, tmp_path, scenario)
    assert records[1:] == ["closed", "goalbucks-rivera.local 10.0.0.5 Room 12"]


def test_without_a_network_no_host_name_is_published(
    computer: ClassComputer, tmp_path: Path, records: list[str]
) -> None:
    async def scenario(update: Update) -> None:
        await update()
        await update(None)

    run_publisher(computer, tmp_path, scenario)
    assert records[1:] == ["closed"]
    assert computer.endpoint.host_name is None


def test_in_a_name_conflict_the_lower_address_takes_the_next_number(
    computer: ClassComputer, tmp_path: Path, records: list[str]
) -> None:
    async def scenario(update: Update) -> None:
        await update()
        FakeResponder.taken["goalbucks-rivera.local"] = "10.0.0.40"  # higher as a number, not as a string
        FakeResponder.rivals[0](IPv4Address("10.0.0.40"))
        await update()

    run_publisher(computer, tmp_path, scenario)
    assert records[1:] == ["goodbye", "goalbucks-rivera-2.local 10.0.0.5 Room 12"]
    assert LauncherState(tmp_path).suffix("goalbucks-rivera") == 2


def test_a_conflict_that_probing_does_not_confirm_changes_no_name(
    computer: ClassComputer, tmp_path: Path, records: list[str]
) -> None:
    async def scenario(update: Update) -> None:
        await update()
        FakeResponder.rivals[0](IPv4Address("10.0.0.40"))
        await update()
        await update()

    run_publisher(computer, tmp_path, scenario)
    assert records[1:] == ["reannounced goalbucks-rivera.local Room 12"]
    assert LauncherState(tmp_path).suffix("goalbucks-rivera") == 1


def test_in_a_name_conflict_the_higher_address_reannounces_its_name(
    computer: ClassComputer, tmp_path: Path, records: list[str]
) -> None:
    async def scenario(update: Update) -> None:
        await update()
        FakeResponder.rivals[0](IPv4Address("10.0.0.4"))
        await update()
        await update()

    run_publisher(computer, tmp_path, scenario)
    assert records[1:] == ["reannounced goalbucks-rivera.local Room 12"]


def test_a_name_is_yielded_only_a_limited_number_of_times(computer: ClassComputer, tmp_path: Path) -> None:
    async def scenario(update: Update) -> None:
        for _ in range(30):
            await update()
            FakeResponder.taken = {str(computer.endpoint.host_name): "10.0.0.250"}
            FakeResponder.rivals[0](IPv4Address("10.0.0.250"))

    run_publisher(computer, tmp_path, scenario)
    assert LauncherState(tmp_path).suffix("goalbucks-rivera") == 1 + publisher.MAX_YIELDS


def test_publishing_without_multicast_is_retried_and_logged_once(
    computer: ClassComputer,
    tmp_path: Path,
    records: list[str],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(publisher, "RETRY_DELAYS_SECONDS", (0.5,))
    FakeResponder.broken = True

    async def scenario(update: Update) -> None:
        await update()
        await update()
        await asyncio.sleep(0.6)
        await update()
        FakeResponder.broken = False
        await update()
        assert computer.endpoint.host_name is None
        await asyncio.sleep(0.6)
        await update()

    with caplog.at_level(logging.WARNING):
        run_publisher(computer, tmp_path, scenario)
    assert caplog.text.count("nothing is announced at 10.0.0.5: no multicast") == 1
    assert records == ["closed", "closed", "goalbucks-rivera.local 10.0.0.5 Room 12"]
    assert computer.endpoint.host_name == "goalbucks-rivera.local"


async def _until(condition: Callable[[], bool]) -> None:
    for _ in range(500):
        if condition():
            return
        await asyncio.sleep(0.01)
    pytest.fail("the condition did not become true")


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
    computer: ClassComputer, tmp_path: Path, records: list[str]
) -> None:
    async def scenario() -> None:
        settings = Settings(host="0.0.0.0", data_dir=tmp_path)
        async with service.publish_on_network(
            computer, settings=settings, state=LauncherState(tmp_path), use_mdns=True
        ):
            await _until(lambda: computer.endpoint.host_name is not None)
            assert computer.endpoint.address == WIFI.ip
            computer.choose_adapter("eth0")
            await _until(lambda: computer.endpoint.address == CABLE.ip and len(records) == 3)

    asyncio.run(scenario())
    assert records == [
        "goalbucks-rivera.local 10.0.0.5 Room 12",
        "goodbye",
        "goalbucks-rivera.local 10.0.1.5 Room 12",
        "goodbye",
    ]
    assert LauncherState(tmp_path).adapter == "eth0"


def test_the_address_is_updated_without_mdns(
    computer: ClassComputer, tmp_path: Path, records: list[str], network_states: list[NetworkState]
) -> None:
    async def scenario() -> None:
        settings = Settings(host="::", data_dir=tmp_path)
        async with service.publish_on_network(
            computer, settings=settings, state=LauncherState(tmp_path), use_mdns=False
        ):
            await _until(lambda: computer.endpoint.address == WIFI.ip)
            computer.record_client(CABLE.ip, "10.0.1.77")
            await _until(lambda: computer.endpoint.address == CABLE.ip)
            network_states.append(NetworkState())
            await _until(lambda: computer.endpoint.address is None and computer.endpoint.adapters == ())

    asyncio.run(scenario())
    assert records == []


@pytest.mark.usefixtures("network_states")
@pytest.mark.parametrize("steps", range(5))
def test_the_service_stops_when_it_is_cancelled_during_a_change(
    computer: ClassComputer, tmp_path: Path, steps: int
) -> None:
    async def scenario() -> None:
        settings = Settings(host="::", data_dir=tmp_path)
        async with asyncio.timeout(5) as limit:
            async with service.publish_on_network(
                computer, settings=settings, state=LauncherState(tmp_path), use_mdns=False
            ):
                await _until(lambda: computer.endpoint.address == WIFI.ip)
                await asyncio.sleep(0.05)
                computer.set_connected_students(1)
                for _ in range(steps):
                    await asyncio.sleep(0)
        assert not limit.expired()

    asyncio.run(scenario())


def test_a_server_at_a_single_address_publishes_nothing(
    computer: ClassComputer, tmp_path: Path, records: list[str]
) -> None:
    async def scenario() -> None:
        settings = Settings(host="127.0.0.1", data_dir=tmp_path)
        async with service.publish_on_network(
            computer, settings=settings, state=LauncherState(tmp_path), use_mdns=True
        ):
            await asyncio.sleep(0.05)

    asyncio.run(scenario())
    assert records == []
    assert computer.endpoint.address is None
