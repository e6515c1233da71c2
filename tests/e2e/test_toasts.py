"""Toasts cover no button, link or field, and no open dialog, at any window size."""

import re

import pytest
from playwright.sync_api import Browser, Page, Route, ViewportSize, expect

from tests.e2e.conftest import IPAD, LAPTOP, PHONE
from tests.e2e.gallery import TRANSITION_MS, Gallery, Scene, click, fill, wait_for
from tests.e2e.page_actions import close_context
from tests.e2e.page_mocks import fail_changes
from tests.e2e.review_scenes import SUBMISSIONS
from tests.e2e.sample_class import SampleClass
from tests.e2e.scenes import CLASS, OPEN_STUDENT_MENU
from tests.e2e.store_scenes import FULFILLMENT

NARROW: ViewportSize = {"width": 320, "height": 640}
SIZES = (LAPTOP, IPAD, PHONE, NARROW)
COVERED = """pressed => {
  const toast = document.querySelector('.toast').getBoundingClientRect();
  const dialogs = document.querySelectorAll('[role=dialog], [role=alertdialog]');
  return [pressed, document.activeElement, ...dialogs].filter((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top;
  }).map((element) => element.textContent);
}"""
FAILING_ACTIONS = {
    "a short dialog": (
        Scene(
            "create-class",
            "new teacher",
            "/teacher",
            (click("Create Your First Class"), fill("Class Name", "Math 101")),
            before=fail_changes,
        ),
        "Create Class",
    ),
    "a dialog as high as the window": (
        Scene(
            "manage-students",
            "teacher",
            CLASS,
            (wait_for("@amara.o"), click("Manage Students"), fill("First name", "A")),
            before=fail_changes,
        ),
        "Save Students",
    ),
    "a form at the window's end": (
        Scene("deny", "teacher", SUBMISSIONS, (click("Deny"), wait_for("Confirm Deny"))),
        "Confirm Deny",
    ),
    "a student's form": (
        Scene("submit", "student", "/student", (wait_for("Spelling list 14"), click("Submit Goal"))),
        "Submit Goal",
    ),
}
QUICK_CASES = {"a dialog as high as the window"}


@pytest.mark.spec("3.12")
@pytest.mark.parametrize(
    "where",
    [
        *sorted(QUICK_CASES),
        *(pytest.param(where, marks=pytest.mark.long) for where in sorted(FAILING_ACTIONS.keys() - QUICK_CASES)),
    ],
)
def test_a_toast_covers_neither_the_pressed_button_nor_an_open_dialog(
    chromium: Browser, sample_class: SampleClass, where: str
) -> None:
    scene, button = FAILING_ACTIONS[where]
    context = Gallery(chromium, sample_class).open(scene, "light", LAPTOP)
    page = context.pages[0]
    covered = {f"{size['width']}x{size['height']}": covered_at(page, size, button) for size in SIZES}
    close_context(context)
    assert {size: texts for size, texts in covered.items() if texts} == {}


def covered_at(page: Page, size: ViewportSize, button: str) -> list[str]:
    """Press the button in a window of this size; return the texts that the toast then covers."""
    page.set_viewport_size(size)
    page.evaluate("document.querySelector('.toast')?.setAttribute('data-before', '')")
    pressed = page.get_by_role("button", name=button).filter(visible=True).last
    pressed.click()
    # Not by role: an open dialog hides everything outside from the accessibility tree.
    expect(page.locator(".toast:not([data-before])")).to_be_visible()
    page.wait_for_timeout(TRANSITION_MS)
    covered: list[str] = pressed.evaluate(COVERED)
    return covered


@pytest.mark.spec("3.12")
def test_f8_leads_from_a_dialog_to_its_toast_and_back(chromium: Browser, sample_class: SampleClass) -> None:
    scene, button = FAILING_ACTIONS["a short dialog"]
    context = Gallery(chromium, sample_class).open(scene, "light", LAPTOP)
    page = context.pages[0]
    dialog, toast = page.get_by_role("dialog"), page.locator(".toast")
    dialog.get_by_role("button", name=button).click()
    expect(toast).to_be_visible()
    place = toast.bounding_box()
    page.keyboard.press("F8")
    page.wait_for_timeout(TRANSITION_MS)
    assert toast.bounding_box() == place
    assert page.evaluate("document.activeElement.contains(document.querySelector('.toast'))")
    page.keyboard.press("Tab")
    expect(toast).to_be_focused()
    page.keyboard.press("Escape")
    expect(toast).to_be_hidden()
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("alertdialog", name="Close without saving?")).to_be_visible()
    close_context(context)


