"""A pseudo-language, which shows texts that aren't messages and layouts that have no room for longer texts.

The browser gets the catalogs of a language with every message accented, between the brackets of `START` and `END`, and
lengthened, so that it is 40% longer than the English one. Nothing is built for it.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page, Request, Route

from server.texts.language import LANGUAGE_NAMES
from tests.e2e.gallery import TRANSITION_MS, Language, show_in
from tests.factories.paths import ROOT

BUILT_UI = ROOT / "ui" / "dist"
CATALOG_PATHS = re.compile(r"/assets/(common|student|read-aloud|teacher|server|_virtual_messages)[^/]*\.js$")
GUIDE_PATH = "**/assets/_virtual_guide-es*.js"
CATALOG_EXPORT = re.compile(r"export\{(\w+) as messages\}")
"""What the module of a catalog ends with in the build."""
START, END = "\u27e6", "\u27e7"
TO_PSEUDO = r"""
const accents = { a: 'à', e: 'è', i: 'ì', o: 'ò', u: 'ù' };
// Every fourth letter is doubled: Spanish is 12% longer than English already.
const lengthen = (text) => text.replace(/(\p{L}..?.?)/gsu, (part) => part[0] + part);
const wrap = (text) => `START${lengthen(text).replace(/[aeiou]/g, (letter) => accents[letter])}END`;
const isKept = (part) => part === '#' || !part.trim() || /^<\/?\d+\/?>$/.test(part);
const ofText = (text) => text.split(/(<\/?\d+\/?>)/).map((part) => (isKept(part) ? part : wrap(part))).join('');
const ofChoices = (choices) => Object.fromEntries(
  Object.entries(choices).map(([name, value]) => [name, name === 'offset' ? value : ofMessage(value)]));
const TYPES_WITH_CHOICES = ['plural', 'select', 'selectordinal'];
const ofPart = (part) => {
  if (typeof part === 'string') return ofText(part);
  const [name, type, choices] = part;
  return TYPES_WITH_CHOICES.includes(type) ? [name, type, ofChoices(choices)] : part;
};
const ofMessage = (message) => (typeof message === 'string' ? ofText(message) : message.map(ofPart));
const pseudo = ofChoices(MESSAGES);
export { pseudo as messages }""".replace("START", START).replace("END", END)
"""Replaces the export of a compiled catalog, a message of which is a list of texts and arguments."""
GUIDE_EXPORT = re.compile(r"export\{(\w+) as guide\}")
"""What the module of a guide ends with in the build."""
GUIDE_TO_PSEUDO = (
    TO_PSEUDO.partition("const isKept")[0]
    + """
const isText = (name, value) => typeof value === 'string' && !['kind', 'slug', 'to', 'answer'].includes(name);
const pseudo = JSON.parse(JSON.stringify(GUIDE, (name, value) => (isText(name, value) ? wrap(value) : value)));
export { pseudo as guide }"""
)
"""Replaces the export of a guide, whose texts are the strings that aren't names."""
IN_BRACKETS = re.compile(f"{START}[^{START}{END}]*{END}")
SENTENCES = frozenset({"error", "sentence", "fields"})
"""Parts of a response that are sentences of the server in English."""
URL = re.compile(r"https?://\S+")
WORD = re.compile(r"(?![A-Z]{2}\b)[^\W\d_]{2,}")
"""Two capitals are initials."""
NAMES = frozenset({"tcp", "csv", "GoalBucks", "Google", *WORD.findall(" ".join(LANGUAGE_NAMES.values()))})
DATE_WORDS = frozenset({"minute", "minutes", "mar", "out", "set"})
"""Words of dates in French, which browsers have for Haitian Creole, and in Portuguese that English has as well."""
READ_TEXTS = """() => {
  // A toast that is shown already keeps its language, and so does its announcement.
  const LEFT_OUT = 'script, style, noscript, textarea, [aria-label*="F8"], [role=status][aria-live]';
  const isVisible = (element) => element.checkVisibility({ visibilityProperty: true });
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: parent, data } = walker.currentNode;
    if (data.trim() && isVisible(parent) && !parent.closest(LEFT_OUT)) texts.push(data);
  }
  for (const name of ['aria-label', 'alt', 'title', 'placeholder'])
    for (const element of document.querySelectorAll(`[${name}]`))
      if (isVisible(element) && !element.closest(LEFT_OUT)) texts.push(element.getAttribute(name));
  return [document.title, ...texts];
}"""
"""Visible texts and those that a screen reader reads."""
READ_TYPED = "() => [...document.querySelectorAll('input, textarea')].map(({ value }) => value)"
"""Texts that were typed, which the page may also show elsewhere."""
FIND_OVERFLOWS = """([start, end]) => {
  const found = [];
  if (document.documentElement.scrollWidth > innerWidth)
    found.push(`the page is ${document.documentElement.scrollWidth} px wide`);
  for (const element of document.querySelectorAll('body *')) {
    const own = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.includes(start));
    if (!own || !element.checkVisibility({ visibilityProperty: true })) continue;
    // Names of any length may be cut.
    const text = element.textContent;
    if (/\\p{L}/u.test(text.replace(new RegExp(`${start}.*?${end}`, 'gs'), ''))) continue;
    const { display, overflowY } = getComputedStyle(element);
    if (display === 'inline' || element.clientWidth <= 1 || element.closest('.sr-only')) continue;
    const isCut = overflowY !== 'visible' && element.scrollHeight > element.clientHeight + 4;
    // The padding of a link in a sentence may stick out.
    if (isCut || element.scrollWidth > element.clientWidth + 8)
      found.push(`no room for ${text}`);
  }
  return found;
}"""


