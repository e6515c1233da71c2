"""A student's store: with forty items on a phone a purchase keeps the scroll position; when its code is loaded."""

import httpx2
import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import PHONE, NewPage
from tests.e2e.page_actions import SEEDED_AMARA, expect_toast, sign_in_student
from tests.factories.http_client import TIMEOUT_SECONDS
from tests.factories.passwords import PASSWORD
from tests.factories.seeded import CURRENT_GOAL, SeededClass
from tests.factories.server_process import ServerProcess

ITEMS = 40
BALANCE = 70
PRICE = 20
"""Price of the cheapest item; each further item costs one more."""
WANTED_ITEM = "Item 30"


def _fill_store(server: ServerProcess, seeded_class: SeededClass) -> None:
    with httpx2.Client(base_url=server.local_url, timeout=TIMEOUT_SECONDS) as teacher:
        who = {"username": seeded_class.teacher_email, "password": PASSWORD}
        teacher.post("/api/auth/teacher", json=who).raise_for_status()
        for number in range(ITEMS):
            name = f"Item {number:02}"
            item = {"classroomId": seeded_class.id, "name": name, "goalbucksCost": PRICE + number, "stock": 1}
            teacher.post("/api/store", json=item).raise_for_status()
        award = {
            "classroomId": seeded_class.id,
            "studentIds": [seeded_class.students[0].id],
            "amount": BALANCE,
            "reason": "Tidy",
        }
        teacher.post("/api/goalbucks/award", json=award).raise_for_status()


def test_a_purchase_keeps_the_scroll_position_and_the_focus_on_the_item(
    server: ServerProcess, seeded_class: SeededClass, new_page: NewPage
) -> None:
    _fill_store(server, seeded_class)
    page = new_page(server.local_url, viewport=PHONE)
    sign_in_student(page, SEEDED_AMARA, seeded_class.code)
    page.goto("/student/store")
    card = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name=WANTED_ITEM, exact=True)).first
    card.get_by_role("button", name="Purchase").scroll_into_view_if_needed()
    top = card.evaluate("card => card.getBoundingClientRect().top")
    card.get_by_role("button", name="Purchase").click()
    page.get_by_role("button", name="Confirm Purchase").click()
    expect(card.get_by_role("button", name="Sold out")).to_be_disabled()
    expect(card).to_be_focused()
    expect_toast(page, "Purchase successful!")
    page.wait_for_function("() => history.state.dialog === undefined && history.scrollRestoration === 'auto'")
    assert abs(card.evaluate("card => card.getBoundingClientRect().top") - top) <= 1


@pytest.mark.spec("3.7")
def test_the_code_of_the_store_is_loaded_when_the_pointer_reaches_its_link(
    server: ServerProcess, seeded_class: SeededClass, new_page: NewPage
) -> None:
    page = new_page(server.lan_url)
    files: list[str] = []
    page.on("request", lambda request: files.append(request.url.rpartition("/")[2]))
    sign_in_student(page, SEEDED_AMARA, seeded_class.code)
    expect(page.get_by_text(CURRENT_GOAL).first).to_be_visible()
    assert not _of_store(files)
    assert not [name for name in files if name.startswith("teacher-routes-")]
    link = page.get_by_role("link", name="Store").filter(visible=True)
    with page.expect_response("**/assets/student-store-*.js"):
        link.hover()
    link.click()
    expect(page.get_by_role("heading", name="Store", level=1)).to_be_visible()
    assert len(_of_store(files)) == 1


def _of_store(files: list[str]) -> list[str]:
    return [name for name in files if name.startswith("student-store-")]
