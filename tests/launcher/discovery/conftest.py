"""A fake mDNS responder, and the class computer whose name is published."""

from collections.abc import Callable, Collection
from ipaddress import IPv4Address
from typing import ClassVar

import pytest

from launcher.discovery import mdns, publisher
from launcher.discovery.interfaces import Address
from server.computer import HostComputer, NetworkEndpoint, ServerLabel

WIFI = Address("wlan0", 3, "10.0.0.5", 24)
CABLE = Address("eth0", 2, "10.0.1.5", 24)
RIVERA = ServerLabel("Elena Rivera", ("Room 12",))


class FakeResponder:
    """Records what it is told to publish."""

    records: ClassVar[list[str]] = []
    taken: ClassVar[dict[str, str]] = {}
    """Addresses of other computers by their host names."""
    broken: ClassVar[bool] = False
    conflict_callbacks: ClassVar[list[Callable[[IPv4Address], None]]] = []
    """Callbacks that report a conflict, one for each responder; the last is that of the current one."""

    def __init__(
        self,
        address: Address,
        browser: object,
        own_addresses: Callable[[], Collection[str]],
        on_conflict: Callable[[IPv4Address], None],
    ) -> None:
        del browser, own_addresses
        self.address = address
        self.conflict_callbacks.append(on_conflict)

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


@pytest.fixture
def records(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Records of FakeResponder, which replaces the real one."""
    monkeypatch.setattr(publisher, "Responder", FakeResponder)
    monkeypatch.setattr("launcher.discovery.publisher.socket.gethostname", lambda: "laptop")
    monkeypatch.setattr(FakeResponder, "records", [])
    monkeypatch.setattr(FakeResponder, "taken", {})
    monkeypatch.setattr(FakeResponder, "broken", False)
    monkeypatch.setattr(FakeResponder, "conflict_callbacks", [])
    return FakeResponder.records


@pytest.fixture
def computer() -> HostComputer:
    made = HostComputer(NetworkEndpoint(8080))
    made.set_label(RIVERA)
    return made
