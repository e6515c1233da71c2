"""Calibration for figures of pages: a page with a script and a large table, in the browser of the measurements."""

from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.e2e.browser import find_chromium
from tests.e2e.conftest import FLAGS

PAGE = Path(__file__).with_name("calibration_page.html")
REPEATS = 7


def page_seconds() -> float:
    """Seconds until the page is shown, the lowest of several, because other programs can only increase it."""
    times: list[float] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        for _ in range(REPEATS):
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            page.goto(PAGE.as_uri())
            times.append(page.wait_for_function("window.shownAfterMs").json_value())
            page.close()
        browser.close()
    return min(times) / 1000
