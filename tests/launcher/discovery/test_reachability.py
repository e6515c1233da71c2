"""Choice of the address to publish, and the endpoint at startup."""

from pathlib import Path

import pytest

from launcher.discovery import interfaces
from launcher.discovery.interfaces import Address, NetworkState
from launcher.discovery.reachability import choose_address, initial_endpoint
from launcher.sockets import ListeningSockets
from launcher.startup.state_file import LauncherState
from server.computer.network import NetworkEndpoint
from tests.launcher.discovery.conftest import CABLE, WIFI

DOCKER = Address("docker0", 5, "172.17.0.1", 16)
LISTENING = ListeningSockets([], 8080, port_80=True, taken_port=None)


@pytest.fixture
def state(tmp_path: Path) -> LauncherState:
    return LauncherState(tmp_path)


def test_without_addresses_nothing_is_published() -> None:
    choice = choose_address(NetworkEndpoint(8080), {}, NetworkState())
    assert (choice.address, choice.adapters) == (None, ())


def test_a_virtual_adapter_is_listed_but_not_published() -> None:
    choice = choose_address(NetworkEndpoint(8080), {}, NetworkState(frozenset({DOCKER})))
    assert choice.address is None
    assert [each.name for each in choice.adapters] == ["docker0"]


def test_the_chosen_adapter_is_published_and_listed_first() -> None:
    network = NetworkState(frozenset({WIFI, CABLE}), WIFI.ip)
    choice = choose_address(NetworkEndpoint(8080, chosen_adapter="eth0"), {WIFI.ip: 30}, network)
    assert choice.published == CABLE
    assert [each.name for each in choice.adapters] == ["eth0", "wlan0"]


@pytest.mark.parametrize(
    ("host", "address"),
    [("192.168.1.20", "192.168.1.20"), ("127.0.0.1", None), ("localhost", None), ("::1", None)],
)
def test_a_single_host_is_reachable_unless_it_is_loopback_or_no_ipv4_address(
    host: str, address: str | None, state: LauncherState
) -> None:
    endpoint = initial_endpoint(host, LISTENING, state)
    assert (endpoint.port, endpoint.address, endpoint.adapters) == (8080, address, ())


def test_a_wildcard_host_starts_with_the_saved_adapter(state: LauncherState, monkeypatch: pytest.MonkeyPatch) -> None:
    network = NetworkState(frozenset({WIFI, CABLE}), WIFI.ip)
    monkeypatch.setattr(interfaces, "read_network_state", lambda: network)
    state.set_adapter("eth0")
    endpoint = initial_endpoint("0.0.0.0", LISTENING, state, tls=True)
    assert (endpoint.address, endpoint.chosen_adapter, endpoint.tls) == (CABLE.ip, "eth0", True)
