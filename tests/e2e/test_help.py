"""The guide for teachers in the program: opened, searched, in Spanish, on paper, above dialogs (specification 3.17)."""

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.conftest import LAPTOP, PHONE, TIMEOUT_MS
from tests.e2e.gallery import Gallery, show_in
from tests.e2e.page_actions import close_context
from tests.e2e.sample_class import SampleClass

HELP = "/teacher/help"
pytestmark = pytest.mark.spec("3.17")


@pytest.fixture(scope="module")
def gallery(chromium: Browser, sample_class: SampleClass) -> Gallery:
    return Gallery(chromium, sample_class)


@pytest.fixture
def help_page(gallery: Gallery) -> Page:
    """The teacher's page, showing the help."""
    page = gallery.new_context("teacher", "light", LAPTOP).new_page()
    page.set_default_timeout(TIMEOUT_MS)
    page.goto(HELP)
    expect(title(page)).to_have_text("Help")
    return page


def title(page: Page) -> Locator:
    """The page's heading."""
    return page.get_by_role("heading", level=1)


def test_an_answer_is_found_and_opened_by_keyboard_and_back_returns_to_the_search(help_page: Page) -> None:
    help_page.keyboard.press("/")
    help_page.keyboard.type("forgot password")
    found = help_page.get_by_role("status").filter(has_text=re.compile("answers$"))
    expect(found).to_be_visible()
    first = help_page.get_by_role("main").get_by_role("listitem").first.get_by_role("link")
    expect(first.locator("mark").first).to_have_text("forgot")
    help_page.keyboard.press("Tab")
    expect(first).to_be_focused()
    help_page.keyboard.press("Enter")
    expect(title(help_page)).to_have_text("A child forgot the password")
    help_page.go_back()
    expect(help_page.get_by_role("searchbox")).to_have_value("forgot password")
    expect(found).to_be_visible()
    close_context(help_page.context)


def test_an_answer_leads_to_the_page_that_it_is_about(help_page: Page) -> None:
    help_page.get_by_role("link", name="Thirty children can't connect").click()
    expect(title(help_page)).to_have_text("Thirty children can't connect")
    expect(help_page.get_by_role("link", name="Help", exact=True).first).to_have_attribute("aria-current", "page")
    help_page.get_by_role("link", name="Open Connect students").click()
    expect(title(help_page)).to_have_text("Connect students")
    close_context(help_page.context)


def test_the_help_is_in_the_menu_of_a_phone(gallery: Gallery) -> None:
    page = gallery.new_context("teacher", "light", PHONE).new_page()
    page.goto("/teacher/classes")
    page.get_by_role("button", name="Open menu").click()
    page.get_by_role("dialog").get_by_role("link", name="Help").click()
    expect(title(page)).to_have_text("Help")
    close_context(page.context)


def test_the_help_is_in_spanish_and_is_searched_there_without_accents(help_page: Page) -> None:
    show_in(help_page, "es")
    expect(title(help_page)).to_have_text("Ayuda")
    help_page.get_by_role("searchbox", name="Buscar en la ayuda").fill("CAMARA")
    help_page.get_by_role("link", name=re.compile("^No se puede enviar una foto")).click()
    expect(title(help_page)).to_have_text("No se puede enviar una foto")
    expect(help_page.get_by_role("main").get_by_role("listitem").filter(has_text="Tomar una foto")).to_be_visible()
    close_context(help_page.context)


def test_an_answer_is_printed_without_buttons_and_navigation(help_page: Page) -> None:
    help_page.goto(f"{HELP}/thirty-children-cant-connect")
    expect(title(help_page)).to_be_visible()
    help_page.emulate_media(media="print")
    expect(help_page.get_by_text("Look at the Wi-Fi of this computer")).to_be_visible()
    for control in ("button", "complementary", "navigation"):
        expect(help_page.get_by_role(control)).to_have_count(0)
    expect(help_page.get_by_role("link", name=re.compile("^Open "))).to_have_count(0)
    close_context(help_page.context)


def test_a_page_links_to_the_answer_that_concerns_it(help_page: Page) -> None:
    help_page.goto("/teacher/submissions")
    help_page.get_by_text("Recently reviewed").click()
    help_page.get_by_role("link", name="I approved the wrong one").click()
    expect(title(help_page)).to_have_text("I approved the wrong one")
    close_context(help_page.context)


def open_class(page: Page, sample_class: SampleClass) -> None:
    """Open the class, in which nothing is changed."""
    page.goto(f"/teacher/class/{sample_class.classroom['id']}")
    expect(page.get_by_text("@amara.o")).to_be_visible()


def choose_in_menu(page: Page, name: str) -> None:
    """Choose an item of a student's menu."""
    page.get_by_role("button", name="More for Amara Okafor").click()
    page.get_by_role("menuitem", name=name).click()


def test_an_answer_opens_above_a_dialog_and_what_is_typed_stays(help_page: Page, sample_class: SampleClass) -> None:
    open_class(help_page, sample_class)
    choose_in_menu(help_page, "Set Password")
    field = help_page.get_by_label("New password", exact=True)
    field.fill("tiger")
    button = help_page.get_by_role("button", name="A child forgot the password")
    answer = help_page.get_by_role("dialog", name="A child forgot the password")
    for close in (lambda: help_page.keyboard.press("Escape"), help_page.go_back):
        button.click()
        expect(answer.get_by_text("Nobody can read a password")).to_be_visible()
        expect(answer.get_by_role("link")).to_have_count(0)
        close()
        expect(answer).to_have_count(0)
        expect(field).to_have_value("tiger")
        expect(button).to_be_focused()
    close_context(help_page.context)


def test_an_answer_opens_above_a_comment_and_the_keys_of_the_review_rest(help_page: Page) -> None:
    help_page.goto("/teacher/submissions")
    help_page.get_by_role("button", name="Deny").first.click()
    comment = help_page.get_by_role("textbox", name=re.compile("^Comment for"))
    comment.fill("Which book?")
    help_page.get_by_role("button", name="Let a child try again").click()
    answer = help_page.get_by_role("dialog", name="Let a child try again")
    expect(answer.get_by_text("Write what is missing")).to_be_visible()
    help_page.keyboard.press("a")
    help_page.keyboard.press("Escape")
    expect(answer).to_have_count(0)
    expect(comment).to_have_value("Which book?")
    expect(help_page.get_by_role("button", name="Confirm Deny")).to_be_visible()
    close_context(help_page.context)


def test_dialogs_and_the_import_open_the_answers_that_concern_them(help_page: Page, sample_class: SampleClass) -> None:
    def delete_student() -> None:
        help_page.get_by_role("button", name="Delete Amara Okafor").click()

    def delete_class() -> None:
        help_page.get_by_role("button", name="Delete Class").click()

    def move() -> None:
        choose_in_menu(help_page, "Move to Another Class")

    def erase() -> None:
        choose_in_menu(help_page, "Erase Student")

    def import_list() -> None:
        help_page.goto(f"/teacher/class/{sample_class.empty_classroom['id']}/import")

    for open_dialog, answer in (
        (delete_student, "A child leaves the school"),
        (erase, "A child leaves the school"),
        (move, "A child changes to another class"),
        (delete_class, "The school year is over"),
        (import_list, "Bring in a class list"),
    ):
        open_class(help_page, sample_class)
        open_dialog()
        help_page.get_by_role("button", name=answer).click()
        steps = help_page.get_by_role("dialog", name=answer).get_by_role("listitem")
        expect(steps.first).to_be_visible()
    close_context(help_page.context)
