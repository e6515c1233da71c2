"""From the first start to thirty signed-in students, with every click and field of the teacher counted."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.page_actions import HASHING_MS
from tests.e2e.printed_pages import disable_print_dialog, print_pages
from tests.factories.passwords import PASSWORD
from tests.factories.rosters import sample
from tests.factories.server_process import ServerProcess
from tests.factories.user_client import UserClient

MAX_STEPS = 25
STUDENTS = 30


class Teacher:
    """Operates the teacher's page; `steps` lists each click and each filled field."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.steps: list[str] = []

    def click(self, name: str | re.Pattern[str], *, within: Locator | None = None) -> None:
        """Click the button or link."""
        place = within or self.page.locator("body")
        shown = place.get_by_role("button", name=name, exact=True)
        shown.or_(place.get_by_role("link", name=name, exact=True)).filter(visible=True).first.click()
        self.steps.append(f"click {name}")

    def fill(self, label: str, text: str) -> None:
        """Fill in the field."""
        self.page.get_by_label(label, exact=True).fill(text)
        self.steps.append(f"fill in {label}")


@pytest.mark.spec("5.16")
def test_thirty_students_are_signed_in_after_at_most_25_clicks_and_fields(
    server: ServerProcess, teacher_page: Page, student_page: Page, tmp_path: Path
) -> None:
    # The test's server isn't announced, so that it has no address.
    address = {"address": server.lan_url.split("/")[2].rpartition(":")[0], "url": server.lan_url}
    teacher_page.route("**/api/network", lambda route: route.fulfill(json=route.fetch().json() | address))
    disable_print_dialog(teacher_page)
    teacher_page.goto("/")
    teacher = Teacher(teacher_page)
    teacher.click("Set Up This Computer")
    teacher.fill("Full Name", "Elena Rivera")
    teacher.fill("Email", "elena@school.local")
    teacher.fill("Password", PASSWORD)
    teacher.click("Create Account", within=teacher_page.get_by_role("dialog"))
    teacher.click("Later")
    teacher.click("Create Your First Class")
    teacher.fill("Class Name", "Room 12 Homeroom")
    teacher.click("Create Class", within=teacher_page.get_by_role("dialog"))
    teacher.click("Import a Class List")
    teacher.fill("Rows", sample("19-thirty.csv")[0].decode())
    teacher.click("Read the Rows")
    teacher.click("Add 30 Students")
    expect(teacher_page.get_by_text("30 students added")).to_be_visible(timeout=HASHING_MS)
    teacher.click("Print Login Cards")
    teacher.click("Make and Print 30 Cards")
    expect(teacher_page.get_by_role("heading", name="Did the cards come out well?")).to_be_visible()
    cards = [code for sheet in print_pages(teacher_page, tmp_path / "cards.pdf") for code in sheet.read_codes()]
    assert len(set(cards)) == STUDENTS
    teacher.click("Done")
    teacher.click("Go to the Class")
    teacher.click("Leave", within=teacher_page.get_by_role("alertdialog", name="Leave without the passwords?"))
    expect(teacher_page.get_by_role("heading", name="30 students are ready to sign in")).to_be_visible()
    teacher.click("Connect students", within=teacher_page.get_by_role("main").locator("section").first)
    assert len(teacher.steps) <= MAX_STEPS, teacher.steps

    student_page.goto(cards[0])
    student_page.get_by_role("button", name=re.compile("^Yes, I'm ")).click()
    expect(student_page.get_by_role("heading", name=re.compile("^Welcome, "))).to_be_visible()
    for card in cards[1:]:
        client = UserClient(server)
        client.sign_in("/api/auth/card", code=card.partition("#")[2])
        client.disconnect()
    expect(teacher_page.get_by_text("30 of 30 signed in")).to_be_visible()
