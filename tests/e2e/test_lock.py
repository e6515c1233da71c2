"""Lock on the class computer: what those who stand around it can see and do until the teacher is back."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.page_actions import AMARA, add_students, create_class, register
from tests.factories.passwords import PASSWORD

CLASS_NAME = "Room 12 Homeroom"


@pytest.fixture
def class_page(teacher_page: Page) -> Page:
    """The teacher's class page on the class computer, reached from the settings."""
    register(teacher_page)
    create_class(teacher_page)
    add_students(teacher_page, AMARA)
    teacher_page.get_by_role("link", name="Settings").click()
    teacher_page.get_by_label("Your name").wait_for()
    teacher_page.get_by_role("link", name=CLASS_NAME).first.click()
    teacher_page.get_by_text(f"@{AMARA.username}").wait_for()
    return teacher_page


def lock(page: Page) -> None:
    page.get_by_role("button", name="Lock", exact=True).click()
    expect(page.get_by_text("Nobody is signed in")).to_be_visible()


def expect_nothing_of_the_teacher(page: Page) -> None:
    """Expect the login page, which names the class, and no student."""
    expect(page.get_by_role("button", name="Teacher Login").or_(page.get_by_label("Password"))).not_to_have_count(0)
    for text in (AMARA.last_name, "Manage Students", "Your name"):
        expect(page.get_by_text(text)).to_have_count(0)


@pytest.mark.spec("2.36")
def test_back_forward_and_reload_show_nothing_of_the_teacher_after_the_lock(class_page: Page) -> None:
    lock(class_page)
    expect_nothing_of_the_teacher(class_page)
    for move in (class_page.go_back, class_page.go_back, class_page.go_forward, class_page.reload):
        move()
        expect_nothing_of_the_teacher(class_page)
    assert class_page.request.get("/api/auth/session").status == 401
    assert AMARA.last_name not in str(class_page.context.storage_state())


@pytest.mark.spec("2.36")
def test_the_password_leads_back_to_the_page_after_the_lock(class_page: Page) -> None:
    address = class_page.url
    lock(class_page)
    class_page.get_by_label("Password", exact=True).fill(PASSWORD)
    class_page.keyboard.press("Enter")
    expect(class_page.get_by_text(f"@{AMARA.username}")).to_be_visible()
    expect(class_page).to_have_url(address)


@pytest.mark.spec("2.36")
def test_unsaved_text_of_a_dialog_is_kept_until_its_loss_is_confirmed(class_page: Page) -> None:
    class_page.get_by_role("button", name=re.compile("Add Goal")).first.click()
    dialog = class_page.get_by_role("dialog")
    dialog.get_by_label("Goal name").fill("Read three books")
    # While a dialog is open, the sidebar can't be used: the dialog is closed first, and that asks.
    expect(class_page.get_by_role("button", name="Lock", exact=True)).to_have_count(0)
    class_page.keyboard.press("Escape")
    question = class_page.get_by_role("alertdialog")
    question.get_by_role("button", name=re.compile("^Keep|^Stay|^Cancel|Go back")).first.click()
    expect(dialog.get_by_label("Goal name")).to_have_value("Read three books")
