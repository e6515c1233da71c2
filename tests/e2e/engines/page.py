"""A page in a browser that Playwright can't drive.

Testing Library, which the UI's tests use, finds elements by what users see and waits for them.
"""

import os
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any

from tests.factories.paths import ROOT

TESTING_LIBRARY = (ROOT / "node_modules/@testing-library/dom/dist/@testing-library/dom.umd.min.js").read_text("utf-8")
SHORT_ERRORS = """TestingLibraryDom.configure({
  getElementError: (message) => new Error(`${message.split('\\n')[0]}\\n${document.body.innerText}`),
});"""
FIND = """async (by, text, options, timeout) => {
  const found = await TestingLibraryDom['findAllBy' + by](document.body, text, options, { timeout });
  const element = found.at(-1);
  const place = () => JSON.stringify(element.getBoundingClientRect());
  let previous;
  do {
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    previous = place();
    await new Promise((resolve) => setTimeout(resolve, 250));
  } while (previous !== place());
  return element;
}"""
"""Finds the element and waits until it stays in its place: what loads late moves it from under a click."""
TIMEOUT_SECONDS = 60
COMMAND_SECONDS = 2 * TIMEOUT_SECONDS
"""The longest that a command takes."""
IS_REQUIRED = os.environ.get("REQUIRE_WINDOW") == "1"
"""Whether a missing browser is an error instead of a skip, as a missing window is."""


class EnginePage(ABC):
    """A page in a window of its own: in a hidden tab GoalBucks receives no live updates."""

    def open(self, url: str) -> None:
        """Load the URL; the links in it keep the document."""
        self._navigate(url)
        self._call(f"() => {{ {TESTING_LIBRARY}; {SHORT_ERRORS} }}")

    def click(self, role: str, name: str) -> None:
        """Click the last element with this role and exactly this name, once there is one."""
        self._click(self._find("Role", role, name=name))

    def fill(self, label: str, text: str) -> None:
        """Type the text into the empty field with exactly this label."""
        self._type(self._find("LabelText", label, selector="input, textarea"), text)

    def choose_file(self, file: Path) -> None:
        """Choose the file in the page's first file input, which is behind a button."""
        self._choose_file(self._call("() => document.querySelector('input[type=file]')"), file)

    def wait_for(self, role: str, name: str) -> None:
        """Wait for an element with this role and exactly this name."""
        self._find("Role", role, name=name)

    def wait_for_text(self, text: str) -> None:
        """Wait for an element with exactly this text."""
        self._find("Text", text)

    def text_of(self, role: str, name: str) -> str:
        """The text of the last element with this role and name."""
        return str(self._call("(element) => element.innerText", self._find("Role", role, name=name)))

    def run(self, function: str, *arguments: Any) -> None:
        """Call the JavaScript function."""
        self._call(function, *arguments)

    def _find(self, by: str, text: str, **options: str) -> Any:
        return self._call(FIND, by, text, options, TIMEOUT_SECONDS * 1000)

    @abstractmethod
    def _navigate(self, url: str) -> None: ...

    @abstractmethod
    def _call(self, function: str, *arguments: Any) -> Any:
        """Call the JavaScript function and wait for its promise."""

    @abstractmethod
    def _click(self, element: Any) -> None: ...

    @abstractmethod
    def _type(self, element: Any, text: str) -> None: ...

    @abstractmethod
    def _choose_file(self, element: Any, file: Path) -> None: ...
