"""Network changes while a class is connected, after which students' devices can connect again."""

import os
import signal
import time

import pytest

from launcher.discovery.service import DEBOUNCE_SECONDS, POLL_INTERVAL_SECONDS
from tests.factories.waiting import wait_for_value
from tests.lan.lab import WIFI, Host
from tests.lan.mdns_client import MdnsListener, query_addresses
from tests.lan.processes import ClassComputerProcess, http_call
from tests.lan.school_network import SchoolNetwork

NAME = "goalbucks-rivera.local"
TIMEOUT_SECONDS = 15
SLEEP_SECONDS = 11


def wait_until_reachable(device: Host, computer: ClassComputerProcess) -> None:
    """Wait until the name resolves to the computer's current address, and send a request by name."""
    address = computer.host.address
    wait_for_value(lambda: query_addresses(device, NAME), {address})
    assert http_call(device, address, "GET", "/api/health", headers={"Host": NAME})[0] == 200


def test_a_new_dhcp_address_is_published_and_resolved_by_name(network: SchoolNetwork) -> None:
    device = network.switch.add_host(21)
    browser = network.resolver(device)
    computer, _ = network.class_computer()
    computer.wait_for_name(NAME)
    wait_for_value(lambda: browser.look_up(NAME), "10.77.0.10")
    computer.host.take_address(50)
    wait_until_reachable(device, computer)
    wait_for_value(lambda: browser.look_up(NAME), "10.77.0.50")
    assert computer.call("GET", "/api/network")["url"] == "http://10.77.0.50"


@pytest.mark.long
def test_the_adapter_that_the_teacher_chooses_is_published(network: SchoolNetwork) -> None:
    device = network.switch.add_host(21)
    computer, _ = network.class_computer()
    computer.wait_for_name(NAME)
    network.switch.plug(computer.host, 12, "wlan1")  # the default route moves to it, so it is preferred
    wait_for_value(lambda: query_addresses(device, NAME), {"10.77.0.12"})
    computer.call("PUT", "/api/network/adapter", {"name": WIFI})
    wait_for_value(lambda: query_addresses(device, NAME), {"10.77.0.10"})
    assert computer.call("GET", "/api/network")["url"] == "http://10.77.0.10"


def test_a_replugged_adapter_with_the_same_address_is_reachable_again(network: SchoolNetwork) -> None:
    device = network.switch.add_host(21)
    computer, _ = network.class_computer()
    computer.wait_for_name(NAME)
    computer.host.unplug()
    network.switch.plug(computer.host, 10)
    wait_until_reachable(device, computer)


def test_without_a_network_no_address_is_reported_and_it_returns_with_one(network: SchoolNetwork) -> None:
    device = network.switch.add_host(21)
    computer, _ = network.class_computer()
    computer.wait_for_name(NAME)
    computer.host.unplug()
    wait_for_value(lambda: computer.call("GET", "/api/network")["url"], None)
    wait_for_value(computer.host_name, None)
    network.switch.plug(computer.host, 12)
    wait_until_reachable(device, computer)
    computer.wait_for_name(NAME)


@pytest.mark.long  # quick: tests/launcher/discovery/test_service.py
def test_after_a_suspend_the_name_is_announced_again(network: SchoolNetwork) -> None:
    device = network.switch.add_host(21)
    computer, _ = network.class_computer()
    computer.wait_for_name(NAME)
    with MdnsListener(device) as listener:
        os.kill(computer.process.pid, signal.SIGSTOP)
        time.sleep(SLEEP_SECONDS)
        listener.discard()
        os.kill(computer.process.pid, signal.SIGCONT)
        record = listener.next_record(NAME, TIMEOUT_SECONDS)
    assert record is not None
    assert (record.address, record.ttl > 0) == (computer.host.address, True)
    computer.wait_for_name(NAME)
    wait_until_reachable(device, computer)


def test_neither_docker_nor_a_tunnel_with_the_default_route_is_published(network: SchoolNetwork) -> None:
    host = network.switch.add_host(10)
    for adapter, address in (("docker0", "172.17.0.1/16"), ("vboxnet0", "192.168.56.1/24"), ("tun0", "10.8.0.6/24")):
        host.ip("link", "add", adapter, "type", "bridge")
        host.ip("address", "add", address, "dev", adapter)
        host.ip("link", "set", adapter, "up")
    host.ip("route", "replace", "default", "dev", "tun0")
    data_dir, seeded = network.create_class()
    computer = network.start(host, data_dir, seeded.teacher_token)
    computer.wait_for_name(NAME)
    device = network.switch.add_host(21)
    assert query_addresses(device, NAME) == {host.address}
    assert computer.call("GET", "/api/network")["adapters"][0]["name"] == WIFI


def test_a_request_to_a_virtual_adapters_address_does_not_get_it_published(network: SchoolNetwork) -> None:
    computer, _ = network.class_computer()
    computer.host.ip("link", "add", "docker0", "type", "bridge")
    computer.host.ip("address", "add", "172.17.0.1/16", "dev", "docker0")
    computer.host.ip("link", "set", "docker0", "up")
    wait_for_value(lambda: len(computer.call("GET", "/api/network")["adapters"]), 2)
    student = network.switch.add_host(66)
    student.ip("route", "add", "172.17.0.1", "via", computer.host.address)
    assert http_call(student, "172.17.0.1", "GET", "/api/health")[0] == 200
    time.sleep(POLL_INTERVAL_SECONDS + DEBOUNCE_SECONDS + 1)
    assert computer.call("GET", "/api/network")["address"] == computer.host.address
