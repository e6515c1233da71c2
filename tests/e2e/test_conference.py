"""A conference: a teacher opens a child's year, shows its work and prints it; the child sees the same."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.page_actions import use_session
from tests.e2e.printed_pages import disable_print_dialog, print_pages
from tests.factories.images import photo_jpeg
from tests.factories.seeded import SeededClass, seed, store_photos
from tests.factories.server_process import ServerProcess

LETTER = (612, 792)
PAGE_SIZE = 30
SHEETS = 8
"""Thirty pieces of work, four a page."""


@pytest.fixture
def seeded_class(tmp_path: Path) -> SeededClass:
    """A class of two students with a year of completed goals, the newest 31 of the first student with photos."""
    seeded_class = seed(tmp_path / "data", students=2, months=9)
    store_photos(tmp_path / "data", seeded_class.students[0].id, photo_jpeg(600, 800), 31)
    return seeded_class


@pytest.mark.spec("7.18", "7.19", "7.20")
def test_a_childs_year_is_opened_its_work_shown_and_printed(
    seeded_class: SeededClass, server: ServerProcess, teacher_page: Page, tmp_path: Path
) -> None:
    disable_print_dialog(teacher_page)
    use_session(teacher_page, server.local_url, seeded_class.teacher_token)
    student = seeded_class.students[0]
    teacher_page.goto(f"/teacher/student/{student.id}/goals")
    goal = teacher_page.get_by_role("listitem").filter(has_text=re.compile("^Spelling list")).first
    goal.get_by_role("button", name=re.compile("^Spelling list")).click()
    expect(goal.get_by_text("I read it to the end")).to_be_visible()
    expect(goal.get_by_role("button", name=re.compile("^Enlarge the photo"))).to_be_visible()

    teacher_page.get_by_role("tab", name="Work").click()
    expect(teacher_page).to_have_url(re.compile(f"/teacher/student/{student.id}/work$"))
    expect(teacher_page.get_by_role("tab", name="Work")).to_be_focused()
    photos = teacher_page.get_by_role("button", name=re.compile("^Enlarge the photo"))
    expect(photos).to_have_count(PAGE_SIZE)
    photos.first.click()
    expect(teacher_page.get_by_role("dialog")).to_contain_text(f"1 of {PAGE_SIZE}")
    teacher_page.keyboard.press("Escape")
    expect(photos.first).to_be_focused()

    teacher_page.get_by_role("button", name="Print").click()
    expect(teacher_page.locator(".work-sheet")).to_have_count(SHEETS)
    pictures = teacher_page.locator(".work-picture img")
    pictures.evaluate_all("images => Promise.all(images.map((image) => image.decode()))")
    sheets = print_pages(teacher_page, tmp_path / "work.pdf")
    assert [sheet.size for sheet in sheets] == [LETTER] * SHEETS
    assert f"Page 1 of {SHEETS}" in sheets[0].text
    assert "Room 12 Homeroom" in sheets[0].text
    assert all(sheet.text.count("Spelling list") == 4 for sheet in sheets[:-1])


@pytest.mark.spec("7.18", "7.19")
def test_a_student_sees_the_own_work_and_what_was_sent_for_a_goal(
    seeded_class: SeededClass, server: ServerProcess, student_page: Page
) -> None:
    student = seeded_class.students[0]
    use_session(student_page, server.lan_url, student.token)
    asked: list[str] = []
    student_page.on("request", lambda request: asked.append(request.url))
    student_page.goto("/student")
    opened = student_page.get_by_text("What you sent").first
    expect(opened).to_be_visible()
    assert not [url for url in asked if "student-work" in url or url.endswith("/submissions")]
    # The photo of the goal is loaded before the requests of the next page are counted.
    with student_page.expect_response("**/image?size=thumb"):
        opened.click()
    expect(student_page.get_by_role("button", name=re.compile("^Enlarge the photo")).first).to_be_visible()

    asked.clear()
    student_page.get_by_role("link", name="My Work").click()
    photos = student_page.get_by_role("button", name=re.compile("^Enlarge the photo"))
    expect(photos).to_have_count(PAGE_SIZE)
    assert not [url for url in asked if "/image" in url]
    student_page.get_by_role("button", name="Show more").click()
    expect(photos).to_have_count(PAGE_SIZE + 1)
    other = seeded_class.students[1]
    refused = student_page.request.get(f"/api/submissions/student/{other.id}/portfolio")
    assert refused.status == 404
