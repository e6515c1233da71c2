"""Who is listed of those that are heard, when somebody among them wants others hidden."""

import asyncio
from collections.abc import Awaitable, Callable
from ipaddress import IPv4Network
from typing import cast

import pytest
from zeroconf import ServiceInfo, Zeroconf

from launcher.discovery import peers
from launcher.discovery.peers import SERVICE_TYPE, PeerBrowser
from server.computer import NearbyServer

OWN_ID = "0" * 32
Hear = Callable[[str], None]
Listed = Callable[[Callable[[Hear], Awaitable[None]]], list[str]]
ROOM = [IPv4Network("10.0.0.0/24")]


class Ether:
    """Takes zeroconf's place: who is asked for answers at once, or, unknown, never."""

    def __init__(self) -> None:
        self.said: dict[str, ServiceInfo] = {}

    def async_add_listener(self, listener: object, question: object) -> None:
        """Nobody speaks unasked here."""

    async def async_get_service_info(self, _kind: str, name: str, milliseconds: int) -> ServiceInfo | None:
        """What is said under this name."""
        if name not in self.said:
            await asyncio.sleep(milliseconds / 1000)
        return self.said.get(name)

    def announce(self, label: str, *, number: str, teacher: str, ip: str = "10.0.0.9") -> str:
        """Say something of oneself; returns the name."""
        name = f"{label}.{SERVICE_TYPE}"
        texts = {"id": number, "t": teacher}
        self.said[name] = ServiceInfo(SERVICE_TYPE, name, parsed_addresses=[ip], port=8080, properties=texts)
        return name


@pytest.fixture
def ether() -> Ether:
    return Ether()


@pytest.fixture
def listed(ether: Ether) -> Listed:
    """Runs a story in which names are heard; gives the teachers that are listed at its end, with where they are."""

    def run(story: Callable[[Hear], Awaitable[None]]) -> list[str]:
        found: list[tuple[NearbyServer, ...]] = [()]

        async def told() -> None:
            neighbours = PeerBrowser(OWN_ID, lambda: ROOM, found.append)
            zeroconf = cast("Zeroconf", ether)
            neighbours.start(zeroconf)
            await story(lambda name: neighbours.add_service(zeroconf, SERVICE_TYPE, name))
            await asyncio.sleep(0.05)
            neighbours.stop()

        asyncio.run(told())
        return [f"{each.label.teacher} {each.url}" for each in found[-1]]

    return run


def test_names_that_say_nothing_hide_nobody(ether: Ether, listed: Listed) -> None:
    right = ether.announce("osei", number="a", teacher="Marco Osei")

    async def story(hear: Hear) -> None:
        for number in range(3 * peers.MAX_PEERS):
            hear(f"silent {number}.{SERVICE_TYPE}")
        hear(right)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        for number in range(3 * peers.MAX_PEERS):
            hear(f"silent again {number}.{SERVICE_TYPE}")

    assert listed(story) == ["Marco Osei http://10.0.0.9:8080"]


def test_who_is_listed_stays_however_many_come_later(ether: Ether, listed: Listed) -> None:
    names = [
        ether.announce(f"{number}", number=f"{number}", teacher="T", ip=f"10.0.0.{number}") for number in range(99)
    ]

    async def story(hear: Hear) -> None:
        for name in names:
            hear(name)
            await asyncio.sleep(0)
            await asyncio.sleep(0)

    assert len(listed(story)) == peers.MAX_PEERS


def test_who_says_anothers_number_does_not_take_its_place(ether: Ether, listed: Listed) -> None:
    right = ether.announce("osei", number="a", teacher="Marco Osei")
    wrong = ether.announce("zz", number="a", teacher="Marco Osei", ip="10.0.0.66")

    async def story(hear: Hear) -> None:
        hear(right)
        hear(wrong)

    assert listed(story) == ["Marco Osei http://10.0.0.66:8080", "Marco Osei http://10.0.0.9:8080"]


def test_one_computer_under_two_names_is_listed_once(ether: Ether, listed: Listed) -> None:
    old = ether.announce("rivera", number="a", teacher="Elena Ruiz")
    new = ether.announce("ruiz", number="a", teacher="Elena Ruiz")

    async def story(hear: Hear) -> None:
        hear(old)
        hear(new)

    assert listed(story) == ["Elena Ruiz http://10.0.0.9:8080"]


def test_our_own_number_under_anothers_name_hides_it_for_a_while_only(
    ether: Ether, listed: Listed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peers, "QUERY_TIMEOUT_SECONDS", 0.01)
    monkeypatch.setattr(peers, "REFRESH_INTERVAL_SECONDS", 0.02)
    name = ether.announce("osei", number=OWN_ID, teacher="x")

    async def story(hear: Hear) -> None:
        hear(name)
        await asyncio.sleep(0.01)
        ether.announce("osei", number="a", teacher="Marco Osei")
        await asyncio.sleep(0.1)

    assert listed(story) == ["Marco Osei http://10.0.0.9:8080"]
