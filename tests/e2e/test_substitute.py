"""The day of a substitute on the class computer: the code, the work, the end, and what the teacher reads afterwards."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.page_actions import AMARA, add_students, create_class, expect_toast, register
from tests.factories.passwords import PASSWORD
from tests.factories.server_process import ServerProcess

CODE = re.compile(r"^[2-9A-Z]{4} [2-9A-Z]{4}$")


@pytest.fixture
def code(teacher_page: Page) -> str:
    """The substitute code of a class with one student, whose teacher is signed in."""
    register(teacher_page)
    create_class(teacher_page)
    add_students(teacher_page, AMARA)
    teacher_page.get_by_role("tab", name="Teachers").click()
    teacher_page.get_by_role("button", name="Make a Substitute Code").click()
    dialog = teacher_page.get_by_role("dialog")
    shown = dialog.get_by_text(CODE).inner_text()
    teacher_page.evaluate("window.print = () => { window.printed = true }")
    dialog.get_by_role("button", name="Print the Sheet").click()
    assert teacher_page.evaluate("window.printed")
    assert shown in teacher_page.locator(".print-alone").inner_text()
    dialog.get_by_role("button", name="Done").click()
    expect(teacher_page.get_by_text(shown)).to_have_count(0)
    expect(teacher_page.get_by_text("not used so far")).to_be_visible()
    return shown


def begin(page: Page, code: str) -> None:
    """Begin as Dana Cho from the login page."""
    page.get_by_role("button", name="Teacher Login").click()
    page.get_by_role("button", name="I Have a Substitute Code").click()
    page.get_by_label("Substitute code", exact=True).fill(code.lower())
    page.get_by_label("Your name").fill("Dana Cho")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_text("Substitute until")).to_be_visible()


@pytest.mark.spec("27.2", "27.4", "27.5", "27.6")
def test_a_substitute_awards_and_the_teacher_reads_it_afterwards(teacher_page: Page, code: str) -> None:
    page = teacher_page
    page.get_by_role("button", name="Logout").click()
    begin(page, code)
    expect(page.get_by_text(f"@{AMARA.username}")).to_be_visible()
    for hidden in ("Settings", "All Students"):
        expect(page.get_by_role("link", name=hidden)).to_have_count(0)
    for hidden in ("Manage Students", "Delete Class", "Create Class", "Lock"):
        expect(page.get_by_role("button", name=hidden)).to_have_count(0)
    page.get_by_role("checkbox", name=re.compile("^Select Amara")).check()
    page.get_by_role("button", name="Award GoalBucks").filter(visible=True).first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("GoalBucks").fill("5")
    dialog.get_by_label("Reason").fill("Helped a friend")
    dialog.get_by_role("button", name=re.compile("Award")).click()
    expect(dialog).to_have_count(0)
    # Going back from the dialog's entry in the history would abort the navigation.
    page.wait_for_function("() => history.state.dialog === undefined")
    page.goto("/teacher/settings")
    expect(page.get_by_role("heading", name="404 Page Not Found")).to_be_visible()
    page.go_back()
    page.get_by_role("button", name="Finish").click()
    page.get_by_role("button", name="Teacher Login").click()
    expect(page.get_by_label("Email")).to_have_value("")
    page.get_by_label("Email").fill("elena@school.local")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Dana Cho stood in on")).to_be_visible()
    expect(page.get_by_text("1 award")).to_be_visible()
    page.get_by_role("link", name="See What Was Done").click()
    expect(page.get_by_text("Dana Cho (substitute)")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Activity")).to_be_visible()
    expect(page.get_by_text("stood in on")).to_have_count(0)


@pytest.mark.spec("27.3")
def test_ending_the_code_signs_the_substitute_out_at_once(
    chromium: Browser, server: ServerProcess, teacher_page: Page, code: str
) -> None:
    page = chromium.new_page(base_url=server.local_url)
    page.goto("/")
    begin(page, code)
    expect(page.get_by_text(f"@{AMARA.username}")).to_be_visible()
    teacher_page.get_by_role("button", name="End It").click()
    teacher_page.get_by_role("button", name="End the Code").click()
    expect_toast(teacher_page, "Substitute code ended")
    expect(page.get_by_text("Your session has ended")).to_be_visible()
    page.get_by_role("button", name="Teacher Login").click()
    expect(page.get_by_label("Email")).to_be_visible()
    expect(page.get_by_role("button", name="I Have a Substitute Code")).to_have_count(0)
    page.close()
