"""What is said on the network and when: the rules, with nobody listening. `tests/lan` has the network."""

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
    """Takes the place of the real one: writes down what it is told to say."""

    heard: ClassVar[list[str]] = []
    taken: ClassVar[dict[str, str]] = {}
    """Who else has which host name."""
    broken: ClassVar[bool] = False
    rivals: ClassVar[list[Callable[[IPv4Address], None]]] = []

    def __init__(
        self,
        address: Address,
        neighbours: object,
        ours: Callable[[], Collection[str]],
        on_conflict: Callable[[IPv4Address], None],
    ) -> None:
        del neighbours, ours
        self.address = address
        self.rivals[:] = [on_conflict]

    async def start(self) -> None:
        if self.broken:
            raise mdns.MdnsPublishError("no multicast")

    async def owners(self, host: str) -> Collection[str]:
        return {self.taken[host]} if host in self.taken else set()

    async def register(self, announcement: mdns.Announcement) -> None:
        self.heard.append(f"{announcement.host} {self.address.ip} {announcement.txt_record.get('c0')}")

    async def reannounce(self, announcement: mdns.Announcement) -> None:
        self.heard.append(f"again {announcement.host} {announcement.txt_record.get('c0')}")

    async def enable_ipv6(self) -> None:
        """Nobody asks."""

    async def close(self, *, goodbye: bool) -> None:
        self.heard.append("goodbye" if goodbye else "silence")


