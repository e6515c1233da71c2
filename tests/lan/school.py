"""Class computers, students' devices and the browsers on both, on one throw-away network."""

import os
import shlex
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from typing import Protocol

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright

from tests.e2e.conftest import CHROMIUM, FLAGS, LAPTOP, PATIENCE_MS
from tests.e2e.screens import NewStudent, sign_in_student
from tests.factories.passwords import PASSWORD
from tests.factories.seated import SeatedClass, seat
from tests.lan import resolver
from tests.lan.computers import ClassComputerProcess
from tests.lan.lab import Host, Switch
from tests.lan.resolver import Resolver

STUDENTS = 2
REQUIRED = "REQUIRE_LAN_LAB"
"""Set to 1 where a missing lab must not go unnoticed."""


def require(missing: str | None) -> None:
    """Skip what can't be tried here, or fail."""
    if missing is None:
        return
    if os.environ.get(REQUIRED) == "1":
        pytest.fail(f"{REQUIRED}=1, but {missing}", pytrace=False)
    pytest.skip(missing)


class Place(Protocol):
    """Where a program can be started."""

    def command(self, *words: str) -> list[str]:
        """What starts a program there."""


class School:
    """Everybody on one switch; who is at which number is each test's choice."""

    def __init__(self, folder: Path, switch: Switch, leaving: ExitStack) -> None:
        self.switch = switch
        self._folder = folder
        self._leaving = leaving
        self._numbers = count()
        self._playwright: Playwright | None = None
        self._browsers: dict[Place, Browser] = {}
        self._failures: list[str] = []

    def seat(self, teacher: str = "Elena Rivera") -> tuple[Path, SeatedClass]:
        """A data folder with a teacher and a class."""
        data_dir = self._folder / f"data{next(self._numbers)}"
        return data_dir, seat(data_dir, students=STUDENTS, name=teacher)

    def begin(self, host: Host, data_dir: Path, token: str) -> ClassComputerProcess:
        """The program on a host, until the end of the test; it doesn't answer yet."""
        program = ClassComputerProcess(host, data_dir, token)
        self._leaving.callback(program.kill)
        return program

    def start(self, host: Host, data_dir: Path, token: str) -> ClassComputerProcess:
        """The same, answering."""
        program = self.begin(host, data_dir, token)
        program.await_answer()
        return program

    def class_computer(
        self, number: int = 10, teacher: str = "Elena Rivera"
    ) -> tuple[ClassComputerProcess, SeatedClass]:
        """A host with a class on it, started."""
        data_dir, seated = self.seat(teacher)
        return self.start(self.switch.add(number), data_dir, seated.teacher_token), seated

    def resolver(self, host: Host, name: str = "student") -> Resolver:
        """What makes a host's programs know names that end in .local."""
        require(resolver.why_missing())
        started = Resolver(host, name)
        self._leaving.callback(started.stop)
        started.await_start()
        return started

    def page(self, place: Place, url: str) -> Page:
        """A page in a profile of its own, of the Chromium that runs there; its paths are those of `url`."""
        if place not in self._browsers:
            self._browsers[place] = self._launch(place)
        page = self._browsers[place].new_page(base_url=url, locale="en-US", viewport=LAPTOP)
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda failure: self._failures.append(str(failure)))
        return page

    def _launch(self, place: Place) -> Browser:
        start = self._folder / f"chromium{next(self._numbers)}"
        start.write_text(f'#!/bin/sh\nexec {shlex.join(place.command(CHROMIUM))} "$@"\n')
        start.chmod(0o700)
        if self._playwright is None:
            self._playwright = self._leaving.enter_context(sync_playwright())
        browser = self._playwright.chromium.launch(executable_path=start, args=FLAGS)
        self._leaving.callback(browser.close)
        return browser

    def assert_no_script_failed(self) -> None:
        """In no page."""
        assert self._failures == []


def join(page: Page, seated: SeatedClass) -> None:
    """Sign in as a student of the class, as far as My Goals."""
    student = seated.students[0]
    sign_in_student(page, NewStudent("Amara", "Okafor", student.username, PASSWORD), seated.code)
    expect(page.get_by_role("heading", name="Welcome, Amara Okafor!")).to_be_visible()


@contextmanager
def open_school(folder: Path) -> Iterator[School]:
    """A school in its own network; afterwards nothing of it is left."""
    with ExitStack() as leaving:
        school = School(folder, leaving.enter_context(Switch()), leaving)
        yield school
        school.assert_no_script_failed()
