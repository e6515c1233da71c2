"""Browsers that are older than the supported ones show a sentence, even if they can't read the program."""

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.factories.server_process import ServerProcess

SENTENCES = ("This browser is too old for GoalBucks", "Este navegador es demasiado antiguo para GoalBucks")


def _lack_a_feature(route: Route) -> None:
    response = route.fetch()
    route.fulfill(response=response, body=response.text().replace("accent-color", "unknown-property"))


@pytest.mark.spec("3.16")
def test_only_an_older_browser_shows_which_browsers_are_supported(server: ServerProcess, chromium: Browser) -> None:
    page = chromium.new_page(base_url=server.local_url)
    page.goto("/")
    expect(page.get_by_role("button", name="Set Up This Computer")).to_be_visible()
    for sentence in SENTENCES:
        expect(page.get_by_text(sentence)).to_be_hidden()
    page.route("/", _lack_a_feature)
    page.route(
        "**/assets/index-*.js", lambda route: route.fulfill(body="not a program", content_type="text/javascript")
    )
    page.reload()
    for sentence in SENTENCES:
        expect(page.get_by_text(sentence)).to_be_visible()
    page.close()
