"""Which of this computer's addresses do students type? `rank` judges, and is pure; the rest looks at the system."""

import re
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import IPv4Address, ip_address, ip_network

import ifaddr

from server.computer import Adapter

OVERLAYS = ip_network("100.64.0.0/10")
"""Mobile carriers and Tailscale: nobody in the room is in there."""
HOTSPOTS = frozenset({"192.168.137.1", "10.42.0.1"})
"""What Windows, and NetworkManager on Linux, call themselves as a hotspot."""
LONGEST_USEFUL_PREFIX = 30
"""Behind a longer one there is no room for a class: a tunnel from one point to another."""

# The systems' names of adapters on Linux and macOS, or Windows' descriptions.
_VIRTUAL = re.compile(
    r"^(docker|br-|virbr|bridge|vbox|vmnet|vnic|veth|lxc|lxd|incus|cni|flannel|podman|tun|tap|ppp|wg|utun|ipsec|zt"
    r"|tailscale|nordlynx|proton|awdl|llw|anpi|gif|stf|vmenet|feth|ifb|dummy|wwan|rmnet)"
    r"|virtual|vmware|hyper-v|vethernet|\bwsl\b|tap-windows|wintun|wireguard|openvpn|tailscale|zerotier|\bvpn\b"
    r"|anyconnect|globalprotect|pangp|forti|zscaler|juniper|npcap|loopback|bluetooth|docker|mobile broadband|wwan",
    re.IGNORECASE,
)
_WIFI = re.compile(r"^(wl|ath|ra\d)|wi-?fi|wireless|wlan|802\.11", re.IGNORECASE)
_CABLE = re.compile(r"^(eth|en[opsx])|ethernet|gigabit|\bgbe\b|family controller|network connection", re.IGNORECASE)
_MAC_PORT = re.compile(r"^en\d+$")


@dataclass(frozen=True, slots=True)
class Address:
    """An IPv4 address that the computer has now."""

    adapter: str
    """The system's name of its adapter; it survives a new address."""
    index: int
    """The system's number of its adapter; a replugged one has a new one."""
    ip: str
    prefix: int
    description: str = ""
    """The system's words for its adapter; on Windows only they tell what it is."""

    @property
    def own_hotspot(self) -> bool:
        """Whether the students' devices are this computer's guests."""
        mac_shares = self.adapter.startswith("bridge") and self.ip.endswith(".1")
        return self.ip in HOTSPOTS or mac_shares

    @property
    def self_assigned(self) -> bool:
        """Whether nobody gave it: there is no DHCP server, or it hasn't answered yet."""
        return IPv4Address(self.ip).is_link_local

    @property
    def virtual(self) -> bool:
        """Whether it leads into this computer itself, or out through a tunnel, rather than into the room."""
        if self.own_hotspot:
            return False
        named = _VIRTUAL.search(self.adapter) or _VIRTUAL.search(self.description)
        return bool(named) or IPv4Address(self.ip) in OVERLAYS or self.prefix > LONGEST_USEFUL_PREFIX


@dataclass(frozen=True, slots=True)
class Ranked:
    """An address with what it is worth."""

    address: Address
    adapter: Adapter
    """As it is shown."""
    for_students: bool
    """Whether it may be published; the others are shown, to be chosen."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the system says; two that are equal mean that nothing has changed."""

    found: frozenset[Address] = frozenset()
    """Every address besides loopback."""
    default_route: str | None = None
    """The address by which the computer reaches the world."""


def look_around() -> Surroundings:
    """What the system says now, in about a millisecond."""
    return Surroundings(_addresses(), _default_route())


def _addresses() -> frozenset[Address]:
    return frozenset(
        Address(adapter.name, adapter.index or 0, str(ip.ip), ip.network_prefix, adapter.nice_name or "")
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if ip.is_IPv4 and not ip_address(str(ip.ip)).is_loopback and not ip_address(str(ip.ip)).is_unspecified
    )


def _default_route() -> str | None:
    """Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation: only the route to it matters
            address: str = probe.getsockname()[0]
        except OSError:
            return None
    return address


def rank(
    around: Surroundings,
    *,
    chosen: str | None = None,
    arrivals: Mapping[str, int] | None = None,
    published: str | None = None,
) -> tuple[Ranked, ...]:
    """The best first, by `_worth`; `published` is the present address.

    `chosen` is an adapter's name. `arrivals` counts devices by the address that they came in by.
    """
    route = around.default_route
    arrived = frozenset(ip for ip, count in (arrivals or {}).items() if count)
    return tuple(
        Ranked(
            each,
            Adapter(each.adapter, label(each), each.ip, _reason(each, route, chosen, arrived), each.prefix),
            for_students=each.adapter == chosen or each.ip in arrived or not each.virtual or each.ip == route,
        )
        for each in sorted(around.found, key=lambda each: _worth(each, route, chosen, arrived, published))
    )


def label(address: Address) -> str:
    """What people call the adapter."""
    names = (address.adapter, address.description)
    if address.own_hotspot:
        return "Mobile hotspot"
    if not address.virtual:
        if any(_WIFI.search(name) for name in names):
            return "Wi-Fi"
        if any(_CABLE.search(name) for name in names):
            return "Ethernet"
        if _MAC_PORT.match(address.adapter):
            return f"Network ({address.adapter})"  # either of them: a MacBook's en0 is Wi-Fi, a Mac mini's is not
    return address.description or address.adapter


def _worth(
    address: Address, route: str | None, chosen: str | None, arrived: frozenset[str], published: str | None
) -> tuple[bool | str | int, ...]:
    """Smaller is better. Evidence beats guessing: a VPN has the default route while it takes everything."""
    on_the_route = address.ip == route
    return (
        address.adapter != chosen,
        # One device more or less never moves a class that is in already.
        not (address.ip in arrived and address.ip == published),
        address.ip not in arrived,
        address.virtual and not on_the_route,
        address.self_assigned,
        address.virtual,
        not on_the_route,
        not address.own_hotspot,
        not IPv4Address(address.ip).is_private,
        label(address) not in {"Wi-Fi", "Ethernet"},
        address.adapter,
        int(IPv4Address(address.ip)),
    )


def _reason(address: Address, route: str | None, chosen: str | None, arrived: frozenset[str]) -> str:
    """Plain words for the first thing that decided."""
    reasons = (
        (address.adapter == chosen, "chosen by the teacher"),
        (address.ip in arrived, "devices came in here"),
        (address.self_assigned, "no address from the network yet"),
        (address.virtual, "a VPN, mobile data or virtual machine"),
        (address.own_hotspot, "this computer's own hotspot"),
        (address.ip == route, "the way to the Internet"),
    )
    return next((words for counts, words in reasons if counts), "")
