"""mDNS names of a school's class computers: conflicts, forged records and goodbyes."""

import time

import pytest
from playwright.sync_api import expect

from tests.factories.waiting import wait_for_value
from tests.lan.lab import WIFI, Host
from tests.lan.mdns_client import NO_ADDRESSES, MdnsListener, count_ipv6_addresses, query_addresses, send_forged_record
from tests.lan.processes import PORT, ClassComputerProcess, http_call
from tests.lan.school_network import SchoolNetwork, sign_in_as_student

NAME = "goalbucks-rivera.local"
SECOND_NAME = "goalbucks-rivera-2.local"
IPV6_TIMEOUT = 10
"""Seconds: two until the system allows an IPv6 address, one until the program notices it, two for each unanswered
query.
"""
CACHE_SECONDS = 75
"""Seconds until a resolver drops a host that left without announcing it."""


def teacher_at(device: Host, name: str) -> str:
    """The teacher of the class computer at that name."""
    (address,) = query_addresses(device, name)
    status, doors = http_call(device, address, "GET", "/api/network/doors", headers={"Host": name})
    assert status == 200
    return str(doors["here"]["teacher"])


def test_the_second_computer_of_a_surname_gets_a_numbered_name_and_keeps_it(network: SchoolNetwork) -> None:
    first, _ = network.class_computer(10, "Elena Rivera")
    device = network.switch.add_host(21)
    first.wait_for_name(NAME)
    data_dir, seeded = network.create_class("Marco Rivera")
    host = network.switch.add_host(11)
    second = network.start(host, data_dir, seeded.teacher_token)
    second.wait_for_name(SECOND_NAME)
    assert teacher_at(device, NAME) == "Elena Rivera"
    assert teacher_at(device, SECOND_NAME) == "Marco Rivera"
    first.stop()
    second.stop()
    network.start(host, data_dir, seeded.teacher_token).wait_for_name(SECOND_NAME)
    assert query_addresses(device, NAME) == set()


def test_two_computers_of_a_surname_that_start_simultaneously_get_distinct_names(network: SchoolNetwork) -> None:
    device = network.switch.add_host(21)
    both = start_namesakes(network)
    for computer in both:
        computer.wait_until_ready()
    assert_distinct_names(device, both)


@pytest.mark.long
def test_two_computers_with_one_name_get_distinct_names_when_their_networks_are_joined(network: SchoolNetwork) -> None:
    device = network.switch.add_host(21)
    network.switch.isolate(on=True)
    both = start_namesakes(network)
    for computer in both:
        computer.wait_until_ready()
        computer.wait_for_name(NAME)
    network.switch.isolate(on=False)
    assert_distinct_names(device, both)


def start_namesakes(network: SchoolNetwork) -> list[ClassComputerProcess]:
    """Start two class computers whose teachers have one surname; the second has the higher address."""
    seats = [network.create_class(teacher) for teacher in ("Elena Rivera", "Marco Rivera")]
    hosts = [network.switch.add_host(number) for number in (10, 11)]
    return [
        network.launch(host, data_dir, seeded.teacher_token)
        for host, (data_dir, seeded) in zip(hosts, seats, strict=True)
    ]


def assert_distinct_names(device: Host, both: list[ClassComputerProcess]) -> None:
    """Wait until each of the two names leads to one computer, and assert that each reports that name as its own."""

    def found() -> list[set[str]]:
        return [query_addresses(device, name) for name in (NAME, SECOND_NAME)]

    def believed() -> list[set[str]]:
        return [{each.host.address for each in both if each.host_name() == name} for name in (NAME, SECOND_NAME)]

    wait_for_value(lambda: sorted(map(sorted, found())), [[each.host.address] for each in both], seconds=20)
    assert found() == believed()


@pytest.mark.long
def test_a_host_name_in_use_by_another_computer_is_not_taken(network: SchoolNetwork) -> None:
    other, device = network.switch.add_host(11), network.switch.add_host(21)
    network.resolver(other, "goalbucks-rivera")
    wait_for_value(lambda: query_addresses(device, NAME), {other.address})
    computer, _ = network.class_computer()
    computer.wait_for_name(SECOND_NAME)
    assert query_addresses(device, NAME) == {other.address}
    assert query_addresses(device, SECOND_NAME) == {computer.host.address}


