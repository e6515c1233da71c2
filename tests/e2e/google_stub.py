"""Stubs for Google in a browser: the account window, and a network without Google."""

import re
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.factories.auth_emulator import AuthEmulator

GAPI_STUB = (Path(__file__).parent / "gapi.js").read_text(encoding="utf-8")
LOCAL_URL = re.compile(r"^(http://(localhost|127\.0\.0\.1|192\.168\.|10\.|172\.)|blob:|data:)")
GAPI_URL = "https://apis.google.com/js/api.js"


def stub_google(context: BrowserContext) -> None:
    """Serve Google's script from a stub and block everything else outside this computer."""

    def respond(route: Route) -> None:
        if route.request.url.startswith(GAPI_URL):
            route.fulfill(content_type="text/javascript", body=GAPI_STUB)
        else:
            route.abort("internetdisconnected")

    context.route(lambda address: not LOCAL_URL.match(address), respond)


def block_google(context: BrowserContext, emulator: AuthEmulator) -> None:
    """Make Google and its emulator unreachable."""
    context.unroute_all()
    context.route(lambda address: not LOCAL_URL.match(address), lambda route: route.abort("internetdisconnected"))
    context.route(f"http://{emulator.host}/**", lambda route: route.abort("internetdisconnected"))


def open_google_window(page: Page) -> Page:
    """Press the button; returns Google's window."""
    with page.expect_popup() as opening:
        page.get_by_role("button", name="Sign in with Google").click()
    return opening.value


def choose_account(window: Page, email: str, name: str) -> None:
    """Sign in with an account that is new to the emulator; the window closes by itself."""
    with window.expect_event("close"):
        window.locator("#add-account-button").click()
        window.locator("#email-input").fill(email)
        window.locator("#display-name-input").fill(name)
        window.locator("#sign-in").click()


def expect_dialog_message(page: Page, sentence: str) -> None:
    """Expect this sentence in the teacher dialog."""
    expect(page.get_by_role("dialog").get_by_text(sentence)).to_be_visible()