@pytest.fixture(autouse=True)
def heard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was said so far."""
    monkeypatch.setattr(publisher, "Responder", FakeResponder)
    monkeypatch.setattr("launcher.discovery.publisher.socket.gethostname", lambda: "laptop")
    monkeypatch.setattr(FakeResponder, "heard", [])
    monkeypatch.setattr(FakeResponder, "taken", {})
    monkeypatch.setattr(FakeResponder, "broken", False)
    return FakeResponder.heard


@pytest.fixture
def computer() -> ClassComputer:
    made = ClassComputer(NetworkEndpoint(8080))
    made.set_label(RIVERA)
    return made


Says = Callable[..., Awaitable[None]]


def tell(
    computer: ClassComputer, data_dir: Path, story: Callable[[Says], Awaitable[None]], *, school: bool = False
) -> None:
    """Run a story with a speaker that has just been made."""

    async def told() -> None:
        talks = MdnsPublisher(computer, LauncherState(data_dir), school=school)

        async def says(address: Address | None = WIFI, *, anew: bool = False) -> None:
            await talks.update(address, [address] if address else [], force=anew)

        await story(says)

    asyncio.run(told())


def test_what_is_said_is_said_once(computer: ClassComputer, tmp_path: Path, heard: list[str]) -> None:
    async def story(says: Says) -> None:
        await says()
        await says()

    tell(computer, tmp_path, story)
    assert heard == ["goalbucks-rivera.local 10.0.0.5 Room 12"]
    assert computer.endpoint.host_name == "goalbucks-rivera.local"


@pytest.mark.spec("15.3")
def test_a_name_that_somebody_has_gets_a_number_that_stays(
    computer: ClassComputer, tmp_path: Path, heard: list[str]
) -> None:
    FakeResponder.taken = {"goalbucks-rivera.local": "10.0.0.9", "goalbucks-rivera-2.local": "10.0.0.8"}
    tell(computer, tmp_path, lambda says: says())
    FakeResponder.taken = {}
    tell(computer, tmp_path, lambda says: says())
    assert heard == ["goalbucks-rivera-3.local 10.0.0.5 Room 12"] * 2


def test_the_computers_own_name_is_its_systems(
    computer: ClassComputer, tmp_path: Path, heard: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("launcher.discovery.publisher.socket.gethostname", lambda: "GoalBucks-Rivera.local")
    tell(computer, tmp_path, lambda says: says())
    assert heard == ["goalbucks-rivera-2.local 10.0.0.5 Room 12"]


def test_another_class_is_said_under_the_same_name(computer: ClassComputer, tmp_path: Path, heard: list[str]) -> None:
    async def story(says: Says) -> None:
        await says()
        computer.set_label(ServerLabel("E. Rivera", ("Room 13",)))
        await says()

    tell(computer, tmp_path, story)
    assert heard[1:] == ["again goalbucks-rivera.local Room 13"]


def test_another_surname_is_another_name(computer: ClassComputer, tmp_path: Path, heard: list[str]) -> None:
    async def story(says: Says) -> None:
        await says()
        computer.set_label(replace(RIVERA, teacher="Elena Chen"))
        await says()

    tell(computer, tmp_path, story)
    assert heard[1:] == ["goodbye", "goalbucks-chen.local 10.0.0.5 Room 12"]


def test_a_schools_server_says_so(computer: ClassComputer, tmp_path: Path, heard: list[str]) -> None:
    computer.set_label(ServerLabel(None, ()))
    tell(computer, tmp_path, lambda says: says(), school=True)
    assert heard == ["goalbucks-school.local 10.0.0.5 None"]


def test_another_address_is_said_anew(computer: ClassComputer, tmp_path: Path, heard: list[str]) -> None:
    async def story(says: Says) -> None:
        await says()
        await says(CABLE)
        await says(replace(CABLE, index=9))  # replugged

    tell(computer, tmp_path, story)
    assert [line for line in heard if "local" in line] == [
        "goalbucks-rivera.local 10.0.0.5 Room 12",
        "goalbucks-rivera.local 10.0.1.5 Room 12",
        "goalbucks-rivera.local 10.0.1.5 Room 12",
    ]


def test_after_a_sleep_everything_is_said_anew_without_a_goodbye(
    computer: ClassComputer, tmp_path: Path, heard: list[str]
) -> None:
    async def story(says: Says) -> None:
        await says()
        await says(anew=True)

    tell(computer, tmp_path, story)
    assert heard[1:] == ["silence", "goalbucks-rivera.local 10.0.0.5 Room 12"]


def test_without_a_network_there_is_no_name(computer: ClassComputer, tmp_path: Path, heard: list[str]) -> None:
    async def story(says: Says) -> None:
        await says()
        await says(None)

    tell(computer, tmp_path, story)
    assert heard[1:] == ["silence"]
    assert computer.endpoint.host_name is None


def test_of_two_with_one_name_the_lower_address_takes_the_next(
    computer: ClassComputer, tmp_path: Path, heard: list[str]
) -> None:
    async def story(says: Says) -> None:
        await says()
        FakeResponder.taken["goalbucks-rivera.local"] = "10.0.0.40"  # higher, though not as a text
        FakeResponder.rivals[0](IPv4Address("10.0.0.40"))
        await says()

    tell(computer, tmp_path, story)
    assert heard[1:] == ["goodbye", "goalbucks-rivera-2.local 10.0.0.5 Room 12"]
    assert LauncherState(tmp_path).suffix("goalbucks-rivera") == 2


def test_a_name_is_not_left_to_one_who_does_not_answer(
    computer: ClassComputer, tmp_path: Path, heard: list[str]
) -> None:
    async def story(says: Says) -> None:
        await says()
        FakeResponder.rivals[0](IPv4Address("10.0.0.40"))
        await says()
        await says()

    tell(computer, tmp_path, story)
    assert heard[1:] == ["again goalbucks-rivera.local Room 12"]
    assert LauncherState(tmp_path).suffix("goalbucks-rivera") == 1


def test_of_two_with_one_name_the_higher_address_says_it_again(
    computer: ClassComputer, tmp_path: Path, heard: list[str]
) -> None:
    async def story(says: Says) -> None:
        await says()
        FakeResponder.rivals[0](IPv4Address("10.0.0.4"))
        await says()
        await says()

    tell(computer, tmp_path, story)
    assert heard[1:] == ["again goalbucks-rivera.local Room 12"]


def test_nobody_chases_a_name_away_for_ever(computer: ClassComputer, tmp_path: Path) -> None:
    async def story(says: Says) -> None:
        for _ in range(30):
            await says()
            FakeResponder.taken = {str(computer.endpoint.host_name): "10.0.0.250"}
            FakeResponder.rivals[0](IPv4Address("10.0.0.250"))

    tell(computer, tmp_path, story)
    assert LauncherState(tmp_path).suffix("goalbucks-rivera") == 1 + publisher.MAX_YIELDS


def test_where_nothing_can_be_said_it_is_tried_again_later(
    computer: ClassComputer,
    tmp_path: Path,
    heard: list[str],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(publisher, "RETRY_DELAYS_SECONDS", (0.5,))
    FakeResponder.broken = True

    async def story(says: Says) -> None:
        await says()
        await says()
        await asyncio.sleep(0.6)
        await says()
        FakeResponder.broken = False
        await says()
        assert computer.endpoint.host_name is None
        await asyncio.sleep(0.6)
        await says()

    with caplog.at_level(logging.WARNING):
        tell(computer, tmp_path, story)
    assert caplog.text.count("nothing is announced at 10.0.0.5: no multicast") == 1
    assert heard == ["silence", "silence", "goalbucks-rivera.local 10.0.0.5 Room 12"]
    assert computer.endpoint.host_name == "goalbucks-rivera.local"


async def _until(condition: Callable[[], bool]) -> None:
    for _ in range(500):
        if condition():
            return
        await asyncio.sleep(0.01)
    pytest.fail("it did not happen")


@pytest.fixture
def around(monkeypatch: pytest.MonkeyPatch) -> list[NetworkState]:
    """Its last one is what the system says now."""
    said = [NetworkState(frozenset({WIFI, CABLE}), WIFI.ip)]
    monkeypatch.setattr(interfaces, "read_network_state", lambda: said[-1])
    monkeypatch.setattr(service, "POLL_INTERVAL_SECONDS", 0.05)
    monkeypatch.setattr(service, "DEBOUNCE_SECONDS", 0.05)
    return said


@pytest.mark.usefixtures("around")
def test_the_adapter_that_the_teacher_chooses_is_published_and_remembered(
    computer: ClassComputer, tmp_path: Path, heard: list[str]
) -> None:
    async def story() -> None:
        settings = Settings(host="0.0.0.0", data_dir=tmp_path)
        async with service.publish_on_network(
            computer, settings=settings, state=LauncherState(tmp_path), use_mdns=True
        ):
            await _until(lambda: computer.endpoint.host_name is not None)
            assert computer.endpoint.address == WIFI.ip
            computer.choose_adapter("eth0")
            await _until(lambda: computer.endpoint.address == CABLE.ip and len(heard) == 3)

    asyncio.run(story())
    assert heard == [
        "goalbucks-rivera.local 10.0.0.5 Room 12",
        "goodbye",
        "goalbucks-rivera.local 10.0.1.5 Room 12",
        "goodbye",
    ]
    assert LauncherState(tmp_path).adapter == "eth0"


def test_addresses_are_followed_without_an_announcement_too(
    computer: ClassComputer, tmp_path: Path, heard: list[str], around: list[NetworkState]
) -> None:
    async def story() -> None:
        settings = Settings(host="::", data_dir=tmp_path)
        async with service.publish_on_network(
            computer, settings=settings, state=LauncherState(tmp_path), use_mdns=False
        ):
            await _until(lambda: computer.endpoint.address == WIFI.ip)
            computer.record_client(CABLE.ip, "10.0.1.77")
            await _until(lambda: computer.endpoint.address == CABLE.ip)
            around.append(NetworkState())
            await _until(lambda: computer.endpoint.address is None and computer.endpoint.adapters == ())

    asyncio.run(story())
    assert heard == []


@pytest.mark.usefixtures("around")
@pytest.mark.parametrize("steps", range(5))
def test_the_end_is_heard_in_the_very_moment_of_a_change(computer: ClassComputer, tmp_path: Path, steps: int) -> None:
    async def story() -> None:
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

    asyncio.run(story())


def test_a_server_at_one_address_announces_nothing(computer: ClassComputer, tmp_path: Path, heard: list[str]) -> None:
    async def story() -> None:
        settings = Settings(host="127.0.0.1", data_dir=tmp_path)
        async with service.publish_on_network(
            computer, settings=settings, state=LauncherState(tmp_path), use_mdns=True
        ):
            await asyncio.sleep(0.05)

    asyncio.run(story())
    assert heard == []
    assert computer.endpoint.address is None
