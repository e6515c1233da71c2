"""Ranking of the network addresses of typical computers."""

from collections.abc import Mapping

import pytest

from launcher.discovery import interfaces
from launcher.discovery.interfaces import Address, NetworkState

WIFI = Address("wlan0", 3, "10.20.3.4", 21)
CABLE = Address("eth0", 2, "10.30.3.4", 21)
DOCKER = Address("docker0", 5, "172.17.0.1", 16)
TUNNEL = Address("tun0", 7, "10.8.0.6", 24)
SELF_ASSIGNED = Address("eth0", 2, "169.254.9.9", 16)
WINDOWS_WIFI = Address("{A}", 11, "10.20.3.4", 21, "Intel(R) Wi-Fi 6 AX201 160MHz")
WINDOWS_CABLE = Address("{B}", 12, "10.20.3.4", 21, "Realtek PCIe GbE Family Controller")
WINDOWS_VPN = Address("{C}", 13, "10.8.0.6", 24, "TAP-Windows Adapter V9")
WINDOWS_HOTSPOT = Address("{D}", 14, "192.168.137.1", 24, "Microsoft Wi-Fi Direct Virtual Adapter")
HYPER_V = Address("{E}", 15, "172.27.48.1", 20, "Hyper-V Virtual Ethernet Adapter")
HOST_ONLY = Address("{F}", 16, "192.168.56.1", 24, "VirtualBox Host-Only Ethernet Adapter")


def published(
    *found: Address,
    route: Address | None = None,
    chosen: str | None = None,
    devices_by_address: Mapping[str, int] | None = None,
    before: Address | None = None,
) -> Address | None:
    """Return the address to publish for students."""
    ranked = interfaces.rank(
        NetworkState(frozenset(found), route.ip if route else None),
        chosen=chosen,
        devices_by_address=devices_by_address,
        published=before.ip if before else None,
    )
    return ranked[0].address if ranked and ranked[0].is_publishable else None


@pytest.mark.parametrize(
    ("found", "route", "best"),
    [
        ([], None, None),
        ([WIFI], WIFI, WIFI),
        ([WIFI], None, WIFI),  # a router without Internet access
        ([WIFI, CABLE], CABLE, CABLE),
        ([WIFI, DOCKER], WIFI, WIFI),
        ([WIFI, TUNNEL, DOCKER], TUNNEL, WIFI),  # a VPN with the default route
        ([WIFI, Address("utun4", 9, "10.1.1.1", 32)], WIFI, WIFI),
        ([WIFI, Address("tailscale0", 9, "100.101.1.2", 32)], WIFI, WIFI),
        ([Address("en0", 4, "192.168.1.9", 24), Address("utun3", 9, "172.16.0.2", 24)], None, "192.168.1.9"),
        ([WINDOWS_WIFI, WINDOWS_VPN], WINDOWS_VPN, WINDOWS_WIFI),
        ([WINDOWS_CABLE, HYPER_V], None, WINDOWS_CABLE),
        ([WINDOWS_WIFI, HOST_ONLY, SELF_ASSIGNED], None, WINDOWS_WIFI),
        ([WINDOWS_HOTSPOT, HYPER_V], None, WINDOWS_HOTSPOT),
        ([WINDOWS_HOTSPOT, WINDOWS_WIFI], WINDOWS_WIFI, WINDOWS_WIFI),
        ([Address("wlp1s0", 3, "10.42.0.1", 24), DOCKER], None, "10.42.0.1"),  # NetworkManager's hotspot
        ([Address("bridge100", 9, "192.168.2.1", 24)], None, "192.168.2.1"),  # Internet sharing of a Mac
        # Hyper-V's external switch has the cable's address.
        ([Address("{E}", 15, "10.20.3.4", 21, "Hyper-V Virtual Ethernet Adapter")], "10.20.3.4", "10.20.3.4"),
        ([DOCKER], None, None),  # not reachable for others
        ([DOCKER, HYPER_V, HOST_ONLY], None, None),
        ([SELF_ASSIGNED], None, SELF_ASSIGNED),  # a switch without a router: all addresses are self-assigned
        ([SELF_ASSIGNED, WIFI], None, WIFI),
        ([SELF_ASSIGNED, DOCKER], None, SELF_ASSIGNED),
    ],
)
def test_the_best_address_is_published(
    found: list[Address], route: Address | str | None, best: Address | str | None
) -> None:
    by_ip = {each.ip: each for each in found}
    if isinstance(route, str):
        route = by_ip[route]
    if isinstance(best, str):
        best = by_ip[best]
    assert published(*found, route=route) == best


