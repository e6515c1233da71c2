"""Checks of layouts in the browser: cut texts, sideways scrolling, forced colours, and whether the focus is in view."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

SCRIPT = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
TEXT_SPACING = """* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
p { margin-bottom: 2em !important }"""
"""What WCAG 1.4.12 lets users set."""
ADOPT_SHEET = """(css) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
}"""
"""Not as a style element, which the pages' CSP forbids."""
NORMAL_TEXT_PX = 16
MAX_STOPS = 200


def space_text(page: Page, css: str = TEXT_SPACING) -> None:
    """Show the page with more space between lines, words and letters."""
    page.evaluate(ADOPT_SHEET, css)


def set_text_size(page: Page, pixels: int) -> None:
    """Choose the font size in the browser's settings."""
    sizes = {"standard": pixels, "fixed": pixels}
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": sizes})


def layout_faults(page: Page) -> list[str]:
    """How far the page scrolls sideways, and its cut texts."""
    faults: list[str] = _run(page, "layoutFaults()")
    return faults


def unmarked_in_forced_colours(page: Page) -> list[str]:
    """What can't be told from its surroundings in forced colours."""
    page.emulate_media(forced_colors="active")
    found: list[str] = _run(page, "unmarked()")
    page.emulate_media(forced_colors="none")
    return found


def hidden_stops(page: Page) -> tuple[int, list[str]]:
    """Press Tab until the focus comes round: the number of stops, and those that nobody can see."""
    page.evaluate(SCRIPT)
    names: list[str] = []
    hidden: list[str] = []
    for _ in range(MAX_STOPS):
        if (stop := page.evaluate("focusedStop()")) is None and names:
            break
        if stop is not None:
            names.append(stop["name"])
            if not stop["inView"]:
                hidden.append(stop["name"])
        page.keyboard.press("Tab")
    return len(names), hidden


def _run(page: Page, call: str) -> Any:
    page.evaluate(SCRIPT)  # not as a script tag, which the pages' CSP forbids
    return page.evaluate(call)
