"""The list of the browsers in which a teacher is signed in."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewPage
from tests.e2e.page_actions import reload, sign_in_teacher
from tests.factories.passwords import PASSWORD
from tests.factories.seeded import EMAIL
from tests.factories.server_process import ServerProcess

SAFARI_ON_IPAD = "Mozilla/5.0 (iPad; CPU OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Version/17.4 Safari/604.1"


@pytest.mark.spec("2.35")
@pytest.mark.usefixtures("seeded_class")
def test_a_teacher_signs_out_another_browser_whose_open_page_says_so(
    server: ServerProcess, teacher_page: Page, new_page: NewPage
) -> None:
    other_page = new_page(server.local_url, user_agent=SAFARI_ON_IPAD)
    for page in (other_page, teacher_page):
        sign_in_teacher(page, EMAIL, PASSWORD)
    teacher_page.goto("/teacher/settings")
    section = teacher_page.get_by_role("region", name="Where you're signed in")
    expect(section.get_by_role("listitem").first).to_contain_text("This device")
    section.get_by_role("button", name="Sign Out iPad, Safari").click()
    expect(section.get_by_text("iPad, Safari")).to_be_hidden()
    expect(other_page.get_by_text("Your session has ended. Please sign in again.")).to_be_visible()
    reload(teacher_page)
    expect(section.get_by_role("listitem").first).to_contain_text("This device")
