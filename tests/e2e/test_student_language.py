"""A student's language on a device that others use, too: set by the teacher, changed by the student."""

import re

import pytest
from playwright.sync_api import Page, expect

from server.texts.language import LANGUAGE_NAMES
from tests.e2e.page_actions import (
    AMARA,
    DIEGO,
    add_students,
    class_code,
    create_class,
    register,
    reload,
    sign_in_student,
)
from tests.factories.server_process import ServerProcess

ARABIC, VIETNAMESE = LANGUAGE_NAMES["ar"], LANGUAGE_NAMES["vi"]
ACCOUNT = {"ar": "حسابك", "vi": "Tài khoản"}
LOGOUT = {"vi": "Thoát", "en": "Logout"}


def expect_page_in(page: Page, language: str, direction: str, welcome: str) -> None:
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator("html")).to_have_attribute("dir", direction)
    expect(page.get_by_role("heading", name=welcome)).to_be_visible()


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).filter(visible=True).first.click()


def language_of(page: Page, student: str) -> str:
    """The chosen language of a student in Manage Students, which is opened and closed."""
    page.get_by_role("button", name="Manage Students").first.click()
    dialog = page.get_by_role("dialog", name="Manage Students")
    row = dialog.get_by_role("listitem").filter(has=page.locator(f"input[value={student}]"))
    chosen: str = row.get_by_label("Language").evaluate("({ selectedOptions: [option] }) => option.text")
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_be_hidden()
    return chosen


@pytest.mark.spec("17.1", "17.2")
def test_each_student_reads_their_own_language_on_a_shared_device(
    server: ServerProcess, teacher_page: Page, student_page: Page
) -> None:
    register(teacher_page)
    create_class(teacher_page)
    code = class_code(teacher_page)
    add_students(teacher_page, AMARA, DIEGO)
    teacher_page.get_by_role("button", name="Manage Students").first.click()
    dialog = teacher_page.get_by_role("dialog", name="Manage Students")
    dialog.get_by_role("listitem").filter(has=teacher_page.locator("input[value=Amara]")).get_by_label(
        "Language"
    ).select_option(label=ARABIC)
    dialog.get_by_role("button", name="Save Students").click()
    expect(dialog).to_be_hidden()

    sign_in_student(student_page, AMARA, code)
    expect_page_in(student_page, "ar", "rtl", f"أهلًا، {AMARA.full_name}!")
    title = student_page.get_by_role("heading", level=1).bounding_box()
    menu = student_page.get_by_role("navigation").filter(visible=True).first.bounding_box()
    assert title is not None
    assert menu is not None
    assert title["x"] + title["width"] <= menu["x"]  # the sidebar is on the right
    press(student_page, ACCOUNT["ar"])
    student_page.get_by_role("radio", name=VIETNAMESE).check()
    student_page.keyboard.press("Escape")
    expect_page_in(student_page, "vi", "ltr", f"Chào mừng {AMARA.full_name}!")
    reload(student_page)
    expect_page_in(student_page, "vi", "ltr", f"Chào mừng {AMARA.full_name}!")
    assert language_of(teacher_page, "Amara") == VIETNAMESE

    press(student_page, LOGOUT["vi"])
    student_page.wait_for_url(f"{server.lan_url}/")
    sign_in_student(student_page, DIEGO, code)
    expect_page_in(student_page, "en", "ltr", f"Welcome, {DIEGO.full_name}!")
    press(student_page, LOGOUT["en"])
    expect(student_page.get_by_role("button", name=re.compile("^Student Login$"))).to_be_visible()
    expect(student_page.locator("html")).to_have_attribute("lang", "en")
