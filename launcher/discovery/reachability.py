"""Determines the address at which the class reaches this computer, as `server.computer.NetworkEndpoint`."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from ipaddress import IPv4Address

from launcher.discovery import interfaces
from launcher.discovery.interfaces import Address, Surroundings
from launcher.serving.sockets import EVERY_ADDRESS, Listening
from launcher.startup.state_file import Remembered
from server.computer import Adapter, Reach


@dataclass(frozen=True, slots=True)
class View:
    """The address to publish, if any, and all adapters, the best first."""

    published: Address | None
    adapters: tuple[Adapter, ...]

    @property
    def address(self) -> str | None:
        """The published IPv4 address."""
        return self.published.ip if self.published else None


def view(reach: Reach, arrivals: Mapping[str, int], around: Surroundings) -> View:
    """Choose the address to publish from the current network state."""
    ranked = interfaces.rank(around, chosen=reach.chosen_adapter, arrivals=arrivals, published=reach.address)
    published = ranked[0].address if ranked and ranked[0].for_students else None
    return View(published, tuple(each.adapter for each in ranked))


def at_start(host: str, listening: Listening, remembered: Remembered, *, tls: bool = False) -> Reach:
    """Return the network endpoint at startup; `host` is the address that the server is configured to listen on."""
    endpoint = Reach(listening.port, listening.port_80, taken_port=listening.taken_port, tls=tls)
    if host not in EVERY_ADDRESS:
        return replace(endpoint, address=host if _is_reachable(host) else None)
    endpoint = replace(endpoint, chosen_adapter=remembered.adapter)
    choice = view(endpoint, {}, interfaces.look_around())
    return replace(endpoint, address=choice.address, adapters=choice.adapters)


def _is_reachable(host: str) -> bool:
    try:
        return not IPv4Address(host).is_loopback
    except ValueError:
        return False
