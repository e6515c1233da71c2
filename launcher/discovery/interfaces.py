"""Reads the computer's network addresses and ranks them by how likely students can reach them.

`rank` is a pure function; `read_network_state` queries the system.
"""

import re
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import IPv4Address, ip_address, ip_network

import ifaddr

from server.computer.network import Adapter, AdapterReason

SHARED_ADDRESS_SPACE = ip_network("100.64.0.0/10")
"""RFC 6598, used by mobile carriers and Tailscale: not reachable from the classroom."""
HOTSPOT_ADDRESSES = frozenset({"192.168.137.1", "10.42.0.1"})
"""Own address as a hotspot on Windows, and on Linux with NetworkManager."""
MAX_PREFIX_LENGTH = 30
"""A network with a longer prefix has no addresses for a class: it is a point-to-point tunnel."""

# Adapter names on Linux and macOS, and adapter descriptions on Windows.
_VIRTUAL = re.compile(
    r"^(docker|br-|virbr|bridge|vbox|vmnet|vnic|veth|lxc|lxd|incus|cni|flannel|podman|tun|tap|ppp|wg|utun|ipsec|zt"
    r"|tailscale|nordlynx|proton|awdl|llw|anpi|gif|stf|vmenet|feth|ifb|dummy|wwan|rmnet)"
    r"|virtual|vmware|hyper-v|vethernet|\bwsl\b|tap-windows|wintun|wireguard|openvpn|tailscale|zerotier|\bvpn\b"
    r"|anyconnect|globalprotect|pangp|forti|zscaler|juniper|npcap|loopback|bluetooth|docker|mobile broadband|wwan",
    re.IGNORECASE,
)
_WIFI = re.compile(r"^(wl|ath|ra\d)|wi-?fi|wireless|wlan|802\.11", re.IGNORECASE)
_ETHERNET = re.compile(r"^(eth|en[opsx])|ethernet|gigabit|\bgbe\b|family controller|network connection", re.IGNORECASE)
_MACOS_INTERFACE = re.compile(r"^en\d+$")


@dataclass(frozen=True, slots=True)
class Address:
    """An IPv4 address of this computer and its adapter."""

    adapter: str
    """The system's name of the adapter, such as wlan0; stays the same if the address changes."""
    index: int
    """The system's index of the adapter; changes if the adapter is unplugged and plugged in again."""
    ip: str
    prefix: int
    """Prefix length of the network in bits."""
    description: str = ""
    """The system's description of the adapter; on Windows the only indication of its type."""

    @property
    def is_own_hotspot(self) -> bool:
        """Whether it is the address of a hotspot that this computer provides."""
        is_mac_sharing = self.adapter.startswith("bridge") and self.ip.endswith(".1")
        return self.ip in HOTSPOT_ADDRESSES or is_mac_sharing

    @property
    def is_link_local(self) -> bool:
        """Whether it is self-assigned: there is no DHCP server, or it hasn't answered yet."""
        return IPv4Address(self.ip).is_link_local

    @property
    def is_virtual(self) -> bool:
        """Whether the adapter belongs to a virtual machine, a VPN or a mobile connection, not to a local network."""
        if self.is_own_hotspot:
            return False
        has_virtual_name = _VIRTUAL.search(self.adapter) or _VIRTUAL.search(self.description)
        return bool(has_virtual_name) or IPv4Address(self.ip) in SHARED_ADDRESS_SPACE or self.prefix > MAX_PREFIX_LENGTH


@dataclass(frozen=True, slots=True)
class RankedAddress:
    """An address in the result of `rank`."""

    address: Address
    adapter: Adapter
    """Adapter of the address, for display."""
    is_publishable: bool
    """Whether it may be published; other addresses are only offered for the teacher's choice."""


@dataclass(frozen=True, slots=True)
class NetworkState:
    """Network configuration of the system at one moment; two can be compared to detect a change."""

    addresses: frozenset[Address] = frozenset()
    """All IPv4 addresses except loopback."""
    default_route: str | None = None
    """Source address that the system uses for the default route."""


def read_network_state() -> NetworkState:
    """Query the system; takes about a millisecond."""
    return NetworkState(_addresses(), _default_route())


def _addresses() -> frozenset[Address]:
    return frozenset(
        Address(adapter.name, adapter.index or 0, str(ip.ip), ip.network_prefix, adapter.nice_name or "")
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if ip.is_IPv4 and not ip_address(str(ip.ip)).is_loopback and not ip_address(str(ip.ip)).is_unspecified
    )


def _default_route() -> str | None:
    """Return the source address for other networks: connecting a UDP socket selects a route and sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # TEST-NET-1, reserved for documentation
            address: str = probe.getsockname()[0]
        except OSError:
            return None
    return address


def rank(
    network: NetworkState,
    *,
    chosen: str | None = None,
    devices_by_address: Mapping[str, int] | None = None,
    published: str | None = None,
) -> tuple[RankedAddress, ...]:
    """Rank the addresses, the best first; see `_sort_key` for the criteria.

    `chosen` is the name of the adapter that the teacher chose, `devices_by_address` the number of devices that have
    connected to each address, and `published` the address that is published now.
    """
    route = network.default_route
    used = frozenset(ip for ip, count in (devices_by_address or {}).items() if count)
    return tuple(
        RankedAddress(
            each,
            Adapter(each.adapter, adapter_label(each), each.ip, _reason(each, route, chosen, used), each.prefix),
            is_publishable=each.adapter == chosen or each.ip in used or not each.is_virtual or each.ip == route,
        )
        for each in sorted(network.addresses, key=lambda each: _sort_key(each, route, chosen, used, published))
    )


def adapter_label(address: Address) -> str:
    """Return the adapter's common name, such as Wi-Fi."""
    names = (address.adapter, address.description)
    if address.is_own_hotspot:
        return "Mobile hotspot"
    if not address.is_virtual:
        if any(_WIFI.search(name) for name in names):
            return "Wi-Fi"
        if any(_ETHERNET.search(name) for name in names):
            return "Ethernet"
        if _MACOS_INTERFACE.match(address.adapter):
            return f"Network ({address.adapter})"  # type unknown: en0 is Wi-Fi on a MacBook, Ethernet on a Mac mini
    return address.description or address.adapter


def _sort_key(
    address: Address, route: str | None, chosen: str | None, used: frozenset[str], published: str | None
) -> tuple[bool | str | int, ...]:
    """Return the sort key; lower is better.

    Connected devices count more than the default route, which may be a VPN's.
    """
    has_route = address.ip == route
    return (
        address.adapter != chosen,
        # A published address stays while devices use it, however many use another one.
        not (address.ip in used and address.ip == published),
        address.ip not in used,
        address.is_virtual and not has_route,
        address.is_link_local,
        address.is_virtual,
        not has_route,
        not address.is_own_hotspot,
        not IPv4Address(address.ip).is_private,
        adapter_label(address) not in {"Wi-Fi", "Ethernet"},
        address.adapter,
        int(IPv4Address(address.ip)),
    )


def _reason(address: Address, route: str | None, chosen: str | None, used: frozenset[str]) -> AdapterReason | None:
    """Return the main reason for the rank, for display."""
    reasons: tuple[tuple[bool, AdapterReason], ...] = (
        (address.adapter == chosen, "chosen"),
        (address.ip in used, "used"),
        (address.is_link_local, "link_local"),
        (address.is_virtual, "virtual"),
        (address.is_own_hotspot, "hotspot"),
        (address.ip == route, "default_route"),
    )
    return next((reason for applies, reason in reasons if applies), None)
