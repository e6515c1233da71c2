"""PeerBrowser: which peers are listed, also when some announcements are malicious."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from ipaddress import IPv4Network
from typing import cast

import pytest
from zeroconf import ServiceInfo, Zeroconf

from launcher.discovery import peers
from launcher.discovery.peers import SERVICE_TYPE, PeerBrowser
from server.computer.network import NearbyServer
from tests.factories.waiting import wait_until_async

OWN_ID = "0" * 32
Receive = Callable[[str], None]
Listed = Callable[[Callable[[Receive], Awaitable[None]]], list[str]]
PASSES = 5
"""Passes of the event loop after which all announced names are resolved."""
NETWORKS = [IPv4Network("10.0.0.0/24")]


class FakeZeroconf:
    """Resolves announced names at once, and others never."""

    def __init__(self) -> None:
        self.services: dict[str, ServiceInfo] = {}
        self.queries: Counter[str] = Counter()

    def async_add_listener(self, listener: object, question: object) -> None:
        """Ignore the listener: there are no unsolicited announcements."""

    async def async_get_service_info(self, _kind: str, name: str, milliseconds: int) -> ServiceInfo | None:
        self.queries[name] += 1
        if name not in self.services:
            await asyncio.sleep(milliseconds / 1000)
        return self.services.get(name)

    def announce(self, label: str, *, server_id: str, teacher: str, ip: str = "10.0.0.9") -> str:
        """Announce a service; return its name."""
        name = f"{label}.{SERVICE_TYPE}"
        properties = {"id": server_id, "t": teacher}
        self.services[name] = ServiceInfo(SERVICE_TYPE, name, parsed_addresses=[ip], port=8080, properties=properties)
        return name


@pytest.fixture
def network() -> FakeZeroconf:
    return FakeZeroconf()


@pytest.fixture
def listed(network: FakeZeroconf) -> Listed:
    """Return a function that runs a scenario in which names are received, and returns the listed peers at its end."""

    def run(scenario: Callable[[Receive], Awaitable[None]]) -> list[str]:
        found: list[tuple[NearbyServer, ...]] = [()]

        async def run_browser() -> None:
            browser = PeerBrowser(OWN_ID, lambda: NETWORKS, found.append)
            zeroconf = cast("Zeroconf", network)
            browser.start(zeroconf)
            await scenario(lambda name: browser.add_service(zeroconf, SERVICE_TYPE, name))
            for _ in range(PASSES):
                await asyncio.sleep(0)
            browser.stop()

        asyncio.run(run_browser())
        return [f"{each.label.teacher} {each.url}" for each in found[-1]]

    return run


def test_names_without_a_response_displace_no_peer(network: FakeZeroconf, listed: Listed) -> None:
    genuine = network.announce("osei", server_id="a", teacher="Marco Osei")

    async def scenario(receive: Receive) -> None:
        for number in range(3 * peers.MAX_PEERS):
            receive(f"silent {number}.{SERVICE_TYPE}")
        receive(genuine)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        for number in range(3 * peers.MAX_PEERS):
            receive(f"silent again {number}.{SERVICE_TYPE}")

    assert listed(scenario) == ["Marco Osei http://10.0.0.9:8080"]


def test_listed_peers_are_not_displaced_above_the_limit(network: FakeZeroconf, listed: Listed) -> None:
    names = [
        network.announce(f"{number}", server_id=f"{number}", teacher="T", ip=f"10.0.0.{number}") for number in range(99)
    ]

    async def scenario(receive: Receive) -> None:
        for name in names:
            receive(name)
            await asyncio.sleep(0)
            await asyncio.sleep(0)

    assert len(listed(scenario)) == peers.MAX_PEERS


def test_a_peer_with_the_id_of_another_one_does_not_replace_it(network: FakeZeroconf, listed: Listed) -> None:
    genuine = network.announce("osei", server_id="a", teacher="Marco Osei")
    forged = network.announce("zz", server_id="a", teacher="Marco Osei", ip="10.0.0.66")

    async def scenario(receive: Receive) -> None:
        receive(genuine)
        receive(forged)

    assert listed(scenario) == ["Marco Osei http://10.0.0.66:8080", "Marco Osei http://10.0.0.9:8080"]


def test_a_peer_with_two_instance_names_is_listed_once(network: FakeZeroconf, listed: Listed) -> None:
    old = network.announce("rivera", server_id="a", teacher="Elena Ruiz")
    new = network.announce("ruiz", server_id="a", teacher="Elena Ruiz")

    async def scenario(receive: Receive) -> None:
        receive(old)
        receive(new)

    assert listed(scenario) == ["Elena Ruiz http://10.0.0.9:8080"]


def test_a_peer_that_claimed_our_id_is_listed_after_the_next_refresh(
    network: FakeZeroconf, listed: Listed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peers, "QUERY_TIMEOUT_SECONDS", 0.01)
    monkeypatch.setattr(peers, "REFRESH_INTERVAL_SECONDS", 0.02)
    name = network.announce("osei", server_id=OWN_ID, teacher="x")

    async def scenario(receive: Receive) -> None:
        receive(name)
        await wait_until_async(lambda: network.queries[name])
        network.announce("osei", server_id="a", teacher="Marco Osei")
        queried = network.queries[name]
        await wait_until_async(lambda: network.queries[name] > queried)

    assert listed(scenario) == ["Marco Osei http://10.0.0.9:8080"]
