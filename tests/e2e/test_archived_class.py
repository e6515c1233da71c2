"""Archiving a class while a student is signed in, looking at it, and bringing it back."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.page_actions import expect_toast, use_session
from tests.factories.seeded import SeededClass
from tests.factories.server_process import ServerProcess

NAME = "Room 12 Homeroom"


@pytest.mark.spec("4.12", "4.13", "4.14")
def test_a_class_is_archived_which_signs_its_student_out_and_brought_back(
    server: ServerProcess, seeded_class: SeededClass, teacher_page: Page, student_page: Page
) -> None:
    use_session(teacher_page, server.local_url, seeded_class.teacher_token)
    use_session(student_page, server.lan_url, seeded_class.students[0].token)
    student_page.goto("/student")
    expect(student_page.get_by_role("heading", name="Current Goals")).to_be_visible()
    teacher_page.goto(f"/teacher/class/{seeded_class.id}")

    teacher_page.get_by_role("button", name="More for this class").click()
    teacher_page.get_by_role("menuitem", name="Archive Class").click()
    question = teacher_page.get_by_role("alertdialog", name=f"Archive {NAME}?")
    expect(question).to_contain_text("student can\u2019t sign in any more")
    question.get_by_role("button", name="Archive").click()
    expect_toast(teacher_page, "Class archived")
    expect(student_page.get_by_text("Your session has ended. Please sign in again.")).to_be_visible()

    sidebar = teacher_page.get_by_role("navigation", name="Main")
    expect(sidebar.get_by_role("link", name=NAME)).to_have_count(0)
    teacher_page.get_by_role("link", name=f"Open {NAME}").click()
    expect(teacher_page.get_by_role("region", name="Archived class")).to_be_visible()
    expect(teacher_page.get_by_role("checkbox")).to_have_count(0)

    teacher_page.get_by_role("link", name="Print Reports").click()
    expect(teacher_page.get_by_role("button", name="Print 1 Report")).to_be_visible()
    teacher_page.go_back()

    teacher_page.get_by_role("button", name="Bring Back").click()
    expect_toast(teacher_page, "Class brought back")
    expect(sidebar.get_by_role("link", name=NAME)).to_be_visible()
    expect(teacher_page.get_by_role("button", name="Bulk Add Goal")).to_be_visible()