def show_pseudo_language(page: Page, language: Language = "es") -> None:
    """Change the language of the open page to one whose messages are altered."""
    page.route(CATALOG_PATHS, _fulfill_catalog)
    page.route(GUIDE_PATH, _fulfill_guide)
    show_in(page, language)
    page.wait_for_timeout(TRANSITION_MS)


def _fulfill_catalog(route: Route) -> None:
    _fulfill_module(route, CATALOG_EXPORT, lambda found: TO_PSEUDO.replace("MESSAGES", found[1]))


def _fulfill_guide(route: Route) -> None:
    _fulfill_module(route, GUIDE_EXPORT, lambda found: GUIDE_TO_PSEUDO.replace("GUIDE", found[1]))


def _fulfill_module(route: Route, export: re.Pattern[str], replace: Callable[[re.Match[str]], str]) -> None:
    file = BUILT_UI / urlsplit(route.request.url).path.removeprefix("/")
    route.fulfill(content_type="text/javascript", body=export.sub(replace, file.read_text("utf-8")))


def find_problems(page: Page, requests: Iterable[Request], language: Language = "es") -> list[str]:
    """Show the open page in the pseudo-language; return the texts that stay English and those without room.

    `requests` are the page's finished ones: the data of their responses is text of people, which isn't translated,
    as is what was typed.
    """
    english = _words(page.evaluate(READ_TEXTS))
    data = _words(text for request in requests for text in _data_of(request)) | _words(page.evaluate(READ_TYPED))
    show_pseudo_language(page, language)
    texts = [IN_BRACKETS.sub(" ", text) for text in page.evaluate(READ_TEXTS)]
    untranslated = (english - data - NAMES - DATE_WORDS) & _words(texts)
    problems = [f"not translated: {' '.join(text.split())}" for text in texts if _words([text]) & untranslated]
    overflows: list[str] = page.evaluate(FIND_OVERFLOWS, [START, END])
    return problems + overflows


def _words(texts: Iterable[str]) -> set[str]:
    """The words that may be English; initials of an Arabic name are none."""
    return {word for text in texts for word in WORD.findall(URL.sub("", text)) if word.isascii()}


def _data_of(request: Request) -> Iterator[str]:
    response = request.response() if "/api/" in request.url else None
    if response is not None and "json" in response.headers.get("content-type", ""):
        with suppress(PlaywrightError, ValueError):  # without a body, or it is gone after a navigation
            yield from _texts_in(response.json())


def _texts_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for each in value:
            yield from _texts_in(each)
    elif isinstance(value, dict):
        for name, each in value.items():
            if name not in SENTENCES:
                yield from _texts_in(each)
