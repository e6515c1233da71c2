"""Determines the address at which the class reaches this computer, as `server.computer.NetworkEndpoint`."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from ipaddress import IPv4Address

from launcher.discovery import interfaces
from launcher.discovery.interfaces import Address, NetworkState
from launcher.sockets import WILDCARD_ADDRESSES, ListeningSockets
from launcher.startup.state_file import LauncherState
from server.computer.network import Adapter, NetworkEndpoint


@dataclass(frozen=True, slots=True)
class AddressChoice:
    """The address to publish, if any, and all adapters, the best first."""

    published: Address | None
    adapters: tuple[Adapter, ...]

    @property
    def address(self) -> str | None:
        """The published IPv4 address."""
        return self.published.ip if self.published else None


def choose_address(
    endpoint: NetworkEndpoint, devices_by_address: Mapping[str, int], network: NetworkState
) -> AddressChoice:
    """Choose the address to publish from the current network state."""
    ranked = interfaces.rank(
        network, chosen=endpoint.chosen_adapter, devices_by_address=devices_by_address, published=endpoint.address
    )
    published = ranked[0].address if ranked and ranked[0].is_publishable else None
    return AddressChoice(published, tuple(each.adapter for each in ranked))


def initial_endpoint(
    host: str, listening: ListeningSockets, state: LauncherState, *, tls: bool = False
) -> NetworkEndpoint:
    """Return the network endpoint at startup; `host` is the address that the server is configured to listen on."""
    endpoint = NetworkEndpoint(listening.port, listening.port_80, taken_port=listening.taken_port, tls=tls)
    if host not in WILDCARD_ADDRESSES:
        return replace(endpoint, address=host if _is_reachable(host) else None)
    endpoint = replace(endpoint, chosen_adapter=state.adapter)
    choice = choose_address(endpoint, {}, interfaces.read_network_state())
    return replace(endpoint, address=choice.address, adapters=choice.adapters)


def _is_reachable(host: str) -> bool:
    try:
        return not IPv4Address(host).is_loopback
    except ValueError:
        return False
