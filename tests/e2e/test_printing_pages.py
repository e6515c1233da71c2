"""Any page on paper: Ctrl+P prints its content, without buttons and navigation, light also on a dark device."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.e2e.conftest import LAPTOP
from tests.e2e.gallery import Gallery, Scene
from tests.e2e.page_actions import close_context
from tests.e2e.page_mocks import mock_many_rows
from tests.e2e.printed_pages import print_pages
from tests.e2e.sample_class import SampleClass
from tests.e2e.scenes import SCENES

PAPER: ViewportSize = {"width": 680, "height": 1009}
"""What the margins leave of A4, in CSS pixels."""
CONTENT = """() => [...document.querySelectorAll('h1, h2, h3, td, dt, dd, bdi, time, main img')]
  .filter((element) => element.checkVisibility({ visibilityProperty: true }) && element.closest('main')
    && !element.closest('nav, .sr-only, a[class*="print:hidden"], td[class*="print:hidden"], select')
    && !element.closest('button:not(:is(h2, h3, th) *):not(:has(img))'))"""
"""The elements of the page that hold what people read."""
REMEMBER_CONTENT = f"() => {{ window.content = ({CONTENT})(); return window.content.length; }}"
LOST = """() => window.content.filter((element) => !element.checkVisibility({ visibilityProperty: true }))
  .map((element) => element.outerHTML.slice(0, 200))"""
CONTROLS = """() => [...document.querySelectorAll(
    'button, nav, aside, [role=menu], [role=search], [type=search], .checkbox[aria-label], .toasts')]
  .filter((element) => element.checkVisibility() && !element.matches(':is(h2, h3, th) *, [role=tab], [role=switch]')
    && !element.querySelector('img'))
  .map((element) => element.outerHTML.slice(0, 200))"""
TOO_WIDE = """() => [...document.querySelectorAll('main *')]
  .filter((element) => element.checkVisibility() && !element.closest('svg, .sr-only')
    && element.getBoundingClientRect().right > innerWidth + 1)
  .map((element) => element.outerHTML.slice(0, 200))"""
BACKGROUND = "getComputedStyle(document.body).backgroundColor"
WHITE = "rgb(255, 255, 255)"
WHITE_PIXEL = (255, 255, 255)
IN_MARGIN, BESIDE_DIALOG = (5, 5), (90, 90)
"""In pixels of a printed page's picture."""
SHORT_TIER = {"class", "my-goals"}
"""Pages that `make test` prints; `make test-long` prints all."""


def _tier(scene: Scene) -> object:
    marks = () if scene.name in SHORT_TIER else (pytest.mark.long,)
    return pytest.param(scene, id=scene.name, marks=marks)


PAGES = [_tier(scene) for scene in SCENES if scene.page and scene.name != "connect-full-screen"]


@pytest.fixture(scope="module")
def gallery(chromium: Browser, sample_class: SampleClass) -> Gallery:
    return Gallery(chromium, sample_class)


def _scene(name: str) -> Scene:
    return next(scene for scene in SCENES if scene.name == name)


@pytest.mark.spec("3.18")
@pytest.mark.parametrize("scene", PAGES)
def test_a_printed_page_has_its_content_without_buttons_and_navigation(gallery: Gallery, scene: Scene) -> None:
    context = gallery.open(scene, "dark", LAPTOP)
    page = context.pages[0]
    page.evaluate(REMEMBER_CONTENT)
    page.emulate_media(media="print", color_scheme="dark")
    page.set_viewport_size(PAPER)
    faults = {
        "lost": page.evaluate(LOST),
        "controls": page.evaluate(CONTROLS),
        "too wide": page.evaluate(TOO_WIDE),
    }
    background = page.evaluate(BACKGROUND)
    expect(page.locator("h1").first).to_be_attached()
    close_context(context)
    assert faults == {kind: [] for kind in faults}
    assert background == WHITE


@pytest.mark.spec("3.18")
@pytest.mark.parametrize("name", ["class-crowded", pytest.param("my-goals-crowded", marks=pytest.mark.long)])
def test_all_rows_of_a_long_page_are_printed_on_white_paper(gallery: Gallery, tmp_path: Path, name: str) -> None:
    context = gallery.open(_scene(name), "dark", LAPTOP)
    page = context.pages[0]
    rows = page.get_by_role("row").filter(has_text="@") if name == "class-crowded" else page.get_by_role("listitem")
    count = rows.count()
    sheets = print_pages(page, tmp_path / "page.pdf")
    close_context(context)
    text = "".join(sheet.text for sheet in sheets)
    if name == "class-crowded":
        assert text.count("@") == count
    assert len(sheets) > 1
    assert {sheet.picture.getpixel(IN_MARGIN) for sheet in sheets} == {WHITE_PIXEL}
    for button in ("View Goals", "Award GoalBucks", "Submit Goal", "Delete Class", "Teacher Portal", "Logout"):
        assert button not in text


@pytest.mark.spec("3.18")
def test_an_open_dialog_is_printed_alone_on_as_many_pages_as_it_needs(gallery: Gallery, tmp_path: Path) -> None:
    scene = _scene("manage-students")
    context = gallery.open(
        Scene("dialog", scene.viewer, scene.path, scene.steps, before=mock_many_rows), "dark", LAPTOP
    )
    page = context.pages[0]
    sheets = print_pages(page, tmp_path / "dialog.pdf")
    page.emulate_media(media="print")
    expect(page.get_by_role("heading", name="Manage Students")).to_be_visible()
    expect(page.locator("main")).to_be_hidden()
    close_context(context)
    text = "".join(sheet.text for sheet in sheets)
    assert len(sheets) > 1
    assert "Class code" not in text
    assert "Save" not in text
    assert {sheet.picture.getpixel(BESIDE_DIALOG) for sheet in sheets} == {WHITE_PIXEL}
