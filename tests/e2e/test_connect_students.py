"""Connect students, between a teacher's and a student's browser. Counting of devices is tested in `tests/lan`."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewPage
from tests.e2e.connect_scenes import CONNECT, IT_NOTE, mock_network
from tests.e2e.page_actions import AMARA, add_students, class_code, create_class, register, sign_in_student
from tests.factories.process import ServerProcess

IS_FULLSCREEN = "document.fullscreenElement !== null"
PAGE_OF_A_PDF = re.compile(rb"/Type\s*/Page\b(?!s)")


def create_class_with_student(teacher: Page) -> str:
    """Create a class with one student; returns its code."""
    register(teacher)
    create_class(teacher)
    add_students(teacher, AMARA)
    return class_code(teacher)


def test_a_student_gets_in_by_what_the_board_shows_and_is_counted_at_once(
    teacher_page: Page, new_page: NewPage
) -> None:
    code = create_class_with_student(teacher_page)
    teacher_page.get_by_role("link", name="Connect students").filter(visible=True).last.click()
    expect(teacher_page.get_by_text("0 of 1 signed in")).to_be_visible()
    shown = teacher_page.get_by_role("img", name=re.compile("^QR code for")).locator("title").text_content() or ""
    link = shown.removeprefix("QR code for ")
    assert link.endswith(f"/?class={code}")

    student = new_page(link.removesuffix(f"/?class={code}"))
    sign_in_student(student, AMARA, code)
    expect(teacher_page.get_by_text("1 of 1 signed in")).to_be_visible()
    teacher_page.get_by_role("button", name="Full screen").click()
    board = teacher_page.get_by_role("dialog", name="Connect students")
    expect(board.get_by_text("1 of 1 signed in")).to_be_visible()
    student.get_by_role("button", name="Logout").click()
    expect(board.get_by_text("0 of 1 signed in")).to_be_visible()
    teacher_page.keyboard.press("Escape")
    expect(teacher_page.get_by_text("0 of 1 signed in")).to_be_visible()


def test_the_full_screen_is_one_and_escape_leaves_it(teacher_page: Page) -> None:
    create_class_with_student(teacher_page)
    mock_network()(teacher_page)
    teacher_page.goto(CONNECT)
    teacher_page.get_by_role("button", name="Full screen").click()
    board = teacher_page.get_by_role("dialog", name="Connect students")
    expect(board.get_by_text("192.168.1.20:8080", exact=True)).to_be_visible()
    teacher_page.wait_for_function(IS_FULLSCREEN)
    board.get_by_role("button", name="Done").click()
    expect(board).to_be_hidden()
    teacher_page.wait_for_function(f"!({IS_FULLSCREEN})")

    teacher_page.get_by_role("button", name="Full screen").click()
    expect(board).to_be_visible()
    teacher_page.keyboard.press("Escape")
    expect(board).to_be_hidden()
    expect(teacher_page.get_by_role("button", name="Full screen")).to_be_focused()


@pytest.mark.long
def test_a_browser_that_leaves_the_full_screen_by_itself_leaves_the_board(teacher_page: Page) -> None:
    create_class_with_student(teacher_page)
    mock_network()(teacher_page)
    teacher_page.goto(CONNECT)
    teacher_page.get_by_role("button", name="Full screen").click()
    teacher_page.wait_for_function(IS_FULLSCREEN)
    teacher_page.evaluate("document.exitFullscreen()")
    expect(teacher_page.get_by_role("dialog")).to_be_hidden()


@pytest.mark.parametrize("paper", ["A4", pytest.param("Letter", marks=pytest.mark.long)])
def test_the_note_for_it_is_one_page_on_white_paper(server: ServerProcess, new_page: NewPage, paper: str) -> None:
    teacher = new_page(server.here, color_scheme="dark")
    create_class_with_student(teacher)
    mock_network()(teacher)
    teacher.goto(IT_NOTE)
    expect(teacher.get_by_text("What we ask for")).to_be_visible()
    assert len(PAGE_OF_A_PDF.findall(teacher.pdf(format=paper))) == 1
    teacher.emulate_media(media="print")
    assert teacher.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    expect(teacher.get_by_role("button", name="Print")).to_be_hidden()
    expect(teacher.get_by_role("complementary")).to_be_hidden()
    # WebKit prints with the window's columns: the sheet takes the hidden sidebar's place too.
    width = teacher.get_by_role("main").evaluate("main => main.getBoundingClientRect().width / innerWidth")
    assert width > 0.95
