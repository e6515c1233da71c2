"""Two teachers teach one class together in two browsers (specification 26)."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewPage
from tests.e2e.page_actions import expect_toast, use_session
from tests.factories.seeded import SeededClass, seed
from tests.factories.server_process import ServerProcess

CLASS = "Room 12 Homeroom"


@pytest.fixture
def seeded_class(tmp_path: Path) -> SeededClass:
    return seed(tmp_path / "data", students=2, submissions=1)


@pytest.mark.spec("26.2", "26.3", "26.4", "26.5", "26.9")
def test_a_co_teacher_joins_reviews_and_loses_the_class_on_an_open_page(
    server: ServerProcess, seeded_class: SeededClass, teacher_page: Page, new_page: NewPage
) -> None:
    other = seed(server.data_dir, students=1, name="Marcus Hill", email="marcus@school.test")
    page, colleague = teacher_page, new_page(server.local_url)
    use_session(page, server.local_url, seeded_class.teacher_token)
    use_session(colleague, server.local_url, other.teacher_token)
    page.goto(f"/teacher/class/{seeded_class.id}/teachers")
    page.get_by_role("button", name="Invite a Co-Teacher").click()
    page.get_by_role("button", name="Make the Code").click()
    code = page.get_by_role("status", name="Invitation code").inner_text()
    page.get_by_role("button", name="Done").click()

    colleague.goto("/teacher/classes")
    colleague.get_by_role("button", name="Join a Class").click()
    colleague.get_by_label("Invitation code").fill("not this one")
    colleague.get_by_role("button", name="Join", exact=True).click()
    expect(colleague.get_by_text("This invitation code isn't right")).to_be_visible()
    colleague.get_by_label("Invitation code").fill(code.lower())
    colleague.get_by_role("button", name="Join", exact=True).click()
    expect_toast(colleague, f"You joined {CLASS}")
    expect(colleague.get_by_role("heading", name="With Elena Rivera")).to_be_visible()
    expect(page.get_by_text("Marcus Hill")).to_be_visible()

    colleague.goto(f"/teacher/class/{seeded_class.id}")
    expect(colleague.get_by_role("button", name="Manage Students")).to_be_visible()
    expect(colleague.get_by_role("button", name="Delete Class")).to_have_count(0)
    page.get_by_role("button", name="More for Marcus Hill").click()
    page.get_by_role("menuitem", name="End Membership").click()
    page.get_by_role("alertdialog").get_by_role("button", name="End Membership").click()
    expect(colleague.get_by_role("heading", name="Class not found")).to_be_visible()
    colleague.get_by_role("link", name="See all classes").click()
    expect(colleague.get_by_role("heading", name="Classes", level=1)).to_be_visible()
    expect(colleague.get_by_text("With Elena Rivera")).to_have_count(0)
    page.goto("/teacher/activity")
    expect(page.get_by_text(f"Joined {CLASS} as a co-teacher")).to_be_visible()