@pytest.mark.long
def test_one_forged_record_does_not_take_a_name_away(network: SchoolNetwork) -> None:
    device = network.switch.add_host(21)
    computer, _ = network.class_computer()
    computer.wait_for_name(NAME)
    with MdnsListener(device) as listener:
        listener.discard()
        send_forged_record(device, NAME, "10.77.0.200")
        listener.next_record(NAME, seconds=1)  # the forged one itself
        corrected = listener.next_record(NAME, seconds=10)
    assert corrected is not None
    assert corrected.address == computer.host.address
    time.sleep(2)
    assert computer.host_name() == NAME
    assert query_addresses(device, NAME) == {computer.host.address}


def test_the_goodbye_on_exit_removes_the_name_from_resolvers(network: SchoolNetwork) -> None:
    device = network.switch.add_host(21)
    browser = network.resolver(device)
    computer, _ = network.class_computer()
    computer.wait_for_name(NAME)
    wait_for_value(lambda: browser.look_up(NAME), computer.host.address)
    with MdnsListener(device) as listener:
        computer.stop()
        goodbye = listener.next_record(NAME, seconds=1)
    assert goodbye is not None
    assert goodbye.ttl == 0
    wait_for_value(lambda: browser.look_up(NAME), None, seconds=3)


def test_after_a_crash_the_name_is_unanswered_and_cached_for_a_minute_at_most(network: SchoolNetwork) -> None:
    device = network.switch.add_host(21)
    with MdnsListener(device) as listener:
        computer, _ = network.class_computer()
        announced = listener.next_record(NAME, seconds=15)
    assert announced is not None
    assert announced.ttl <= 60
    computer.wait_for_name(NAME)
    computer.kill()
    assert query_addresses(device, NAME) == set()
    with pytest.raises(ConnectionRefusedError):
        http_call(device, computer.host.address, "GET", "/api/health")


@pytest.mark.long
def test_after_a_crash_a_resolver_forgets_the_name(network: SchoolNetwork) -> None:
    browser = network.resolver(network.switch.add_host(21))
    computer, _ = network.class_computer()
    computer.wait_for_name(NAME)
    wait_for_value(lambda: browser.look_up(NAME), computer.host.address)
    computer.kill()
    assert browser.look_up(NAME) == computer.host.address
    wait_for_value(lambda: browser.look_up(NAME), None, seconds=CACHE_SECONDS)


def test_a_student_on_the_wrong_class_computer_finds_the_right_one(network: SchoolNetwork) -> None:
    right, seeded = network.class_computer(10, "Elena Rivera")
    wrong, _ = network.class_computer(11, "Marco Osei")
    device = network.switch.add_host(21)
    wait_for_value(lambda: nearby_teachers(wrong), ["Elena Rivera"])
    page = network.page(device, f"http://{wrong.host.address}:{PORT}")
    page.goto("/")
    expect(page.get_by_text("Marco Osei's class computer")).to_be_visible()
    page.get_by_role("button", name="Student Login").click()
    page.get_by_role("region", name="Looking for another class?").get_by_role("link", name="Elena Rivera").click()
    expect(page.get_by_text("Elena Rivera's class computer")).to_be_visible()
    assert page.url == f"http://{right.host.address}:{PORT}/"
    sign_in_as_student(network.page(device, page.url), seeded)

    right.stop()
    wait_for_value(lambda: nearby_teachers(wrong), [])


def nearby_teachers(computer: ClassComputerProcess) -> list[str]:
    """The teachers of the other class computers that this one lists."""
    return [door["teacher"] for door in computer.call("GET", "/api/network/doors")["nearby"]]


def test_an_ipv6_query_gets_a_response_without_addresses(network: SchoolNetwork) -> None:
    device = network.switch.add_host(21)
    computer, _ = network.class_computer()
    computer.wait_for_name(NAME)
    wait_for_value(lambda: count_ipv6_addresses(device, NAME), NO_ADDRESSES, IPV6_TIMEOUT)


@pytest.mark.long
def test_an_ipv6_query_gets_a_response_without_addresses_where_ipv6_comes_late(network: SchoolNetwork) -> None:
    device, host = network.switch.add_host(21), network.switch.add_host(10)
    host.ip("-6", "address", "flush", "dev", WIFI)
    data_dir, seeded = network.create_class()
    computer = network.start(host, data_dir, seeded.teacher_token)
    computer.wait_for_name(NAME)
    assert count_ipv6_addresses(device, NAME) is None
    host.ip("address", "add", "fe80::10/64", "dev", WIFI)
    wait_for_value(lambda: count_ipv6_addresses(device, NAME), NO_ADDRESSES, IPV6_TIMEOUT)
    assert computer.host_name() == NAME
