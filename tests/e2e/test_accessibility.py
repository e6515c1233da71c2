"""Accessibility of every screen (specification 3.15).

axe finds nothing in the light and the dark theme. At 320 px, with more text spacing and with text at 200%, no page
scrolls sideways and no text is cut. In forced colours what is chosen can be told. The focus is always in view.
`make test` checks each page in one of the languages, `make test-long` also all other states and dialogs, in each.
"""

from collections.abc import Sequence

import pytest
from playwright.sync_api import Browser, Page, Route, ViewportSize

from server.texts.language import STUDENT_LANGUAGES
from tests.e2e.conftest import LAPTOP, PHONE
from tests.e2e.gallery import NARROW, Gallery, Language, Scene, Viewer, show_at, show_in, wait_for
from tests.e2e.layout import (
    NORMAL_TEXT_PX,
    hidden_stops,
    layout_faults,
    set_text_size,
    space_text,
    unmarked_in_forced_colours,
)
from tests.e2e.page_actions import close_context, close_page
from tests.e2e.print_scenes import show_as_printed
from tests.e2e.sample_class import SampleClass
from tests.e2e.scenes import SCENES
from tests.e2e.store_scenes import ITEMS
from tests.factories.paths import ROOT

AXE = (ROOT / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
RUN_AXE = """async (rules) => (await axe.run(document, rules)).violations.flatMap(({ id, nodes }) =>
  nodes.map(({ target, failureSummary }) => `${id} at ${target}: ${failureSummary}`))"""
COLOUR_RULES = {"runOnly": ["color-contrast", "link-in-text-block"]}
"""The rules whose result depends on the theme."""
ZOOMED: ViewportSize = {"width": 320, "height": 256}
"""1280x1024 at 400%."""
LOW: ViewportSize = {"width": 640, "height": 400}
"""1280x800 at 200%."""
TEXT_INDENTS = """(selector) => [...document.querySelectorAll(selector)].map((element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect().left - element.getBoundingClientRect().left;
})"""
"""Distance of the text from the element's left edge."""
SHARES = 4
"""Number of shares, so that several workers split the scenes."""
PAGES = [scene for scene in SCENES if scene.page]
ON_SCREEN = [scene for scene in SCENES if show_as_printed not in scene.steps]
"""Paper has neither landmarks nor a width of 320 px."""


@pytest.fixture(scope="module")
def gallery(chromium: Browser, sample_class: SampleClass) -> Gallery:
    return Gallery(chromium, sample_class)


@pytest.mark.early
@pytest.mark.parametrize("viewer", sorted({scene.viewer for scene in PAGES}))
def test_axe_finds_nothing_on_any_page(gallery: Gallery, viewer: Viewer) -> None:
    found: dict[str, list[str]] = {}
    scenes = [scene for scene in PAGES if scene.viewer == viewer]
    context = gallery.new_context(viewer, "light", LAPTOP)
    page = context.new_page()
    for number, scene in enumerate(scenes):
        show_at(page, "light", (LAPTOP, PHONE)[number % 2])
        gallery.open_in(page, scene)
        show_in(page, scene.languages[number // 2 % len(scene.languages)])
        if wrong := findings(page):
            found[scene.name] = wrong
        if scene.before is not None:  # its routes would apply to the next scene
            close_page(page)
            page = context.new_page()
    close_context(context)
    assert found == {}


@pytest.mark.spec("3.15")
@pytest.mark.long
@pytest.mark.parametrize("part", range(SHARES))
@pytest.mark.parametrize("language", STUDENT_LANGUAGES)
def test_axe_finds_nothing_on_any_screen_in_any_state(gallery: Gallery, language: Language, part: int) -> None:
    scenes = [scene for scene in ON_SCREEN[part::SHARES] if language in scene.languages]
    assert findings_by_scene(scenes, gallery, language) == {}


@pytest.mark.spec("3.15")
@pytest.mark.parametrize(
    ("name", "size", "fewest_stops"),
    [
        ("class", LOW, 40),
        pytest.param("settings", LOW, 30, marks=pytest.mark.long),
        pytest.param("my-goals", LOW, 8, marks=pytest.mark.long),
        pytest.param("manage-students", ZOOMED, 60, marks=pytest.mark.long),
        ("purchase", ZOOMED, 3),
    ],
)
def test_the_focus_is_never_hidden(gallery: Gallery, name: str, size: ViewportSize, fewest_stops: int) -> None:
    scene = next(scene for scene in SCENES if scene.name == name)
    context = gallery.open(scene, "light", size)
    stops, hidden = hidden_stops(context.pages[0])
    close_context(context)
    assert hidden == []
    assert stops >= fewest_stops


@pytest.mark.spec("3.10")
def test_right_to_left_item_names_are_aligned_with_their_row(gallery: Gallery) -> None:
    arabic = {"name": "\u0642\u0644\u0645", "description": "\u0642\u0644\u0645 \u0631\u0635\u0627\u0635"}

    def rename(page: Page) -> None:
        def respond(route: Route) -> None:
            answered = route.fetch()
            route.fulfill(response=answered, json=[item | arabic for item in answered.json()])

        page.route("**/api/store/classroom/*", respond)

    scene = Scene("store-arabic", "teacher", ITEMS, (wait_for(arabic["name"]),), before=rename)
    context = gallery.open(scene, "light", LAPTOP)
    indents = context.pages[0].evaluate(TEXT_INDENTS, "main li [dir=auto]")
    close_context(context)
    assert len(indents) > 1
    assert max(indents) < 1


def test_axe_and_the_width_check_find_the_faults_of_a_faulty_page(chromium: Browser) -> None:
    page = chromium.new_page()
    page.set_content(
        "<html lang=en><title>Wrong</title><main style=width:400px><h1>Wrong</h1><img src=x>"
        "<style>@media (prefers-color-scheme: dark) { body { background: #333 } }</style>"
    )
    found = "\n".join(findings(page))
    assert "image-alt" in found
    assert "dark: color-contrast" in found
    assert "320 px: the page is 4" in found


FAULTY_LAYOUT = """<html lang=en><title>Wrong</title>
<style>div { width: 200px; font: 1rem monospace; white-space: nowrap; overflow: hidden }</style>
<div>Twenty letters, long</div>
<nav style="position: relative; z-index: 1"><a aria-current=page href=#>Here</a></nav><div role=dialog>Dialog</div>
<button style="position: absolute; top: 0">Below</button><p style="position: fixed; inset: -1em">Above</p>"""


def test_the_layout_checks_find_the_faults_of_a_faulty_page(chromium: Browser) -> None:
    page = chromium.new_page(viewport=NARROW)
    page.set_content(FAULTY_LAYOUT.replace("<div role=dialog>Dialog</div>", ""))
    assert layout_faults(page) == []
    space_text(page)
    assert layout_faults(page) != []
    space_text(page, "")
    set_text_size(page, 2 * NORMAL_TEXT_PX)
    assert layout_faults(page) != []
    page.set_content(FAULTY_LAYOUT)
    assert unmarked_in_forced_colours(page) == ["no colour: Here", "no border: Dialog"]
    assert hidden_stops(page) == (2, ["Below"])
    page.close()


def findings_by_scene(scenes: Sequence[Scene], gallery: Gallery, language: Language) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    # Every second scene on a phone: a page's states alternate between both sizes.
    for number, scene in enumerate(scenes):
        context = gallery.open(scene, "light", PHONE if scene.narrow or number % 2 else LAPTOP)
        show_in(context.pages[0], language)
        if wrong := findings(context.pages[0]):
            found[scene.name] = wrong
        close_context(context)
    return found


def findings(page: Page) -> list[str]:
    """The findings of axe in the light and the dark theme, and of the layout checks."""
    page.evaluate(AXE)  # not as a script tag, which the pages' CSP forbids
    found: list[str] = page.evaluate(RUN_AXE, {})
    size = page.viewport_size or LAPTOP
    show_at(page, "dark", size)
    found += [f"dark: {each}" for each in page.evaluate(RUN_AXE, COLOUR_RULES)]
    found += [f"forced colours: {each}" for each in unmarked_in_forced_colours(page)]
    show_at(page, "light", NARROW)
    found += [f"320 px: {each}" for each in layout_faults(page)]
    space_text(page)
    found += [f"320 px, text spacing: {each}" for each in layout_faults(page)]
    space_text(page, "")
    set_text_size(page, 2 * NORMAL_TEXT_PX)
    page.set_viewport_size(PHONE)
    found += [f"390 px, text at 200%: {each}" for each in layout_faults(page)]
    set_text_size(page, NORMAL_TEXT_PX)
    return found
