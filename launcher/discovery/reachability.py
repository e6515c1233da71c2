"""How the class reaches this computer, as `server.computer.Reach` from what the system says."""

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
    """The adapters, the best first, and the one address that is published."""

    published: Address | None
    adapters: tuple[Adapter, ...]

    @property
    def address(self) -> str | None:
        """What is typed."""
        return self.published.ip if self.published else None


def view(reach: Reach, arrivals: Mapping[str, int], around: Surroundings) -> View:
    """What counts now, in these surroundings."""
    ranked = interfaces.rank(around, chosen=reach.chosen_adapter, arrivals=arrivals, published=reach.address)
    published = ranked[0].address if ranked and ranked[0].for_students else None
    return View(published, tuple(each.adapter for each in ranked))


def at_start(host: str, listening: Listening, remembered: Remembered, *, tls: bool = False) -> Reach:
    """What is known before the first request."""
    reach = Reach(listening.port, listening.port_80, taken_port=listening.taken_port, tls=tls)
    if host not in EVERY_ADDRESS:
        return replace(reach, address=host if _may_be_reached(host) else None)
    reach = replace(reach, chosen_adapter=remembered.adapter)
    first = view(reach, {}, interfaces.look_around())
    return replace(reach, address=first.address, adapters=first.adapters)


def _may_be_reached(host: str) -> bool:
    try:
        return not IPv4Address(host).is_loopback
    except ValueError:
        return False
