"""The browser's Back button closes a dialog and leaves the page unchanged."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import PHONE, NewPage
from tests.e2e.page_actions import use_session
from tests.factories.seeded import SeededClass
from tests.factories.server_process import ServerProcess


@pytest.fixture
def student(seeded_class: SeededClass, server: ServerProcess, new_page: NewPage) -> Page:
    """The student's phone, on the store's page, reached from My Goals."""
    page = new_page(server.lan_url, viewport=PHONE, has_touch=True, is_mobile=True)
    use_session(page, server.lan_url, seeded_class.students[0].token)
    page.goto("/student")
    page.get_by_role("link", name="Store").filter(visible=True).click()
    page.get_by_role("link", name="My Goals").filter(visible=True).click()
    return page


def test_back_asks_before_discarding_a_typed_suggestion_and_then_leaves_the_page(student: Page) -> None:
    student.get_by_role("button", name="Suggest a Goal").click()
    student.get_by_label("Goal name").fill("Read three books")
    student.go_back()
    question = student.get_by_role("alertdialog", name="Close without sending?")
    expect(question).to_be_visible()
    student.wait_for_function("history.state.dialog")  # the history has its entry for dialogs again
    student.go_back()
    expect(question).to_have_count(0)
    expect(student.get_by_label("Goal name")).to_have_value("Read three books")
    student.go_back()
    question.get_by_role("button", name="Close without sending").click()
    expect(student.get_by_role("dialog")).to_have_count(0)
    student.wait_for_function("() => history.state.dialog === undefined")
    student.go_back()
    expect(student).to_have_url("/student/store")


def test_reloading_a_page_with_an_open_dialog_leaves_no_history_entry_of_it(student: Page) -> None:
    student.get_by_role("button", name="Suggest a Goal").click()
    student.get_by_label("Goal name").wait_for()
    student.reload()
    student.get_by_role("button", name="Suggest a Goal").wait_for()
    student.wait_for_function("() => history.state.dialog === undefined")
    student.go_back()
    expect(student).to_have_url("/student/store")


def test_back_closes_the_menu_of_a_row_and_then_leaves_the_page(
    server: ServerProcess, seeded_class: SeededClass, teacher_page: Page
) -> None:
    use_session(teacher_page, server.local_url, seeded_class.teacher_token)
    teacher_page.goto("/")
    teacher_page.get_by_role("link", name="All Students").click()
    teacher_page.get_by_role("link", name="Room 12 Homeroom").first.click()
    more = teacher_page.get_by_role("button", name=re.compile("^More for Amara"))
    more.click()
    teacher_page.get_by_role("menu").wait_for()
    teacher_page.go_back()
    expect(teacher_page.get_by_role("menu")).to_have_count(0)
    expect(more).to_be_focused()
    expect(teacher_page).to_have_url(f"/teacher/class/{seeded_class.id}")
    teacher_page.go_back()
    expect(teacher_page).to_have_url("/teacher/students")
