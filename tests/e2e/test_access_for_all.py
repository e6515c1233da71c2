"""axe finds nothing on any screen in any state, light or dark, and nothing scrolls sideways (specification 3.15).

`make test` checks each page, `make test-long` also all other states and dialogs.
"""

from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import Browser, Page, Route, ViewportSize

from tests.e2e.conftest import LAPTOP, PHONE
from tests.e2e.gallery import Gallery, Scene, show_at, shows
from tests.e2e.scenes import ITEMS, SCENES
from tests.e2e.story import Story
from tests.factories.images import photo_jpeg
from tests.factories.process import ROOT, ServerProcess

AXE = (ROOT / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
FIND = """async (rules) => (await axe.run(document, rules)).violations.flatMap(({ id, nodes }) =>
  nodes.map(({ target, failureSummary }) => `${id} at ${target}: ${failureSummary}`))"""
COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"]}
"""What differs in the dark."""
NARROW: ViewportSize = {"width": 320, "height": 640}
TEXT_INDENTS = """(selector) => [...document.querySelectorAll(selector)].map((element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect().left - element.getBoundingClientRect().left;
})"""
"""How far from an element's left side its text begins."""
PARTS = 2
"""So that several workers share the scenes."""
PAGES = [scene for scene in SCENES if scene.page]


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Story]:
    """One for all: nobody changes anything."""
    server = ServerProcess(tmp_path_factory.mktemp("story") / "data", host="0.0.0.0")
    yield Story(server, photo_jpeg(600, 800))
    server.stop()


@pytest.fixture
def gallery(chromium: Browser, story: Story) -> Gallery:
    return Gallery(chromium, story)


@pytest.mark.parametrize("part", range(PARTS))
def test_axe_finds_nothing_on_any_page(gallery: Gallery, part: int) -> None:
    assert found_on(PAGES[part::PARTS], gallery) == {}


@pytest.mark.spec("3.15")
@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_axe_finds_nothing_on_any_screen_in_any_state(gallery: Gallery, part: int) -> None:
    assert found_on(SCENES[part::PARTS], gallery) == {}


@pytest.mark.spec("3.10")
def test_right_to_left_items_begin_where_their_row_begins(gallery: Gallery) -> None:
    arabic = {"name": "\u0642\u0644\u0645", "description": "\u0642\u0644\u0645 \u0631\u0635\u0627\u0635"}

    def rename(page: Page) -> None:
        def answer(route: Route) -> None:
            answered = route.fetch()
            route.fulfill(response=answered, json=[item | arabic for item in answered.json()])

        page.route("**/api/store/classroom/*", answer)

    scene = Scene("store-arabic", "teacher", ITEMS, (shows(arabic["name"]),), before=rename)
    context = gallery.open(scene, "light", LAPTOP)
    indents = context.pages[0].evaluate(TEXT_INDENTS, "main li [dir=auto]")
    context.close()
    assert len(indents) > 1
    assert max(indents) < 1


def test_axe_and_the_ruler_find_what_is_wrong(chromium: Browser) -> None:
    page = chromium.new_page()
    page.set_content(
        "<html lang=en><title>Wrong</title><main style=width:400px><h1>Wrong</h1><img src=x>"
        "<style>@media (prefers-color-scheme: dark) { body { background: #333 } }</style>"
    )
    found = "\n".join(findings(page))
    assert "image-alt" in found
    assert "dark: color-contrast" in found
    assert "320 px: the page is 4" in found


def found_on(scenes: Sequence[Scene], gallery: Gallery) -> dict[str, list[str]]:
    """What is wrong on which of them."""
    found: dict[str, list[str]] = {}
    # Every second one on a phone: a page and the same page offline are seen at both sizes.
    for number, scene in enumerate(scenes):
        context = gallery.open(scene, "light", PHONE if scene.narrow or number % 2 else LAPTOP)
        if wrong := findings(context.pages[0]):
            found[scene.name] = wrong
        context.close()
    return found


def findings(page: Page) -> list[str]:
    """What axe finds in the light and in the dark, and whether the page is too wide for the narrowest phone."""
    page.evaluate(AXE)  # not as a script tag, which the pages' own policy forbids
    found: list[str] = page.evaluate(FIND, {})
    size = page.viewport_size or LAPTOP
    show_at(page, "dark", size)
    found += [f"dark: {each}" for each in page.evaluate(FIND, COLOURS)]
    show_at(page, "light", NARROW)
    width = page.evaluate("document.documentElement.scrollWidth")
    if width > NARROW["width"]:
        found.append(f"320 px: the page is {width} px wide")
    return found