@pytest.mark.spec("3.11")
def test_one_escape_closes_a_dialog_beside_a_toast(chromium: Browser, sample_class: SampleClass) -> None:
    steps = (wait_for("@amara.o"), click("Delete Class"), fill("Type Room 12 Homeroom to confirm", "Room 12 Homeroom"))
    scene = Scene("delete-class", "teacher", CLASS, steps, before=fail_changes)
    context = Gallery(chromium, sample_class).open(scene, "light", LAPTOP)
    page = context.pages[0]
    page.keyboard.press("Enter")
    expect(page.locator(".toast")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("alertdialog")).to_be_hidden()
    close_context(context)


CONTROLS_BELOW = """() => {
  const toast = document.querySelector('.toast');
  const area = toast.getBoundingClientRect();
  // A toast that has moved the page down covers what is scrolled out of the page.
  if (parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) > area.bottom) return [];
  for (const part of [toast.parentElement, toast, ...toast.querySelectorAll('*')]) part.style.pointerEvents = 'none';
  return [...document.querySelectorAll('a[href], button, input, select, textarea')].filter((control) => {
    const box = control.getBoundingClientRect();
    const [left, right] = [Math.max(box.left, area.left), Math.min(box.right, area.right)];
    const [top, bottom] = [Math.max(box.top, area.top), Math.min(box.bottom, area.bottom)];
    if (left >= right || top >= bottom || toast.contains(control)) return false;
    return control.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
  }).map((control) => control.ariaLabel ?? control.textContent);
}"""
"""The controls that the toast covers: those that a click would reach if the toast weren't there."""


def accept_withdrawals(page: Page) -> None:
    """Answer that a submission was withdrawn, without withdrawing it."""

    def respond(route: Route) -> None:
        if route.request.method == "DELETE":
            route.fulfill(status=204)
        else:
            route.continue_()

    page.route("**/api/submissions/*", respond)


TOASTS_ON_PAGES = (
    Scene("unlock", "teacher", CLASS, (wait_for("@amara.o"), OPEN_STUDENT_MENU, click("Unlock Sign-In", "menuitem"))),
    Scene("fulfil", "teacher", FULFILLMENT, (click(re.compile("^Mark as Fulfilled")),), before=fail_changes),
    Scene(
        "withdraw",
        "student",
        "/student",
        (click("Take it back"), wait_for("Keep it"), click(re.compile("^Take it back$"))),
        before=accept_withdrawals,
    ),
)


@pytest.mark.spec("3.12")
@pytest.mark.parametrize(
    "scene",
    [
        pytest.param(scene, id=scene.name, marks=() if scene.name == "fulfil" else pytest.mark.long)
        for scene in TOASTS_ON_PAGES
    ],
)
def test_a_toast_covers_no_control_of_the_page(chromium: Browser, sample_class: SampleClass, scene: Scene) -> None:
    context = Gallery(chromium, sample_class).open(scene, "light", LAPTOP)
    page = context.pages[0]
    expect(page.locator(".toast")).to_be_visible()
    # A dialog that closes takes the focus back.
    expect(page.get_by_role("alertdialog")).to_be_hidden()
    page.keyboard.press("F8")  # a toast with the focus stays
    covered = {f"{size['width']}x{size['height']}": covered_while_scrolling(page, size) for size in SIZES}
    close_context(context)
    assert {size: texts for size, texts in covered.items() if texts} == {}


def covered_while_scrolling(page: Page, size: ViewportSize) -> list[str]:
    """Scroll the page at this size; return the controls that the toast covered."""
    page.set_viewport_size(size)
    covered: list[str] = []
    for distance in (0, 150, 200, -100):
        page.mouse.wheel(0, distance)
        page.wait_for_timeout(TRANSITION_MS)
        covered += page.evaluate(CONTROLS_BELOW)
    return covered
