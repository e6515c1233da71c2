"""Scenes that many pages have: loading, after an error, without a connection, with a dialog; and their steps."""

import re
from collections.abc import Iterator

from playwright.sync_api import Page

from tests.e2e.gallery import Scene, Step, Viewer, wait_for
from tests.e2e.page_mocks import disconnect_server, fail_calls, fail_data, leave_calls_pending, leave_data_pending


def states(name: str, viewer: Viewer, path: str, *data_steps: Step) -> Iterator[Scene]:
    """A page with data, while loading, after an error and without a connection."""
    yield Scene(name, viewer, path, data_steps, page=True)
    of_classes = name in {"classes", "settings"}
    yield Scene(f"{name}-loading", viewer, path, before=leave_calls_pending if of_classes else leave_data_pending)
    yield Scene(f"{name}-error", viewer, path, (wait_for("Try again"),), before=fail_calls if of_classes else fail_data)
    yield Scene(f"{name}-offline", viewer, path, (*data_steps, disconnect_server))


def page_scenes(viewer: Viewer, path: str, *first_steps: Step, **scenes: tuple[Step, ...]) -> Iterator[Scene]:
    """Scenes of one page: the keyword arguments' steps after the steps `first`."""
    for name, steps in scenes.items():
        yield Scene(name.replace("_", "-"), viewer, path, (*first_steps, *steps))


def choose(filter_name: str, option: re.Pattern[str]) -> Step:

    def step(page: Page) -> None:
        select = page.get_by_role("combobox", name=filter_name).filter(visible=True)
        chosen = select.locator("option").filter(has_text=option).first
        chosen.wait_for(state="attached")
        select.select_option(value=chosen.get_attribute("value"))

    return step


def scroll_down(page: Page) -> None:
    """Scroll to the end of the page."""
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
