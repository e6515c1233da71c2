"""Google sign-in from the desktop window: the real window begins it, a real browser signs in, the window goes on."""

import json
import re
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect, sync_playwright

from tests.e2e.conftest import CHROMIUM, FLAGS, PATIENCE_MS
from tests.e2e.google import choose_account, open_google, reach_google
from tests.factories.emulator import Emulator, unused_email
from tests.factories.process import lan_address
from tests.factories.seated import seat
from tests.launcher.conftest import PATIENCE_SECONDS, ROOT, Program, Start, log, wait_until
from tests.launcher.screen import SIZE, Screen, needs_a_screen

pytestmark = needs_a_screen

BRAND = (0x0A, 0x5A, 0x5C)
NAME = "Elena Rivera"
CALL = "POST /api/auth/handoff/"


@pytest.fixture
def browser() -> Iterator[BrowserContext]:
    """The system's browser."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        context = chromium.new_context(locale="en-US")
        context.set_default_timeout(PATIENCE_MS)
        reach_google(context)
        yield context
        chromium.close()


@pytest.fixture
def opened(tmp_path: Path) -> Path:
    """Where the system's browser notes what it was asked to open."""
    script = tmp_path / "browser"
    script.write_text(f'#!/bin/sh\necho "$1" >> "{tmp_path}/opened"\n')
    script.chmod(0o700)
    return tmp_path / "opened"


@pytest.fixture
def program(desktop: Start, screen: Screen, emulator: Emulator, opened: Path, tmp_path: Path) -> Program:
    """GoalBucks with its window, reachable from the network, on its login screen; there is an account already."""
    seat(tmp_path / "data", students=1)
    settings = {**emulator.settings, "GOALBUCKS_UI_DIR": str(ROOT / "ui" / "dist")}
    everywhere = ("--host", "0.0.0.0", "--no-announce")
    return desktop(*everywhere, DISPLAY=screen.display, BROWSER=f"{opened.parent}/browser %s", **settings)


def begin(screen: Screen, opened: Path, tmp_path: Path) -> str:
    """Sign in with Google, by keyboard; the address that the system's browser was given."""
    window = screen.wait_for()
    wait_until(lambda: "GET /api/auth/config 200" in log(tmp_path))
    screen.do("windowactivate", "--sync", window)
    screen.keys("Tab", "Return")  # Teacher Login
    wait_until(lambda: screen.is_dark(at=(100, 120)))  # behind the dialog
    wait_until(lambda: screen.shows(BRAND, pixels=1_000, above=SIZE[1] // 2))  # around the field that will be typed in
    screen.keep("hand-off 1 dialog")
    screen.keys("shift+Tab", "shift+Tab", "Return")
    wait_until(opened.exists)
    wait_until(lambda: f"{CALL}look 202" in log(tmp_path))
    screen.keep("hand-off 2 waiting")
    return opened.read_text().strip()


def send(program: Program, at: str, call: str, body: object, headers: dict[str, str]) -> tuple[int, str]:
    """Status and code of a refusal."""
    with closing(HTTPConnection(at, program.port, timeout=PATIENCE_SECONDS)) as connection:
        path = f"/api/auth/handoff/{call}"
        connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json", **headers})
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())["code"]


@pytest.mark.spec("1.2", "2.9", "2.12")
def test_a_teacher_signs_in_in_the_browser_and_goes_on_in_the_window(
    program: Program, screen: Screen, browser: BrowserContext, opened: Path, tmp_path: Path
) -> None:
    address = begin(screen, opened, tmp_path)
    assert re.fullmatch(rf"http://localhost:{program.port}/signin#h=[\w.-]+", address)
    secret = address.partition("#h=")[2]

    page = browser.new_page()
    page.goto(address)
    expect(page).to_have_url(f"http://localhost:{program.port}/signin")
    choose_account(open_google(page), unused_email(), NAME)
    expect(page.get_by_text("Google knows who you are")).to_be_visible()
    assert browser.cookies() == []
    assert page.evaluate("[...Object.values(localStorage), ...Object.values(sessionStorage)]") == []
    assert browser.request.get(f"http://localhost:{program.port}/api/auth/session").status == 401

    wait_until(lambda: f"{CALL}look 200" in log(tmp_path))
    wait_until(lambda: screen.shows(BRAND, pixels=5_000))  # Continue
    screen.keep("hand-off 3 question")
    assert f"{CALL}claim" not in log(tmp_path)
    screen.keys("Return")
    wait_until(lambda: f"{CALL}claim 200" in log(tmp_path))
    wait_until(lambda: "GET /api/classrooms 200" in log(tmp_path))
    screen.keep("hand-off 4 signed in")
    assert secret not in log(tmp_path)


def test_whoever_steals_the_address_gets_nothing(
    program: Program, screen: Screen, opened: Path, tmp_path: Path, emulator: Emulator
) -> None:
    """Over real sockets: the address is in the browser's history, and a class is in the network."""
    secret = begin(screen, opened, tmp_path).partition("#h=")[2]
    theirs = emulator.account("open sesame", name="Somebody Else")
    token = emulator.sign_in(theirs, "open sesame")
    bodies = {
        "deliver": {"handoff": secret, "idToken": token},
        "look": {"handoff": secret, "verifier": secret},
        "claim": {"handoff": secret, "verifier": secret},
    }
    lies: tuple[dict[str, str], ...] = ({}, {"Host": f"localhost:{program.port}", "X-Forwarded-For": "127.0.0.1"})
    for call, body in bodies.items():
        for lie in lies:
            assert send(program, lan_address(), call, body, lie) == (403, "teacher_not_allowed_here")
    for call in ("look", "claim"):
        assert send(program, "127.0.0.1", call, bodies[call], {}) == (410, "handoff_over")
    assert f"{CALL}look 200" not in log(tmp_path)
