"""What the class computers of a school call themselves, and who hears of it."""

import time

import pytest
from playwright.sync_api import expect

from tests.lan.computers import PORT, ClassComputerProcess, call, until
from tests.lan.lab import WIFI, Host
from tests.lan.multicast import NO_ADDRESS, Ear, ask, ask_by_ipv6, forge
from tests.lan.school import School, join

NAME = "goalbucks-rivera.local"
SECOND_NAME = "goalbucks-rivera-2.local"
IPV6_SECONDS = 10
"""The system takes two until an adapter's IPv6 address may be used, the program one until it looks, and each unanswered
question two."""
LONGEST_MEMORY = 75
"""Seconds until a resolver has forgotten a host that went without a word."""


def teacher_at(device: Host, name: str) -> str:
    """Whose class computer a student finds who opens the name."""
    (address,) = ask(device, name)
    status, doors = call(device, address, "GET", "/api/network/doors", headers={"Host": name})
    assert status == 200
    return str(doors["here"]["teacher"])


def test_the_second_of_one_surname_gets_a_number_and_keeps_it(school: School) -> None:
    first, _ = school.class_computer(10, "Elena Rivera")
    device = school.switch.add(21)
    first.await_name(NAME)
    data_dir, seated = school.seat("Marco Rivera")
    host = school.switch.add(11)
    second = school.start(host, data_dir, seated.teacher_token)
    second.await_name(SECOND_NAME)
    assert teacher_at(device, NAME) == "Elena Rivera"
    assert teacher_at(device, SECOND_NAME) == "Marco Rivera"
    first.stop()
    second.stop()
    school.start(host, data_dir, seated.teacher_token).await_name(SECOND_NAME)
    assert ask(device, NAME) == set()


def test_two_of_one_surname_in_the_same_second_share_no_name(school: School) -> None:
    device = school.switch.add(21)
    both = start_both(school)
    for computer in both:
        computer.await_answer()
    assert_each_has_its_own(device, both)


def test_two_of_one_name_whose_networks_become_one_share_it_no_longer(school: School) -> None:
    device = school.switch.add(21)
    school.switch.isolate(on=True)
    both = start_both(school)
    for computer in both:
        computer.await_answer()
        computer.await_name(NAME)
    school.switch.isolate(on=False)
    assert_each_has_its_own(device, both)


def start_both(school: School) -> list[ClassComputerProcess]:
    """Two of one surname; the second at the higher address."""
    seats = [school.seat(teacher) for teacher in ("Elena Rivera", "Marco Rivera")]
    hosts = [school.switch.add(number) for number in (10, 11)]
    return [
        school.begin(host, data_dir, seated.teacher_token)
        for host, (data_dir, seated) in zip(hosts, seats, strict=True)
    ]


def assert_each_has_its_own(device: Host, both: list[ClassComputerProcess]) -> None:
    """Soon a student finds one under each name, and each believes what the student finds."""

    def found() -> list[set[str]]:
        return [ask(device, name) for name in (NAME, SECOND_NAME)]

    def believed() -> list[set[str]]:
        return [{each.host.address for each in both if each.host_name() == name} for name in (NAME, SECOND_NAME)]

    until(lambda: sorted(map(sorted, found())), [[each.host.address] for each in both], seconds=20)
    assert found() == believed()


def test_a_name_that_another_computer_has_is_left_to_it(school: School) -> None:
    other, device = school.switch.add(11), school.switch.add(21)
    school.resolver(other, "goalbucks-rivera")
    until(lambda: ask(device, NAME), {other.address})
    computer, _ = school.class_computer()
    computer.await_name(SECOND_NAME)
    assert ask(device, NAME) == {other.address}
    assert ask(device, SECOND_NAME) == {computer.host.address}