def test_the_adapter_chosen_by_the_teacher_has_priority() -> None:
    assert published(WIFI, CABLE, route=WIFI, chosen="eth0", devices_by_address={WIFI.ip: 30}, before=WIFI) == CABLE
    assert published(WIFI, TUNNEL, route=WIFI, chosen="tun0") == TUNNEL


def test_without_the_chosen_adapter_the_next_best_address_is_published() -> None:
    assert published(WIFI, chosen="eth0") == WIFI


def test_an_address_with_connected_devices_precedes_the_default_route() -> None:
    assert published(WIFI, CABLE, route=WIFI, devices_by_address={CABLE.ip: 1}, before=WIFI) == CABLE


def test_a_published_address_in_use_is_kept() -> None:
    both = {CABLE.ip: 1, WIFI.ip: 29}
    assert published(WIFI, CABLE, route=WIFI, devices_by_address=both, before=CABLE) == CABLE
    assert published(WIFI, CABLE, route=WIFI, devices_by_address=both, before=WIFI) == WIFI


@pytest.mark.parametrize(
    ("address", "label"),
    [
        (WIFI, "Wi-Fi"),
        (Address("wlp0s20f3", 3, "10.0.0.2", 24), "Wi-Fi"),
        (WINDOWS_WIFI, "Wi-Fi"),
        (Address("{A}", 1, "10.0.0.2", 24, "MediaTek 802.11ac Adapter"), "Wi-Fi"),
        (CABLE, "Ethernet"),
        (Address("enp3s0", 3, "10.0.0.2", 24), "Ethernet"),
        (WINDOWS_CABLE, "Ethernet"),
        (Address("{A}", 1, "10.0.0.2", 24, "Intel(R) Ethernet Connection (7) I219-LM"), "Ethernet"),
        (WINDOWS_HOTSPOT, "Mobile hotspot"),
        (Address("en0", 4, "192.168.1.9", 24, "en0"), "Network (en0)"),
        (HYPER_V, "Hyper-V Virtual Ethernet Adapter"),
        (DOCKER, "docker0"),
    ],
)
def test_adapters_have_common_labels(address: Address, label: str) -> None:
    assert interfaces.adapter_label(address) == label


def test_an_adapter_knows_the_addresses_of_its_subnet() -> None:
    (ranked,) = interfaces.rank(NetworkState(frozenset({WIFI}), None))
    assert ranked.adapter.is_same_subnet("10.20.7.9")
    assert not ranked.adapter.is_same_subnet("10.20.9.9")


def test_each_ranked_adapter_has_its_main_reason() -> None:
    network = NetworkState(frozenset({WIFI, CABLE, DOCKER, WINDOWS_HOTSPOT}), WIFI.ip)
    ranked = interfaces.rank(network, chosen="eth0")
    assert [(each.adapter.name, each.adapter.reason) for each in ranked] == [
        ("eth0", "chosen"),
        ("wlan0", "default_route"),
        ("{D}", "hotspot"),
        ("docker0", "virtual"),
    ]


def test_the_network_state_of_this_computer_is_valid() -> None:
    network = interfaces.read_network_state()
    assert all(not each.ip.startswith("127.") and 0 < each.prefix <= 32 for each in network.addresses)
    assert network.default_route is None or network.default_route in {each.ip for each in network.addresses}
