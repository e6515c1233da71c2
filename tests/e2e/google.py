"""Google's side of a browser: the window in which one chooses an account, and a network without Google."""

import re
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.factories.emulator import Emulator

STAND_IN = (Path(__file__).parent / "gapi.js").read_text(encoding="utf-8")
HERE = re.compile(r"^(http://(localhost|127\.0\.0\.1|192\.168\.|10\.|172\.)|blob:|data:)")
API = "https://apis.google.com/js/api.js"


def reach_google(context: BrowserContext) -> None:
    """The script that the SDK has Google send; everything else outside this computer is out of reach."""

    def answer(route: Route) -> None:
        if route.request.url.startswith(API):
            route.fulfill(content_type="text/javascript", body=STAND_IN)
        else:
            route.abort("internetdisconnected")

    context.route(lambda address: not HERE.match(address), answer)


def lose_the_internet(context: BrowserContext, emulator: Emulator) -> None:
    """Google is out of reach, and so is who stands in for it."""
    context.unroute_all()
    context.route(lambda address: not HERE.match(address), lambda route: route.abort("internetdisconnected"))
    context.route(f"http://{emulator.host}/**", lambda route: route.abort("internetdisconnected"))


def open_google(page: Page) -> Page:
    """Press the button; Google's window."""
    with page.expect_popup() as opening:
        page.get_by_role("button", name="Sign in with Google").click()
    return opening.value


def choose_account(window: Page, email: str, name: str) -> None:
    """Somebody new to the emulator, who signs in; the window closes by itself."""
    with window.expect_event("close"):
        window.locator("#add-account-button").click()
        window.locator("#email-input").fill(email)
        window.locator("#display-name-input").fill(name)
        window.locator("#sign-in").click()


def expect_dialog_to_say(page: Page, sentence: str) -> None:
    """The teacher dialog tells it."""
    expect(page.get_by_role("dialog").get_by_text(sentence)).to_be_visible()
