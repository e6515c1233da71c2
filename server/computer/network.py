"""The addresses and names of the computer, the servers nearby, and the clients that have connected."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from ipaddress import ip_address, ip_network
from typing import Literal

REMEMBERED_DEVICES = 4096
"""Number of clients that are counted at most; more than any school has."""
HTTPS_PORT = 443
MAX_LABEL_CLASSES = 6
"""Classes listed in a label: as many as a student can scan, and as fit into an mDNS record."""
AdapterReason = Literal["chosen", "used", "link_local", "virtual", "hotspot", "default_route"]
"""Main reason for the rank of a network adapter; the UI has a text for each."""


@dataclass(frozen=True, slots=True)
class Adapter:
    """A network adapter with the IPv4 address that it has now."""

    name: str
    """The system's name, such as wlan0; it stays when the address changes."""
    label: str
    """For people, such as Wi-Fi."""
    address: str
    reason: AdapterReason | None
    prefix: int = 32
    """Length of the network prefix in bits."""

    def is_same_subnet(self, peer: str) -> bool:
        """Whether the address is in this adapter's subnet."""
        return ip_address(peer) in ip_network((self.address, self.prefix), strict=False)


@dataclass(frozen=True, slots=True)
class NetworkEndpoint:
    """The addresses and names by which clients reach this computer."""

    port: int
    port_80: bool = False
    """Whether it listens on port 80, too, so that URLs need no port."""
    address: str | None = None
    """The one IPv4 address that is published; None without a network."""
    host_name: str | None = None
    """The announced name, such as goalbucks-rivera.local; None until it is announced."""
    adapters: tuple[Adapter, ...] = ()
    """In order of preference."""
    chosen_adapter: str | None = None
    """Name of the adapter that the teacher chose; it may be disconnected now."""
    taken_port: int | None = None
    """The requested port, if another program uses it and `port` replaces it."""
    tls: bool = False
    """HTTPS, with a school's own certificate."""

    def url(self, host: str) -> str:
        """The URL with this address or name as its host."""
        if self.tls:
            return f"https://{host}" if self.port == HTTPS_PORT else f"https://{host}:{self.port}"
        return f"http://{host}" if self.port_80 else f"http://{host}:{self.port}"


@dataclass(frozen=True, slots=True)
class ServerLabel:
    """The names of teacher and classes by which students recognize a class computer."""

    teacher: str | None
    classes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NearbyServer:
    """Another class computer that was discovered on the network."""

    label: ServerLabel
    url: str


class HostNetwork:
    """The network state of the computer. Thread-safe; `notify` is called after each change."""

    def __init__(self, endpoint: NetworkEndpoint, notify: Callable[[], None]) -> None:
        self.endpoint = endpoint
        self.label = ServerLabel(None, ())
        self.nearby: tuple[NearbyServer, ...] = ()
        self._clients: dict[str, set[str]] = {}
        self._notify = notify
        self._lock = threading.Lock()

    def update_endpoint(self, **changed: object) -> None:
        """Change fields of the endpoint; a concurrent change of other fields isn't lost."""
        with self._lock:
            before = self.endpoint
            self.endpoint = replace(before, **changed)  # type: ignore[arg-type]
        if self.endpoint != before:
            self._notify()

    def set_label(self, label: ServerLabel) -> None:
        """Set by which label this server is found, and tell the listeners of a change."""
        if label != self.label:
            self.label = label
            self._notify()

    def set_nearby(self, nearby: tuple[NearbyServer, ...]) -> None:
        """Set the other class computers that are discovered now."""
        if nearby != self.nearby:
            self.nearby = nearby
            self._notify()

    def record_client(self, address: str, peer: str) -> None:
        """Count the client at `peer`, which connected to `address`."""
        peers = self._clients.get(address, ())
        if peer in peers or self._is_cross_subnet(address, peer):
            return
        with self._lock:
            known = sum(len(each) for each in self._clients.values())
            if known >= REMEMBERED_DEVICES:
                return
            self._clients.setdefault(address, set()).add(peer)
        self._notify()

    def _is_cross_subnet(self, address: str, peer: str) -> bool:
        """Whether a client in one adapter's subnet connected to the address of another adapter.

        Many systems accept such a connection on any adapter. It doesn't prove that others reach that address, and a
        student could make one to have the address published.
        """
        near = {adapter.address for adapter in self.endpoint.adapters if adapter.is_same_subnet(peer)}
        return bool(near) and address not in near

    def client_counts(self) -> dict[str, int]:
        """Number of clients by the address they connected to since the start: proof that the address is reachable."""
        with self._lock:
            return {address: len(peers) for address, peers in self._clients.items()}

    def client_count(self) -> int:
        """Number of clients that connected to the address that is published now."""
        return len(self._clients.get(self.endpoint.address or "", ()))

    def is_own_name(self, host: str) -> bool:
        """Whether a Host header names this computer by its announced name."""
        return host == self.endpoint.host_name
