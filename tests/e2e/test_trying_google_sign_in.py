"""docs/google-sign-in.md, "Trying it": each line that it shows, then each of its steps."""

import os
import re
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewPage
from tests.e2e.google import choose_account, open_google, reach_google
from tests.e2e.screens import PASSWORD, register
from tests.factories.process import ROOT
from tests.launcher.conftest import Program

PAGE = (ROOT / "docs" / "google-sign-in.md").read_text(encoding="utf-8")
EMULATOR, PROGRAM = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
DATA = "build/trial"
EMAIL = "elena@school.local"


@pytest.fixture
def emulator() -> Iterator[subprocess.Popen[str]]:
    """As the page starts it; what it prints first is its port."""
    brought, started = EMULATOR.splitlines()
    subprocess.run([*brought.split(), "--dry-run"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    pipe = subprocess.PIPE
    with subprocess.Popen(["bash", "-c", f"exec {started}"], cwd=ROOT, stdin=pipe, stdout=pipe, text=True) as running:
        yield running
        running.kill()


@pytest.fixture
def program(emulator: subprocess.Popen[str], tmp_path: Path) -> Iterator[Program]:
    """As the page starts it, but for the port and the folder."""
    assert emulator.stdout is not None
    assert DATA in PROGRAM
    lines = PROGRAM.replace("PORT", emulator.stdout.readline().strip()).replace(DATA, str(tmp_path / "data"))
    started = Program(environment={**os.environ, "GOALBUCKS_PORT": "0"}, command=("bash", "-c", lines))
    yield started
    started.signal(signal.SIGTERM)
    started.end()


def sign_in(page: Page) -> None:
    page.get_by_role("button", name="Teacher Login").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Email").fill(EMAIL)
    dialog.get_by_label("Password", exact=True).fill(PASSWORD)
    dialog.get_by_role("button", name="Teacher Login").click()


def log_out(page: Page) -> None:
    page.get_by_role("button", name="Logout").click()
    page.wait_for_url(re.compile(r"/$"))


@pytest.mark.long
def test_who_follows_the_page_gets_what_it_says(
    emulator: subprocess.Popen[str], program: Program, new_page: NewPage
) -> None:
    page = new_page(program.address)
    reach_google(page.context)

    register(page, email=EMAIL, offers_code=False)
    log_out(page)
    sign_in(page)
    page.wait_for_url("**/teacher/no-classes")
    log_out(page)

    page.get_by_role("button", name="Teacher Login").click()
    choose_account(open_google(page), "head@school.local", "Ana Head")
    page.wait_for_url("**/teacher/no-classes")

    emulator.send_signal(signal.SIGINT)  # Ctrl-C
    emulator.wait()
    log_out(page)
    sign_in(page)
    expect(page.get_by_role("alert")).to_contain_text("Network error. Please try again.")
    expect(page.get_by_role("dialog")).to_contain_text("the password for this computer")
