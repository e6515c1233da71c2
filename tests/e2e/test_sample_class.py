"""From the first start to a living class, and back."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.page_actions import HASHING_MS, NewStudent, class_code, expect_toast, sign_in_student
from tests.factories.server_process import ServerProcess

STRIP = "Sample class: nobody here is real."


@pytest.mark.spec("21.1", "21.3", "21.5")
def test_from_the_first_start_to_a_living_class_and_back(
    server: ServerProcess, teacher_page: Page, student_page: Page
) -> None:
    del server
    teacher_page.goto("/")
    teacher_page.get_by_role("button", name="Try a Sample Class").click()
    expect(teacher_page.get_by_role("heading", name="Sample Class", level=1)).to_be_visible(timeout=HASHING_MS)
    expect(teacher_page.get_by_role("main")).to_contain_text(STRIP)
    code = class_code(teacher_page)

    teacher_page.get_by_role("button", name="Look as a Student").click()
    dialog = teacher_page.get_by_role("dialog", name="Look as a Student")
    expect(dialog.get_by_text(code)).to_have_count(2)
    username = dialog.get_by_role("definition").first.inner_text()
    dialog.get_by_role("button", name="Done").click()

    sign_in_student(student_page, NewStudent("Amara", "Okafor", username, code), code)
    expect(student_page.get_by_role("main")).to_contain_text(STRIP)
    expect(student_page.get_by_role("main").get_by_role("button", name="Remove")).to_have_count(0)
    student_page.get_by_role("button", name="Submit Goal").first.click()
    proof = student_page.get_by_role("dialog")
    proof.get_by_role("textbox").fill("The dragon flew over the hill.")
    proof.get_by_role("button", name="Submit").click()
    teacher_page.get_by_role("link", name="Submissions").click()
    expect(teacher_page.get_by_text("The dragon flew over the hill.")).to_be_visible()

    teacher_page.get_by_role("button", name="Remove", exact=True).click()
    teacher_page.get_by_role("button", name="Remove the Sample Class").click()
    expect_toast(teacher_page, "Sample class removed")
    expect(teacher_page.get_by_role("button", name="Set Up This Computer")).to_be_visible()
    expect(student_page.get_by_role("button", name="Student Login")).to_be_visible()
