"""Class computers, students' devices and browsers on both, on one disposable network."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from typing import Protocol

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright

from tests.e2e.browser import write_start_script
from tests.e2e.conftest import CHROMIUM, FLAGS, LAPTOP, TIMEOUT_MS
from tests.e2e.page_actions import NewStudent, sign_in_student
from tests.factories.passwords import PASSWORD
from tests.factories.seeded import SeededClass, seed
from tests.lan import avahi
from tests.lan.avahi import AvahiResolver
from tests.lan.lab import Host, Switch
from tests.lan.processes import ClassComputerProcess

STUDENTS = 2
LAB_REQUIRED_VARIABLE = "REQUIRE_LAN_LAB"
"""Set to 1 where a missing lab must fail the tests."""


def skip_or_fail(missing: str | None) -> None:
    """Skip the test, or fail where the lab is required."""
    if missing is None:
        return
    if os.environ.get(LAB_REQUIRED_VARIABLE) == "1":
        pytest.fail(f"{LAB_REQUIRED_VARIABLE}=1, but {missing}", pytrace=False)
    pytest.skip(missing)


class CommandHost(Protocol):
    """A host on which a program can be started."""

    def command(self, *words: str) -> list[str]:
        """Return the command line that starts a program there."""


class SchoolNetwork:
    """One switch with all hosts; each test chooses their numbers."""

    def __init__(self, folder: Path, switch: Switch, leaving: ExitStack) -> None:
        self.switch = switch
        self._folder = folder
        self._leaving = leaving
        self._numbers = count()
        self._playwright: Playwright | None = None
        self._browsers: dict[CommandHost, Browser] = {}
        self._failures: list[str] = []

    def create_class(self, teacher: str = "Elena Rivera") -> tuple[Path, SeededClass]:
        """Create a data folder with a teacher and a class."""
        data_dir = self._folder / f"data{next(self._numbers)}"
        return data_dir, seed(data_dir, students=STUDENTS, name=teacher)

    def launch(self, host: Host, data_dir: Path, token: str) -> ClassComputerProcess:
        """Start the program on a host, until the end of the test, without waiting for it to answer."""
        program = ClassComputerProcess(host, data_dir, token)
        self._leaving.callback(program.kill)
        return program

    def start(self, host: Host, data_dir: Path, token: str) -> ClassComputerProcess:
        """Start the program and wait until it answers."""
        program = self.launch(host, data_dir, token)
        program.wait_until_ready()
        return program

    def class_computer(
        self, number: int = 10, teacher: str = "Elena Rivera"
    ) -> tuple[ClassComputerProcess, SeededClass]:
        """A host with a class and a running server."""
        data_dir, seeded = self.create_class(teacher)
        return self.start(self.switch.add_host(number), data_dir, seeded.teacher_token), seeded

    def resolver(self, host: Host, name: str = "student") -> AvahiResolver:
        """Start a resolver for .local names on a host."""
        skip_or_fail(avahi.why_missing())
        started = AvahiResolver(host, name)
        self._leaving.callback(started.stop)
        started.wait_until_ready()
        return started

    def page(self, place: CommandHost, url: str) -> Page:
        """A page in a profile of its own, of a Chromium that runs there; `url` is its base URL."""
        if place not in self._browsers:
            self._browsers[place] = self._launch(place)
        page = self._browsers[place].new_page(base_url=url, locale="en-US", viewport=LAPTOP)
        page.set_default_timeout(TIMEOUT_MS)
        page.on("pageerror", lambda failure: self._failures.append(str(failure)))
        return page

    def _launch(self, place: CommandHost) -> Browser:
        script = write_start_script(self._folder, place.command(CHROMIUM))
        if self._playwright is None:
            self._playwright = self._leaving.enter_context(sync_playwright())
        browser = self._playwright.chromium.launch(executable_path=script, args=FLAGS)
        self._leaving.callback(browser.close)
        return browser

    def assert_no_script_errors(self) -> None:
        """Assert that no page had a script error."""
        assert self._failures == []


def sign_in_as_student(page: Page, seeded: SeededClass) -> None:
    """Sign in as a student of the class, up to My Goals."""
    student = seeded.students[0]
    sign_in_student(page, NewStudent("Amara", "Okafor", student.username, PASSWORD), seeded.code)
    expect(page.get_by_role("heading", name="Welcome, Amara Okafor!")).to_be_visible()


@contextmanager
def open_school(folder: Path) -> Iterator[SchoolNetwork]:
    """A school on a network of its own, removed afterwards."""
    with ExitStack() as leaving:
        network = SchoolNetwork(folder, leaving.enter_context(Switch()), leaving)
        yield network
        network.assert_no_script_errors()
