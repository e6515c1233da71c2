"""Connect students, between a teacher's and a student's browser. Counting of devices is tested in `tests/lan`."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.durability.db_invariants import DbInvariants
from tests.durability.expected_state import session_key
from tests.e2e.conftest import LAPTOP, NewPage
from tests.e2e.connect_scenes import CONNECT, IT_NOTE, mock_network
from tests.e2e.gallery import LANGUAGES, Gallery, Language, Scene, click, show_in, wait_for
from tests.e2e.login_card_scenes import mock_cards
from tests.e2e.page_actions import SEEDED_AMARA, close_context, sign_in_student, use_session
from tests.e2e.picture_scenes import mock_class, mock_device
from tests.e2e.sample_class import SampleClass
from tests.factories.seeded import SeededClass
from tests.factories.server_process import ServerProcess
from tests.factories.tiers import by_tier

FULLSCREEN = "() => document.fullscreenElement !== null"
NO_FULLSCREEN = "() => document.fullscreenElement === null"
PAGE_OF_A_PDF = re.compile(rb"/Type\s*/Page\b(?!s)")


def mock_ways_to_sign_in(page: Page) -> None:
    """Mock a class with login cards and pictures."""
    mock_cards()(page)
    mock_device()(page)
    mock_class()(page)


@pytest.fixture
def seeded_class(tmp_path: Path, seeded_class: SeededClass) -> SeededClass:
    """A class with one student, who isn't signed in."""
    _, token_hash = session_key(seeded_class.students[0].token)
    DbInvariants(tmp_path / "data").execute(f"DELETE FROM sessions WHERE token_hash = '{token_hash}'")
    return seeded_class


@pytest.fixture
def teacher(seeded_class: SeededClass, server: ServerProcess, teacher_page: Page) -> Page:
    """The page of the signed-in teacher."""
    use_session(teacher_page, server.local_url, seeded_class.teacher_token)
    return teacher_page


def test_a_student_signs_in_by_the_projected_link_and_is_counted_at_once(
    teacher: Page, seeded_class: SeededClass, new_page: NewPage
) -> None:
    teacher.goto("/")
    teacher.get_by_role("link", name="Connect students").filter(visible=True).last.click()
    expect(teacher.get_by_text("0 of 1 signed in")).to_be_visible()
    shown = teacher.get_by_role("img", name=re.compile("^QR code for")).locator("title").text_content() or ""
    link = shown.removeprefix("QR code for ")
    assert link.endswith(f"/?class={seeded_class.code}")

    student = new_page(link.removesuffix(f"/?class={seeded_class.code}"))
    sign_in_student(student, SEEDED_AMARA, seeded_class.code)
    expect(teacher.get_by_text("1 of 1 signed in")).to_be_visible()
    teacher.get_by_role("button", name="Full screen").click()
    board = teacher.get_by_role("dialog", name="Connect students")
    expect(board.get_by_text("1 of 1 signed in")).to_be_visible()
    student.get_by_role("button", name="Logout").click()
    expect(board.get_by_text("0 of 1 signed in")).to_be_visible()
    teacher.keyboard.press("Escape")
    expect(teacher.get_by_text("0 of 1 signed in")).to_be_visible()


def test_the_projector_view_is_full_screen_and_escape_closes_it(teacher: Page) -> None:
    mock_network()(teacher)
    teacher.goto(CONNECT)
    teacher.get_by_role("button", name="Full screen").click()
    board = teacher.get_by_role("dialog", name="Connect students")
    expect(board.get_by_text("192.168.1.20:8080", exact=True)).to_be_visible()
    teacher.wait_for_function(FULLSCREEN)
    board.get_by_role("button", name="Done").click()
    expect(board).to_be_hidden()
    teacher.wait_for_function(NO_FULLSCREEN)

    teacher.get_by_role("button", name="Full screen").click()
    expect(board).to_be_visible()
    teacher.keyboard.press("Escape")
    expect(board).to_be_hidden()
    expect(teacher.get_by_role("button", name="Full screen")).to_be_focused()


@pytest.mark.parametrize("language", by_tier(LANGUAGES, "es"))
def test_the_projector_view_fits_into_the_window_with_every_way_to_sign_in(
    chromium: Browser, sample_class: SampleClass, language: Language
) -> None:
    steps = (wait_for("Login card?"), wait_for("Pictures?"), click("Full screen"))
    context = Gallery(chromium, sample_class).open(
        Scene("connect-full-screen-ways", "teacher", CONNECT, steps, before=mock_ways_to_sign_in), "light", LAPTOP
    )
    page = context.pages[0]
    show_in(page, language)
    hidden = page.get_by_role("dialog").evaluate("board => board.scrollHeight - board.clientHeight")
    close_context(context)
    assert hidden <= 0


@pytest.mark.long
def test_leaving_full_screen_by_the_browser_closes_the_projector_view(teacher: Page) -> None:
    mock_network()(teacher)
    teacher.goto(CONNECT)
    teacher.get_by_role("button", name="Full screen").click()
    teacher.wait_for_function(FULLSCREEN)
    teacher.evaluate("document.exitFullscreen()")
    expect(teacher.get_by_role("dialog")).to_be_hidden()


@pytest.mark.parametrize("paper", ["A4", pytest.param("Letter", marks=pytest.mark.long)])
def test_the_note_for_the_it_administrator_prints_on_one_white_page(teacher: Page, paper: str) -> None:
    teacher.emulate_media(color_scheme="dark")
    mock_network()(teacher)
    teacher.goto(IT_NOTE)
    expect(teacher.get_by_text("What we ask for")).to_be_visible()
    assert len(PAGE_OF_A_PDF.findall(teacher.pdf(format=paper))) == 1
    teacher.emulate_media(media="print", color_scheme="dark")
    assert teacher.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    expect(teacher.get_by_role("button", name="Print")).to_be_hidden()
    expect(teacher.get_by_role("complementary")).to_be_hidden()
    # WebKit prints with the window's columns: the sheet takes the hidden sidebar's place too.
    width = teacher.get_by_role("main").evaluate("main => main.getBoundingClientRect().width / innerWidth")
    assert width > 0.95
