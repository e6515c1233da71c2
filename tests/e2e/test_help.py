"""The guide for teachers in the program: opened, searched, in Spanish and on paper (specification 3.17)."""

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.conftest import LAPTOP, PHONE, TIMEOUT_MS
from tests.e2e.gallery import Gallery, show_in
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
    help_page.context.close()


def test_an_answer_leads_to_the_page_that_it_is_about(help_page: Page) -> None:
    help_page.get_by_role("link", name="Thirty children can't connect").click()
    expect(title(help_page)).to_have_text("Thirty children can't connect")
    expect(help_page.get_by_role("link", name="Help", exact=True).first).to_have_attribute("aria-current", "page")
    help_page.get_by_role("link", name="Open Connect students").click()
    expect(title(help_page)).to_have_text("Connect students")
    help_page.context.close()


def test_the_help_is_in_the_menu_of_a_phone(gallery: Gallery) -> None:
    page = gallery.new_context("teacher", "light", PHONE).new_page()
    page.goto("/teacher/classes")
    page.get_by_role("button", name="Open menu").click()
    page.get_by_role("dialog").get_by_role("link", name="Help").click()
    expect(title(page)).to_have_text("Help")
    page.context.close()


def test_the_help_is_in_spanish_and_is_searched_there_without_accents(help_page: Page) -> None:
    show_in(help_page, "es")
    expect(title(help_page)).to_have_text("Ayuda")
    help_page.get_by_role("searchbox", name="Buscar en la ayuda").fill("CAMARA")
    help_page.get_by_role("link", name=re.compile("^No se puede enviar una foto")).click()
    expect(title(help_page)).to_have_text("No se puede enviar una foto")
    expect(help_page.get_by_role("main").get_by_role("listitem").filter(has_text="Tomar una foto")).to_be_visible()
    help_page.context.close()


def test_an_answer_is_printed_without_buttons_and_navigation(help_page: Page) -> None:
    help_page.goto(f"{HELP}/thirty-children-cant-connect")
    expect(title(help_page)).to_be_visible()
    help_page.emulate_media(media="print")
    expect(help_page.get_by_text("Look at the Wi-Fi of this computer")).to_be_visible()
    for control in ("button", "complementary", "navigation"):
        expect(help_page.get_by_role(control)).to_have_count(0)
    expect(help_page.get_by_role("link", name=re.compile("^Open "))).to_have_count(0)
    help_page.context.close()


def test_a_page_links_to_the_answer_that_concerns_it(help_page: Page) -> None:
    help_page.goto("/teacher/submissions")
    help_page.get_by_text("Recently reviewed").click()
    help_page.get_by_role("link", name="I approved the wrong one").click()
    expect(title(help_page)).to_have_text("I approved the wrong one")
    help_page.context.close()
