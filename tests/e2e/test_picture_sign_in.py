"""A teacher turns on pictures; a child signs in with them by touch, another one by keyboard."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import IPAD, NewPage
from tests.e2e.page_actions import use_session
from tests.factories.seeded import SeededClass, seed
from tests.factories.server_process import ServerProcess

SIGNED_IN = re.compile("^Welcome, ")


@pytest.fixture
def seeded_class(tmp_path: Path) -> SeededClass:
    """A class with two students."""
    return seed(tmp_path / "data", students=2)


def turn_on_pictures(teacher_page: Page, students: int = 2) -> list[list[str]]:
    """Turn on pictures in the class and return those of its students."""
    teacher_page.get_by_role("button", name="More for this class").click()
    teacher_page.get_by_role("menuitem", name="How Students Sign In").click()
    switch = teacher_page.get_by_role("switch", name="Pictures")
    expect(switch).not_to_be_checked()
    switch.click()
    expect(switch).to_be_checked()
    teacher_page.get_by_role("button", name=re.compile("^See Everybody")).click()
    return shown_pictures(teacher_page, students)


def shown_pictures(teacher_page: Page, students: int) -> list[list[str]]:
    """Return the names of each student's pictures in the dialog."""
    sequences = teacher_page.get_by_role("dialog").locator("ol")
    expect(sequences).to_have_count(students)
    return [each.get_by_role("listitem").all_inner_texts() for each in sequences.all()]


@pytest.mark.spec("18.1", "18.2", "18.3")
def test_children_sign_in_with_pictures_by_touch_and_by_keyboard(
    seeded_class: SeededClass, server: ServerProcess, teacher_page: Page, new_page: NewPage
) -> None:
    use_session(teacher_page, server.local_url, seeded_class.teacher_token)
    teacher_page.goto("/teacher")
    first, second = turn_on_pictures(teacher_page)

    tablet = new_page(server.lan_url, viewport=IPAD, has_touch=True)
    tablet.goto(f"/?class={seeded_class.code}")
    expect(tablet.get_by_role("heading", name="Who are you?")).to_be_visible()
    expect(tablet).to_have_url(re.compile(r"/$"))
    names = tablet.get_by_role("list").get_by_role("button")
    expect(names).to_have_count(2)
    names.first.tap()
    for picture in first:
        tablet.get_by_role("button", name=picture).tap()
    expect(tablet.get_by_role("heading", name=SIGNED_IN)).to_be_visible()
    tablet.get_by_role("button", name="Logout").filter(visible=True).first.tap()
    expect(tablet.get_by_role("heading", name="Who are you?")).to_be_visible()

    laptop = new_page(server.lan_url)
    laptop.goto(f"/?class={seeded_class.code}")
    expect(laptop.get_by_role("heading", name="Who are you?")).to_be_focused()
    laptop.keyboard.press("Tab")
    laptop.keyboard.press("Tab")
    laptop.keyboard.press("Enter")
    expect(laptop.get_by_role("heading", name=re.compile("tap your 3 pictures$"))).to_be_focused()
    choose_by_keyboard(laptop, second[::-1])
    expect(laptop.get_by_role("alert")).to_have_text("Not quite. Try again.")
    choose_by_keyboard(laptop, second)
    expect(laptop.get_by_role("heading", name=SIGNED_IN)).to_be_visible()

    teacher_page.get_by_role("button", name=re.compile("^New Pictures for Amara")).first.click()
    teacher_page.get_by_role("button", name=re.compile("^Undo: new pictures")).click()
    amaras = teacher_page.get_by_role("dialog").locator("ol").first
    expect(amaras.get_by_role("listitem")).to_have_text(first)
    expect(teacher_page.get_by_role("button", name=re.compile("^Undo: new pictures"))).to_be_hidden()


def choose_by_keyboard(page: Page, pictures: list[str]) -> None:
    """Choose pictures with the arrow keys and Enter, from the first one on."""
    buttons = page.get_by_role("group", name="Pictures", exact=True).get_by_role("button")
    order = buttons.evaluate_all("all => all.map((each) => each.ariaLabel)")
    for picture in pictures:
        buttons.first.focus()
        row, column = divmod(order.index(picture), 4)
        for key, times in (("ArrowDown", row), ("ArrowRight", column)):
            for _ in range(times):
                page.keyboard.press(key)
        expect(page.get_by_role("button", name=picture)).to_be_focused()
        page.keyboard.press("Enter")
