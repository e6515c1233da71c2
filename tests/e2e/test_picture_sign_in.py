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


@pytest.mark.spec("18.3", "18.4")
def test_a_device_that_guesses_is_stopped_until_the_teacher_unlocks_all(
    seeded_class: SeededClass, server: ServerProcess, teacher_page: Page, new_page: NewPage
) -> None:
    use_session(teacher_page, server.local_url, seeded_class.teacher_token)
    teacher_page.goto("/teacher")
    for number in range(8):
        body = {"firstName": f"Zoe {number}", "lastName": "Zhou", "username": f"zoe{number}", "password": "pass"}
        created = teacher_page.request.post("/api/students", data={**body, "classroomId": seeded_class.id})
        assert created.status == 201
    first, *_ = turn_on_pictures(teacher_page, students=10)

    tablet = new_page(server.lan_url, viewport=IPAD, has_touch=True)
    tablet.goto(f"/?class={seeded_class.code}")
    class_code = {"classCode": seeded_class.code}
    names = tablet.request.post("/api/auth/pictures/names", data=class_code).json()
    for name in names:
        for _ in range(5):
            wrong = {**class_code, "studentId": name["studentId"], "pictures": ["cat", "cat", "cat"]}
            assert tablet.request.post("/api/auth/pictures", data=wrong).status in {401, 429}
    tap_pictures(tablet, first)
    expect(tablet.get_by_role("alert")).to_have_text("Too many wrong pictures were tried on this device.")

    teacher_page.reload()
    teacher_page.get_by_role("button", name="More for this class").click()
    teacher_page.get_by_role("menuitem", name="How Students Sign In").click()
    teacher_page.get_by_role("button", name=re.compile("^See Everybody")).click()
    expect(teacher_page.get_by_text("1 device is stopped after too many wrong pictures.")).to_be_visible()
    teacher_page.get_by_role("button", name="Unlock All").click()
    expect(teacher_page.get_by_text("Everybody can try again now.", exact=True)).to_be_visible()
    expect(teacher_page.get_by_role("button", name="Unlock All")).to_be_hidden()
    tablet.get_by_role("button", name="Not me").tap()
    tap_pictures(tablet, first)
    expect(tablet.get_by_role("heading", name=SIGNED_IN)).to_be_visible()


def tap_pictures(page: Page, pictures: list[str]) -> None:
    """Tap the first name and these pictures."""
    page.get_by_role("list").get_by_role("button").first.tap()
    for picture in pictures:
        page.get_by_role("button", name=picture).tap()
