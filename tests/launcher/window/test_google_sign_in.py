"""Google sign-in that starts in the window and takes place in a real browser."""

import json
import re
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect, sync_playwright

from tests.e2e.browser import write_start_script
from tests.e2e.conftest import CHROMIUM, FLAGS, TIMEOUT_MS
from tests.e2e.google_stub import choose_account, open_google_window, stub_google
from tests.factories.auth_emulator import AuthEmulator, unused_email
from tests.factories.paths import ROOT
from tests.factories.seeded import seed
from tests.factories.server_process import lan_address
from tests.factories.waiting import wait_until
from tests.launcher.conftest import TIMEOUT_SECONDS, Program, Start, log
from tests.launcher.screen import SIZE, Screen, requires_display

pytestmark = requires_display

BRAND = (0x0A, 0x5A, 0x5C)
NAME = "Elena Rivera"
CALL = "POST /api/auth/handoff/"


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[BrowserContext]:
    """Chromium, as the system's browser."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=write_start_script(tmp_path, [CHROMIUM]), args=FLAGS)
        context = chromium.new_context(locale="en-US")
        context.set_default_timeout(TIMEOUT_MS)
        stub_google(context)
        yield context
        chromium.close()


@pytest.fixture
def opened(tmp_path: Path) -> Path:
    """File to which a fake system browser writes the addresses that it opens."""
    script = tmp_path / "browser"
    script.write_text(f'#!/bin/sh\necho "$1" >> "{tmp_path}/opened"\n')
    script.chmod(0o700)
    return tmp_path / "opened"


@pytest.fixture
def program(desktop: Start, screen: Screen, emulator: AuthEmulator, opened: Path, tmp_path: Path) -> Program:
    """Program with a window on its login page; it listens on the network and has an account."""
    seed(tmp_path / "data", students=1)
    settings = {**emulator.environment, "GOALBUCKS_UI_DIR": str(ROOT / "ui" / "dist")}
    everywhere = ("--host", "0.0.0.0", "--no-announce")
    return desktop(*everywhere, forked=True, DISPLAY=screen.display, BROWSER=f"{opened.parent}/browser %s", **settings)


def begin(screen: Screen, opened: Path, tmp_path: Path) -> str:
    """Start a Google sign-in by keyboard; return the address that the system's browser opened."""
    window = screen.wait_for()
    wait_until(lambda: "GET /api/auth/config 200" in log(tmp_path))
    screen.do("windowactivate", "--sync", window)
    screen.keys("Tab", "Tab", "Return")  # past the language to Teacher Login
    wait_until(lambda: screen.is_dark(at=(100, 120)))  # the overlay of the dialog
    wait_until(lambda: screen.shows(BRAND, pixels=1_000, above=SIZE[1] // 2))  # focus ring of the first field
    screen.save_picture("hand-off 1 dialog")
    screen.keys("shift+Tab", "shift+Tab", "Return")
    wait_until(opened.exists)
    wait_until(lambda: f"{CALL}look 202" in log(tmp_path))
    screen.save_picture("hand-off 2 waiting")
    return opened.read_text().strip()


def send(program: Program, at: str, call: str, body: object, headers: dict[str, str]) -> tuple[int, str]:
    """Send a request; return the status and the error code of the response."""
    with closing(HTTPConnection(at, program.port, timeout=TIMEOUT_SECONDS)) as connection:
        path = f"/api/auth/handoff/{call}"
        connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json", **headers})
        response = connection.getresponse()
        return response.status, json.loads(response.read())["code"]


@pytest.mark.spec("1.2", "2.9", "2.12")
def test_a_sign_in_in_the_browser_is_completed_in_the_window(
    program: Program, screen: Screen, browser: BrowserContext, opened: Path, tmp_path: Path
) -> None:
    address = begin(screen, opened, tmp_path)
    assert re.fullmatch(rf"http://localhost:{program.port}/signin#h=[\w.-]+", address)
    secret = address.partition("#h=")[2]

    page = browser.new_page()
    page.goto(address)
    expect(page).to_have_url(f"http://localhost:{program.port}/signin")
    choose_account(open_google_window(page), unused_email(), NAME)
    expect(page.get_by_text("Google knows who you are")).to_be_visible()
    assert browser.cookies() == []
    assert page.evaluate("[...Object.values(localStorage), ...Object.values(sessionStorage)]") == []
    assert browser.request.get(f"http://localhost:{program.port}/api/auth/session").status == 401

    wait_until(lambda: f"{CALL}look 200" in log(tmp_path))
    wait_until(lambda: screen.shows(BRAND, pixels=5_000))  # Continue
    screen.save_picture("hand-off 3 question")
    assert f"{CALL}claim" not in log(tmp_path)
    screen.keys("Return")
    wait_until(lambda: f"{CALL}claim 200" in log(tmp_path))
    wait_until(lambda: "GET /api/classrooms 200" in log(tmp_path))
    screen.save_picture("hand-off 4 signed in")
    assert secret not in log(tmp_path)


def test_the_address_of_a_hand_off_alone_gives_no_access(
    program: Program, screen: Screen, opened: Path, tmp_path: Path, emulator: AuthEmulator
) -> None:
    """The address is in the browser's history, and students share the network."""
    secret = begin(screen, opened, tmp_path).partition("#h=")[2]
    attacker = emulator.create_account("open sesame", name="Somebody Else")
    token = emulator.sign_in(attacker, "open sesame")
    bodies = {
        "deliver": {"handoff": secret, "idToken": token},
        "look": {"handoff": secret, "verifier": secret},
        "claim": {"handoff": secret, "verifier": secret},
    }
    headers: tuple[dict[str, str], ...] = ({}, {"Host": f"localhost:{program.port}", "X-Forwarded-For": "127.0.0.1"})
    for call, body in bodies.items():
        for each in headers:
            assert send(program, lan_address(), call, body, each) == (403, "teacher_not_allowed_here")
    for call in ("look", "claim"):
        assert send(program, "127.0.0.1", call, bodies[call], {}) == (410, "handoff_over")
    assert f"{CALL}look 200" not in log(tmp_path)
