"""Joining a class: by the QR code with the class code, and teacher sign-in from another device when it is enabled."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewPage
from tests.e2e.page_actions import AMARA, PASSWORD, add_students, class_code, create_class, register, sign_in_teacher
from tests.factories.process import ServerProcess

ALLOW_LABEL = "Allow teacher sign-in from other devices"


def test_a_student_scans_the_code_and_types_only_name_and_password(teacher_page: Page, student_page: Page) -> None:
    register(teacher_page)
    create_class(teacher_page)
    add_students(teacher_page, AMARA)
    code = class_code(teacher_page)

    student_page.goto(f"/?class={code.lower()}")
    assert student_page.evaluate("window.isSecureContext") is False
    expect(student_page.get_by_text("Elena Rivera's class computer")).to_be_attached()
    expect(student_page.get_by_label("Class Code")).to_have_value(code)
    expect(student_page.get_by_label("Username")).to_be_focused()
    expect(student_page).to_have_url(re.compile(r"/$"))
    student_page.keyboard.type(AMARA.username)
    student_page.keyboard.press("Tab")
    student_page.keyboard.type(AMARA.password)
    student_page.keyboard.press("Enter")
    expect(student_page.get_by_role("heading", name="Welcome, Amara Okafor!")).to_be_visible()

    student_page.get_by_role("button", name="Logout").filter(visible=True).first.click()
    expect(student_page.get_by_text("Room 12 Homeroom")).to_be_visible()
    expect(student_page.get_by_role("dialog")).to_be_hidden()
    student_page.get_by_role("button", name="Student Login").click()
    expect(student_page.get_by_label("Class Code")).to_have_value("")


def test_a_code_that_was_scanned_is_gone_after_reloading(teacher_page: Page, student_page: Page) -> None:
    register(teacher_page)
    student_page.goto("/?class=K7M4QX")
    expect(student_page.get_by_label("Class Code")).to_have_value("K7M4QX")
    student_page.reload()
    expect(student_page.get_by_role("button", name="Student Login")).to_be_visible()
    expect(student_page.get_by_role("dialog")).to_be_hidden()


def test_the_switch_lets_teachers_in_from_other_devices_and_registers_nobody_there(
    server: ServerProcess, teacher_page: Page, new_page: NewPage
) -> None:
    register(teacher_page)
    create_class(teacher_page)
    elsewhere = new_page(server.lan)
    elsewhere.goto("/")
    elsewhere.get_by_role("button", name="Teacher Login").click()
    expect(elsewhere.get_by_text("Teachers sign in on the class computer itself.")).to_be_visible()
    elsewhere.keyboard.press("Escape")

    teacher_page.goto("/teacher/settings")
    teacher_page.get_by_role("switch", name=ALLOW_LABEL).click()
    expect(teacher_page.get_by_role("switch", name=ALLOW_LABEL)).to_be_checked()
    teacher_page.reload()
    expect(teacher_page.get_by_role("switch", name=ALLOW_LABEL)).to_be_checked()

    elsewhere.get_by_role("button", name="Teacher Login").click()
    expect(elsewhere.get_by_text("New teacher accounts are created on the class computer.")).to_be_visible()
    sign_in_teacher(elsewhere, password=PASSWORD)
    elsewhere.goto("/teacher/settings")
    expect(elsewhere.get_by_role("switch", name=ALLOW_LABEL)).to_be_disabled()
    expect(elsewhere.get_by_role("switch", name=ALLOW_LABEL)).to_be_checked()
