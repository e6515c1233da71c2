"""A fake mDNS responder, and the class computer whose name is published."""

from collections.abc import Callable, Collection
from ipaddress import IPv4Address

import pytest

from launcher.discovery import mdns, publisher
from launcher.discovery.interfaces import Address
from server.computer.host import HostComputer
from server.computer.network import NetworkEndpoint, ServerLabel

WIFI = Address("wlan0", 3, "10.0.0.5", 24)
CABLE = Address("eth0", 2, "10.0.1.5", 24)
RIVERA = ServerLabel("Elena Rivera", ("Room 12",))


class FakeNetwork:
    """A network with other computers; its responders record what they are told to publish."""

    def __init__(self) -> None:
        self.records: list[str] = []
        self.taken: dict[str, str] = {}
        """Addresses of other computers by their host names."""
        self.has_multicast = True
        self.conflict_callbacks: list[Callable[[IPv4Address], None]] = []
        """Callbacks that report a conflict, one for each responder; the last is that of the current one."""

    def open_responder(
        self,
        address: Address,
        browser: object,
        own_addresses: Callable[[], Collection[str]],
        on_conflict: Callable[[IPv4Address], None],
    ) -> "FakeResponder":
        del browser, own_addresses
        self.conflict_callbacks.append(on_conflict)
        return FakeResponder(self, address)


class FakeResponder:
    """Records what it is told to publish."""

    def __init__(self, network: FakeNetwork, address: Address) -> None:
        self.address = address
        self._network = network

    async def start(self) -> None:
        if not self._network.has_multicast:
            raise mdns.MdnsPublishError("no multicast")

    async def owners(self, host: str) -> Collection[str]:
        return {self._network.taken[host]} if host in self._network.taken else set()

    async def register(self, announcement: mdns.Announcement) -> None:
        self._record(f"{announcement.host} {self.address.ip} {announcement.txt_record.get('c0')}")

    async def reannounce(self, announcement: mdns.Announcement) -> None:
        self._record(f"reannounced {announcement.host} {announcement.txt_record.get('c0')}")

    async def enable_ipv6(self) -> None:
        """Do nothing."""

    async def close(self, *, goodbye: bool) -> None:
        self._record("goodbye" if goodbye else "closed")

    def _record(self, line: str) -> None:
        self._network.records.append(line)


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> FakeNetwork:
    """Fake network, which replaces the real one."""
    fake = FakeNetwork()
    monkeypatch.setattr(publisher, "Responder", fake.open_responder)
    monkeypatch.setattr("launcher.discovery.publisher.socket.gethostname", lambda: "laptop")
    return fake


@pytest.fixture
def records(network: FakeNetwork) -> list[str]:
    return network.records


@pytest.fixture
def computer() -> HostComputer:
    made = HostComputer(NetworkEndpoint(8080))
    made.network.set_label(RIVERA)
    return made
