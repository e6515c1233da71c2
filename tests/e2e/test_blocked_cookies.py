"""Signing in with a browser that blocks cookies, as a school's policy or a user may set it."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.browser import write_start_script
from tests.e2e.conftest import CHROMIUM, FLAGS, TIMEOUT_MS
from tests.e2e.page_actions import SEEDED_AMARA, close_context
from tests.factories.passwords import PASSWORD
from tests.factories.seeded import EMAIL, SeededClass
from tests.factories.server_process import ServerProcess

SENTENCE = (
    "This browser blocks cookies, without which nobody can stay signed in. "
    "Please allow cookies for this address, then sign in again."
)
BLOCKED = {"profile": {"default_content_setting_values": {"cookies": 2}}}


@pytest.fixture
def page_without_cookies(chromium: Browser, server: ServerProcess, tmp_path: Path) -> Iterator[Page]:
    """A page of a Chromium whose settings block all cookies, and with them local storage."""
    profile = tmp_path / "profile"
    (profile / "Default").mkdir(parents=True)
    (profile / "Default" / "Preferences").write_text(json.dumps(BLOCKED))
    script = write_start_script(tmp_path, [CHROMIUM])
    context = chromium.browser_type.launch_persistent_context(
        profile, executable_path=script, args=FLAGS, base_url=server.local_url, locale="en-US"
    )
    page = context.pages[0]
    page.set_default_timeout(TIMEOUT_MS)
    page.goto("/")
    yield page
    assert context.cookies() == []
    close_context(context)


@pytest.mark.spec("2.34")
def test_a_student_reads_that_the_browser_blocks_cookies(page_without_cookies: Page, seeded_class: SeededClass) -> None:
    page = page_without_cookies
    page.get_by_role("button", name="Student Login").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Username").fill(SEEDED_AMARA.username)
    dialog.get_by_label("Password", exact=True).fill(SEEDED_AMARA.password)
    dialog.get_by_label("Class Code").fill(seeded_class.code)
    dialog.get_by_role("button", name="Student Login").click()
    expect(page.get_by_text(SENTENCE)).to_be_visible()


@pytest.mark.spec("2.34")
@pytest.mark.usefixtures("seeded_class")
def test_a_teacher_reads_that_the_browser_blocks_cookies(page_without_cookies: Page) -> None:
    page = page_without_cookies
    page.get_by_role("button", name="Teacher Login").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Email").fill(EMAIL)
    dialog.get_by_label("Password", exact=True).fill(PASSWORD)
    dialog.get_by_role("button", name="Teacher Login").click()
    expect(page.get_by_text(SENTENCE)).to_be_visible()
