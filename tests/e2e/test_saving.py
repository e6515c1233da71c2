"""A student saves for an item while the teacher closes the store, opens it and deletes the item."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import PHONE, NewPage
from tests.e2e.page_actions import SEEDED_AMARA, reload, sign_in_student
from tests.factories.http_client import HttpClient
from tests.factories.seeded import SeededClass
from tests.factories.server_process import ServerProcess


@pytest.mark.spec("10.15", "25.1")
def test_a_student_saves_in_a_closed_store_and_reads_that_the_item_is_deleted(
    server: ServerProcess, seeded_class: SeededClass, new_page: NewPage
) -> None:
    with HttpClient(server.port, seeded_class.teacher_token) as teacher:
        item = {"classroomId": seeded_class.id, "name": "Class DJ", "goalbucksCost": 300}
        _, created = teacher.request("POST", "/api/store", item)
        page = new_page(server.local_url, viewport=PHONE)
        sign_in_student(page, SEEDED_AMARA, seeded_class.code)
        page.goto("/student/store")
        expect(page.get_by_role("button", name="Not Enough GoalBucks")).to_be_disabled()
        assert teacher.request("PUT", f"/api/classrooms/{seeded_class.id}/store", {"open": False})[0] == 200
        expect(page.get_by_role("button", name="Store Closed")).to_be_disabled()
        expect(page.get_by_text("The store is closed now.")).to_be_visible()
        page.get_by_role("button", name="Save for This").click()
        expect(page.get_by_role("button", name="You save for this")).to_be_visible()
        page.get_by_role("link", name="My Goals").filter(visible=True).click()
        expect(page.get_by_role("region", name="You save for Class DJ")).to_contain_text("300 more to go")
        assert teacher.request("DELETE", f"/api/store/{created['id']}")[0] == 204
        notice = page.locator("[data-notice]").filter(has_text=re.compile("is not in the store any more"))
        expect(notice).to_be_visible()
        expect(page.get_by_role("region", name="You save for Class DJ")).to_be_hidden()
        notice.get_by_role("button", name="Close").click()
        expect(notice).to_be_hidden()
        reload(page)
        expect(page.get_by_role("heading", name="Current Goals")).to_be_visible()
        expect(notice).to_be_hidden()
