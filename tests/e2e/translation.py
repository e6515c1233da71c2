"""Translates pages in the ways in which browsers do, and reads their texts."""

from pathlib import Path
from typing import Literal, get_args

from playwright.sync_api import Page

from tests.factories.tiers import by_tier

Style = Literal["fonts", "swappedFonts", "sharedFonts", "inPlace", "rearranged", "newTexts"]
"""How a translator changes the page: see `translator.js`."""
STYLES: tuple[Style, ...] = get_args(Style)
STYLES_BY_TIER = by_tier(STYLES)
"""For tests of one page: in `make test` only as Chrome does it."""
SCRIPT = (Path(__file__).parent / "translator.js").read_text(encoding="utf-8")
READ_TEXTS = """() => {
  // What is announced is removed by and by, and times go by.
  const LEFT_OUT = 'script, style, noscript, textarea, time, [aria-label*="F8"], [role=status]';
  const texts = [];
  // An element with display: contents has no box of its own.
  const boxOf = (element) =>
    getComputedStyle(element).display === 'contents' ? boxOf(element.parentElement) : element;
  let last;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: parent, data } = walker.currentNode;
    const text = data.replace(/[\\u200b\\s]/g, '');
    if (!text || !boxOf(parent).checkVisibility({ visibilityProperty: true }) || parent.closest(LEFT_OUT)) continue;
    const owner = parent.closest(':not(font)');
    if (owner === last) texts.push(texts.pop() + text);
    else texts.push(text);
    last = owner;
  }
  return texts;
}"""


def translate(page: Page, style: Style = "fonts", *, follow: bool = True) -> None:
    """Translate the page, and with `follow` from now on what is added or changed."""
    page.evaluate(f"({SCRIPT})('{style}')")
    page.evaluate("translator.translate()")
    if follow:
        page.evaluate("translator.follow()")


def read_texts(page: Page) -> list[str]:
    """The page's visible texts, by element, without blanks and without the translator's marks."""
    texts: list[str] = page.evaluate(READ_TEXTS)
    return texts
