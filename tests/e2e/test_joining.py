"""Joining a class: by the QR code with the class code, and teacher sign-in from another device when it is enabled."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewPage
from tests.e2e.page_actions import SEEDED_AMARA, sign_in_teacher, use_session
from tests.factories.passwords import PASSWORD
from tests.factories.seeded import EMAIL, SeededClass
from tests.factories.server_process import ServerProcess

ALLOW_LABEL = "Allow teacher sign-in from other devices"


def test_a_student_scans_the_code_and_types_only_name_and_password(
    seeded_class: SeededClass, student_page: Page
) -> None:
    student_page.goto(f"/?class={seeded_class.code.lower()}")
    assert student_page.evaluate("window.isSecureContext") is False
    expect(student_page.get_by_text("Elena Rivera's class computer")).to_be_attached()
    expect(student_page.get_by_label("Class Code")).to_have_value(seeded_class.code)
    expect(student_page.get_by_label("Username")).to_be_focused()
    expect(student_page).to_have_url(re.compile(r"/$"))
    student_page.keyboard.type(SEEDED_AMARA.username)
    student_page.keyboard.press("Tab")
    student_page.keyboard.type(SEEDED_AMARA.password)
    student_page.keyboard.press("Enter")
    expect(student_page.get_by_role("heading", name="Welcome, Amara Okafor!")).to_be_visible()

    student_page.get_by_role("button", name="Logout").filter(visible=True).first.click()
    expect(student_page.get_by_text("Room 12 Homeroom")).to_be_visible()
    expect(student_page.get_by_role("dialog")).to_be_hidden()
    student_page.get_by_role("button", name="Student Login").click()
    expect(student_page.get_by_label("Class Code")).to_have_value(seeded_class.code)
    expect(student_page.get_by_label("Username")).to_have_value("")


@pytest.mark.usefixtures("seeded_class")
def test_a_scanned_class_code_is_gone_after_reloading(student_page: Page) -> None:
    student_page.goto("/?class=K7M4QX")
    expect(student_page.get_by_label("Class Code")).to_have_value("K7M4QX")
    student_page.reload()
    expect(student_page.get_by_role("button", name="Student Login")).to_be_visible()
    expect(student_page.get_by_role("dialog")).to_be_hidden()


def test_the_setting_lets_teachers_sign_in_but_not_register_on_other_devices(
    seeded_class: SeededClass, server: ServerProcess, teacher_page: Page, new_page: NewPage
) -> None:
    use_session(teacher_page, server.local_url, seeded_class.teacher_token)
    other_device = new_page(server.lan_url)
    other_device.goto("/")
    other_device.get_by_role("button", name="Teacher Login").click()
    expect(other_device.get_by_text("Teachers sign in on the class computer itself.")).to_be_visible()
    other_device.keyboard.press("Escape")

    teacher_page.goto("/teacher/settings")
    teacher_page.get_by_role("switch", name=ALLOW_LABEL).click()
    expect(teacher_page.get_by_role("switch", name=ALLOW_LABEL)).to_be_checked()
    teacher_page.reload()
    expect(teacher_page.get_by_role("switch", name=ALLOW_LABEL)).to_be_checked()

    other_device.get_by_role("button", name="Teacher Login").click()
    expect(other_device.get_by_text("New teacher accounts are created on the class computer.")).to_be_visible()
    sign_in_teacher(other_device, EMAIL, PASSWORD)
    other_device.goto("/teacher/settings")
    expect(other_device.get_by_role("switch", name=ALLOW_LABEL)).to_be_disabled()
    expect(other_device.get_by_role("switch", name=ALLOW_LABEL)).to_be_checked()
