"""Handing out purchases by touch: a double tap keeps the focus in the row, which then moves to the next one."""

import re
from pathlib import Path

import httpx2
import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.e2e.conftest import PHONE, NewPage
from tests.e2e.page_actions import sign_in_teacher, use_session
from tests.e2e.printed_pages import disable_print_dialog, print_pages
from tests.factories.http_client import TIMEOUT_SECONDS
from tests.factories.passwords import PASSWORD
from tests.factories.seeded import SeededClass
from tests.factories.server_process import ServerProcess

ITEMS = ("Pencil", "Eraser")
TAP_INTERVAL_MS = 40
"""Shorter than the response takes, which is delayed."""
RELEASE_MS = 10_000
"""A fulfilled purchase leaves the list after five seconds."""


def _buy(server: ServerProcess, seeded_class: SeededClass) -> None:
    """Buy each item once for the first student."""
    student = seeded_class.students[0]
    with (
        httpx2.Client(base_url=server.local_url, timeout=TIMEOUT_SECONDS) as teacher,
        httpx2.Client(base_url=server.local_url, timeout=TIMEOUT_SECONDS) as buyer,
    ):
        who = {"username": seeded_class.teacher_email, "password": PASSWORD}
        teacher.post("/api/auth/teacher", json=who).raise_for_status()
        award = {"classroomId": seeded_class.id, "studentIds": [student.id], "amount": 100, "reason": "Tidy"}
        teacher.post("/api/goalbucks/award", json=award).raise_for_status()
        login = {"username": student.username, "password": PASSWORD, "classCode": seeded_class.code}
        buyer.post("/api/auth/student", json=login).raise_for_status()
        for name in ITEMS:
            item = {"classroomId": seeded_class.id, "name": name, "goalbucksCost": 5}
            item_id = teacher.post("/api/store", json=item).raise_for_status().json()["id"]
            buyer.post("/api/purchases", json={"itemId": item_id}).raise_for_status()


def _continue_later(route: Route) -> None:
    route.request.frame.page.wait_for_timeout(5 * TAP_INTERVAL_MS)
    route.continue_()


def _double_tap(page: Page, item: str) -> None:
    box = page.get_by_role("button", name=f"Mark as Fulfilled: {item}").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.touchscreen.tap(x, y)
    page.wait_for_timeout(TAP_INTERVAL_MS)
    page.touchscreen.tap(x, y)


def test_a_double_tap_on_a_phone_keeps_the_focus_on_the_button_and_then_on_the_next(
    server: ServerProcess, seeded_class: SeededClass, new_page: NewPage
) -> None:
    _buy(server, seeded_class)
    page = new_page(server.local_url, viewport=PHONE, has_touch=True, is_mobile=True)
    sign_in_teacher(page, seeded_class.teacher_email, PASSWORD)
    page.goto("/teacher/store?tab=fulfillment")
    page.route("**/fulfill", _continue_later)
    expect(page.get_by_role("button", name="Mark as Fulfilled")).to_have_count(len(ITEMS))
    _double_tap(page, ITEMS[0])
    expect(page.get_by_role("button", name=re.compile(f"^Fulfilled: {ITEMS[0]}"))).to_be_focused()
    following = page.get_by_role("button", name=f"Mark as Fulfilled: {ITEMS[1]}")
    expect(following).to_be_focused(timeout=RELEASE_MS)


def _keep_purchases_until_a_write(page: Page) -> None:
    """Let the page see the purchases as they are first until it changes one: it learns of no other change."""
    responses: dict[str, APIResponse] = {}
    writes: list[str] = []

    def respond(route: Route) -> None:
        request = route.request
        if request.method != "GET":
            writes.append(request.url)
        if writes:
            route.continue_()
            return
        if request.url not in responses:
            responses[request.url] = route.fetch()
        route.fulfill(response=responses[request.url])

    page.route("**/api/purchases/**", respond)


@pytest.mark.spec("19.5")
def test_purchases_fulfilled_in_two_windows_are_fulfilled_once_and_the_second_window_says_so(
    server: ServerProcess, seeded_class: SeededClass, new_page: NewPage
) -> None:
    _buy(server, seeded_class)
    pages = [new_page(server.local_url) for _ in range(2)]
    _keep_purchases_until_a_write(pages[1])
    for page in pages:
        use_session(page, server.local_url, seeded_class.teacher_token)
        page.goto("/teacher/store?tab=fulfillment")
        page.get_by_role("checkbox", name="Select all purchases").filter(visible=True).check()
        expect(page.get_by_role("button", name="Mark 2 as Fulfilled")).to_be_in_viewport(ratio=1)
    pages[0].get_by_role("button", name="Mark 2 as Fulfilled").click()
    notifications = [page.get_by_role("region", name="Notifications") for page in pages]
    expect(notifications[0]).to_contain_text("2 purchases are marked as fulfilled.")
    pages[1].get_by_role("button", name="Mark 2 as Fulfilled").click()
    expect(notifications[1]).to_contain_text("Nothing was marked as fulfilled")
    expect(pages[1].get_by_role("group", name="Selected purchases")).to_have_count(0)
    log = pages[0].request.get("/api/activity").json()
    entries = log if isinstance(log, list) else log["rows"]
    assert sum(entry["kind"] == "purchase_fulfilled" for entry in entries) == len(ITEMS)


@pytest.mark.spec("19.6")
def test_the_pick_list_is_printed_by_student_with_the_sum_of_each_item(
    server: ServerProcess, seeded_class: SeededClass, new_page: NewPage, tmp_path: Path
) -> None:
    _buy(server, seeded_class)
    page = new_page(server.local_url)
    disable_print_dialog(page)
    use_session(page, server.local_url, seeded_class.teacher_token)
    page.goto("/teacher/store?tab=fulfillment")
    page.get_by_role("button", name="Print Pick List").click()
    (sheet,) = print_pages(page, tmp_path / "pick-list.pdf")
    for text in ("Pick List", "Room 12 Homeroom", "2 items for 1 student.", "Amara Okafor", *ITEMS):
        assert text in sheet.text
    assert "Mark as Fulfilled" not in sheet.text
