"""docs/google-sign-in.md, "Trying it": runs its commands, then follows its steps."""

import os
import re
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewPage
from tests.e2e.google_stub import choose_account, open_google_window, stub_google
from tests.e2e.page_actions import register
from tests.factories.passwords import PASSWORD
from tests.factories.paths import ROOT
from tests.launcher.conftest import Program

PAGE = (ROOT / "docs" / "google-sign-in.md").read_text(encoding="utf-8")
EMULATOR, PROGRAM = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
DATA_FOLDER = "build/trial"
EMAIL = "elena@school.local"


@pytest.fixture
def emulator() -> Iterator[subprocess.Popen[str]]:
    """Firebase's emulator, started with the guide's command; the first line of its output is the port."""
    brought, started = EMULATOR.splitlines()
    subprocess.run([*brought.split(), "--dry-run"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    pipe = subprocess.PIPE
    with subprocess.Popen(["bash", "-c", f"exec {started}"], cwd=ROOT, stdin=pipe, stdout=pipe, text=True) as running:
        yield running
        running.kill()


@pytest.fixture
def program(emulator: subprocess.Popen[str], tmp_path: Path) -> Iterator[Program]:
    """GoalBucks, started with the guide's command on another port and data folder."""
    assert emulator.stdout is not None
    assert DATA_FOLDER in PROGRAM
    lines = PROGRAM.replace("PORT", emulator.stdout.readline().strip()).replace(DATA_FOLDER, str(tmp_path / "data"))
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
def test_the_commands_and_steps_of_the_google_sign_in_guide_work(
    emulator: subprocess.Popen[str], program: Program, new_page: NewPage
) -> None:
    page = new_page(program.address)
    stub_google(page.context)

    register(page, email=EMAIL, offers_code=False)
    log_out(page)
    sign_in(page)
    page.wait_for_url("**/teacher/no-classes")
    log_out(page)

    page.get_by_role("button", name="Teacher Login").click()
    choose_account(open_google_window(page), "head@school.local", "Ana Head")
    page.wait_for_url("**/teacher/no-classes")

    emulator.send_signal(signal.SIGINT)  # Ctrl-C
    emulator.wait()
    log_out(page)
    sign_in(page)
    expect(page.get_by_role("alert")).to_contain_text("Network error. Please try again.")
    expect(page.get_by_role("dialog")).to_contain_text("the password for this computer")
