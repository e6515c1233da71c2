"""How a student's device reaches the class computer, and the fallbacks when the Wi-Fi filters traffic."""

import pytest
from playwright.sync_api import Error, Page, expect

from tests.e2e.page_actions import sign_in_teacher
from tests.factories.seeded import EMAIL
from tests.lan.mdns_client import query_addresses
from tests.lan.processes import PORT, ClassComputerProcess, http_call
from tests.lan.school_network import SchoolNetwork, sign_in_as_student

NAME = "goalbucks-rivera.local"
CHECKLIST_DELAY = "01:05"
"""Long enough for the page to suggest a checklist."""


def test_a_class_computer_is_reachable_by_name_and_by_address(network: SchoolNetwork) -> None:
    computer, seeded = network.class_computer()
    device = network.switch.add_host(21)
    browser = network.resolver(device)
    computer.wait_for_name(NAME)
    for url in (f"http://{NAME}", f"http://{NAME}:{PORT}", f"http://{computer.host.address}:{PORT}"):
        sign_in_as_student(network.page(browser, url), seeded)
    reach = computer.call("GET", "/api/network")
    assert (reach["url"], reach["hostNameUrl"]) == (f"http://{computer.host.address}", f"http://{NAME}")
    assert reach["devices"] == 1


@pytest.mark.long
def test_with_filtered_multicast_the_name_is_unknown_but_the_address_works(network: SchoolNetwork) -> None:
    device = network.switch.add_host(21)
    browser = network.resolver(device)
    computer, seeded = network.class_computer()
    network.switch.filter_multicast(on=True)
    computer.wait_for_name(NAME)
    assert query_addresses(device, NAME) == set()
    with pytest.raises(Error, match="ERR_NAME_NOT_RESOLVED"):
        network.page(browser, f"http://{NAME}").goto("/")
    sign_in_as_student(network.page(browser, computer.call("GET", "/api/network")["url"]), seeded)


def test_with_client_isolation_the_teacher_sees_a_checklist_until_a_device_connects(network: SchoolNetwork) -> None:
    computer, _ = network.class_computer()
    device = network.switch.add_host(21)
    network.switch.isolate(on=True)
    teacher = connect_page(network, computer)
    expect(teacher.get_by_text("No device has reached this address yet")).to_be_visible()
    with pytest.raises(OSError, match="timed out"):
        http_call(device, computer.host.address, "GET", "/api/health", seconds=1)
    checklist = teacher.get_by_text("Does the school's network keep devices apart?")
    expect(checklist).to_be_hidden()
    teacher.clock.fast_forward(CHECKLIST_DELAY)
    expect(teacher.get_by_role("button", name="Nobody has reached this computer yet")).to_be_visible()
    expect(checklist).to_be_visible()

    network.switch.isolate(on=False)
    assert http_call(device, computer.host.address, "GET", "/api/health")[0] == 200
    expect(teacher.get_by_text("1 device has reached this address")).to_be_visible()
    expect(checklist).to_be_hidden()


def connect_page(network: SchoolNetwork, computer: ClassComputerProcess) -> Page:
    """Connect students, open on the class computer, with a clock that can be moved on."""
    page = network.page(computer.host, f"http://127.0.0.1:{PORT}")
    sign_in_teacher(page, EMAIL)
    page.clock.install()
    page.goto("/teacher/connect")
    return page
