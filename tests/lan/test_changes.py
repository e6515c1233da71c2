"""What happens to the network while a class is in, and how soon a student's device notices."""

import os
import signal
import time

from tests.lan.computers import ClassComputerProcess, call, until
from tests.lan.lab import WIFI, Host
from tests.lan.multicast import Ear, ask
from tests.lan.school import School

NAME = "goalbucks-rivera.local"
NOTICED_SECONDS = 5
SLEEP_SECONDS = 11


def seconds_until_followed(device: Host, computer: ClassComputerProcess) -> float:
    """How long it takes until a student comes in by name at the computer's present address."""
    begun = time.monotonic()
    address = computer.host.address
    until(lambda: ask(device, NAME), {address})
    assert call(device, address, "GET", "/api/health", headers={"Host": NAME})[0] == 200
    return time.monotonic() - begun


def test_another_address_from_dhcp_is_published_and_found_by_name(school: School) -> None:
    device = school.switch.add(21)
    browser = school.resolver(device)
    computer, _ = school.class_computer()
    computer.await_name(NAME)
    until(lambda: browser.look_up(NAME), "10.77.0.10")
    computer.host.take_address(50)
    seconds = seconds_until_followed(device, computer)
    print(f"found at another address after {seconds:.1f} s")  # noqa: T201 - shown with -rA
    assert seconds < NOTICED_SECONDS
    until(lambda: browser.look_up(NAME), "10.77.0.50", seconds=2)
    assert computer.call("GET", "/api/network")["url"] == "http://10.77.0.50"


def test_the_adapter_that_the_teacher_chooses_is_published(school: School) -> None:
    device = school.switch.add(21)
    computer, _ = school.class_computer()
    computer.await_name(NAME)
    school.switch.plug(computer.host, 12, "wlan1")  # which brings the way out, and so goes first
    until(lambda: ask(device, NAME), {"10.77.0.12"})
    computer.call("PUT", "/api/network/adapter", {"name": WIFI})
    until(lambda: ask(device, NAME), {"10.77.0.10"}, NOTICED_SECONDS)
    assert computer.call("GET", "/api/network")["url"] == "http://10.77.0.10"


def test_a_replugged_adapter_with_the_same_address_is_found_again(school: School) -> None:
    device = school.switch.add(21)
    computer, _ = school.class_computer()
    computer.await_name(NAME)
    computer.host.unplug()
    school.switch.plug(computer.host, 10)
    seconds = seconds_until_followed(device, computer)
    print(f"found at a replugged adapter after {seconds:.1f} s")  # noqa: T201 - likewise
    assert seconds < NOTICED_SECONDS


def test_without_a_network_it_says_so_and_comes_back_with_one(school: School) -> None:
    device = school.switch.add(21)
    computer, _ = school.class_computer()
    computer.await_name(NAME)
    computer.host.unplug()
    until(lambda: computer.call("GET", "/api/network")["url"], None)
    until(computer.host_name, None)
    school.switch.plug(computer.host, 12)
    assert seconds_until_followed(device, computer) < NOTICED_SECONDS
    computer.await_name(NAME)


def test_after_a_sleep_it_is_announced_again(school: School) -> None:
    device = school.switch.add(21)
    computer, _ = school.class_computer()
    computer.await_name(NAME)
    with Ear(device) as ear:
        os.kill(computer.process.pid, signal.SIGSTOP)
        time.sleep(SLEEP_SECONDS)
        ear.forget()
        os.kill(computer.process.pid, signal.SIGCONT)
        said = ear.hear(NAME, NOTICED_SECONDS)
    assert said is not None
    assert (said.address, said.ttl > 0) == (computer.host.address, True)
    computer.await_name(NAME)
    assert seconds_until_followed(device, computer) < NOTICED_SECONDS


def test_neither_docker_nor_a_tunnel_with_the_default_route_is_published(school: School) -> None:
    host = school.switch.add(10)
    for adapter, address in (("docker0", "172.17.0.1/16"), ("vboxnet0", "192.168.56.1/24"), ("tun0", "10.8.0.6/24")):
        host.ip("link", "add", adapter, "type", "bridge")
        host.ip("address", "add", address, "dev", adapter)
        host.ip("link", "set", adapter, "up")
    host.ip("route", "replace", "default", "dev", "tun0")
    data_dir, seated = school.seat()
    computer = school.start(host, data_dir, seated.teacher_token)
    computer.await_name(NAME)
    device = school.switch.add(21)
    assert ask(device, NAME) == {host.address}
    assert computer.call("GET", "/api/network")["adapters"][0]["name"] == WIFI


def test_a_student_can_not_have_an_adapter_published_that_leads_nowhere(school: School) -> None:
    computer, _ = school.class_computer()
    computer.host.ip("link", "add", "docker0", "type", "bridge")
    computer.host.ip("address", "add", "172.17.0.1/16", "dev", "docker0")
    computer.host.ip("link", "set", "docker0", "up")
    until(lambda: len(computer.call("GET", "/api/network")["adapters"]), 2)
    student = school.switch.add(66)
    student.ip("route", "add", "172.17.0.1", "via", computer.host.address)
    assert call(student, "172.17.0.1", "GET", "/api/health")[0] == 200
    time.sleep(NOTICED_SECONDS)
    assert computer.call("GET", "/api/network")["address"] == computer.host.address