def test_one_forged_record_takes_no_name_away(school: School) -> None:
    device = school.switch.add(21)
    computer, _ = school.class_computer()
    computer.await_name(NAME)
    with Ear(device) as ear:
        ear.forget()
        forge(device, NAME, "10.77.0.200")
        ear.hear(NAME, seconds=1)  # the forged one itself
        corrected = ear.hear(NAME, seconds=10)
    assert corrected is not None
    assert corrected.address == computer.host.address
    time.sleep(2)
    assert computer.host_name() == NAME
    assert ask(device, NAME) == {computer.host.address}


def test_a_goodbye_at_the_end_makes_everybody_forget_the_name(school: School) -> None:
    device = school.switch.add(21)
    browser = school.resolver(device)
    computer, _ = school.class_computer()
    computer.await_name(NAME)
    until(lambda: browser.look_up(NAME), computer.host.address)
    with Ear(device) as ear:
        computer.stop()
        goodbye = ear.hear(NAME, seconds=1)
    assert goodbye is not None
    assert goodbye.ttl == 0
    until(lambda: browser.look_up(NAME), None, seconds=3)


def test_after_a_crash_nobody_answers_and_the_name_holds_a_minute_at_most(school: School) -> None:
    device = school.switch.add(21)
    with Ear(device) as ear:
        computer, _ = school.class_computer()
        announced = ear.hear(NAME, seconds=15)
    assert announced is not None
    assert announced.ttl <= 60
    computer.await_name(NAME)
    computer.kill()
    assert ask(device, NAME) == set()
    with pytest.raises(ConnectionRefusedError):
        call(device, computer.host.address, "GET", "/api/health")


@pytest.mark.long
def test_after_a_crash_a_resolver_forgets_the_name(school: School) -> None:
    browser = school.resolver(school.switch.add(21))
    computer, _ = school.class_computer()
    computer.await_name(NAME)
    until(lambda: browser.look_up(NAME), computer.host.address)
    computer.kill()
    assert browser.look_up(NAME) == computer.host.address
    until(lambda: browser.look_up(NAME), None, seconds=LONGEST_MEMORY)


def test_a_child_at_the_wrong_door_finds_the_right_one(school: School) -> None:
    right, seated = school.class_computer(10, "Elena Rivera")
    wrong, _ = school.class_computer(11, "Marco Osei")
    device = school.switch.add(21)
    until(lambda: nearby(wrong), ["Elena Rivera"])
    page = school.page(device, f"http://{wrong.host.address}:{PORT}")
    page.goto("/")
    expect(page.get_by_text("Marco Osei's class computer")).to_be_visible()
    page.get_by_role("button", name="Student Login").click()
    page.get_by_role("region", name="Looking for another class?").get_by_role("link", name="Elena Rivera").click()
    expect(page.get_by_text("Elena Rivera's class computer")).to_be_visible()
    assert page.url == f"http://{right.host.address}:{PORT}/"
    join(school.page(device, page.url), seated)

    right.stop()
    until(lambda: nearby(wrong), [], seconds=5)


def nearby(computer: ClassComputerProcess) -> list[str]:
    """The teachers of the other class computers that it knows."""
    return [door["teacher"] for door in computer.call("GET", "/api/network/doors")["nearby"]]


def test_android_is_told_that_there_is_no_ipv6_address(school: School) -> None:
    device = school.switch.add(21)
    computer, _ = school.class_computer()
    computer.await_name(NAME)
    until(lambda: ask_by_ipv6(device, NAME), NO_ADDRESS, IPV6_SECONDS)


def test_android_is_told_so_too_where_ipv6_comes_late(school: School) -> None:
    device, host = school.switch.add(21), school.switch.add(10)
    host.ip("-6", "address", "flush", "dev", WIFI)
    data_dir, seated = school.seat()
    computer = school.start(host, data_dir, seated.teacher_token)
    computer.await_name(NAME)
    assert ask_by_ipv6(device, NAME) is None
    host.ip("address", "add", "fe80::10/64", "dev", WIFI)
    until(lambda: ask_by_ipv6(device, NAME), NO_ADDRESS, IPV6_SECONDS)
    assert computer.host_name() == NAME
