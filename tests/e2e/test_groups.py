"""A teacher makes a group, ticks it by its chip, and gives it a goal (specification 4.11, 6.19)."""

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.page_actions import expect_toast, reload, use_session
from tests.factories.http_client import HttpClient
from tests.factories.seeded import SeededClass, seed
from tests.factories.server_process import ServerProcess

NAME = "Red readers"
EXAMPLE = "Learn a times table"


@pytest.fixture
def seeded_class(tmp_path: Path) -> SeededClass:
    return seed(tmp_path / "data", students=4)


def open_class(page: Page, server: ServerProcess, seeded_class: SeededClass) -> None:
    use_session(page, server.local_url, seeded_class.teacher_token)
    page.goto(f"/teacher/class/{seeded_class.id}")


def distance(upper: Locator, lower: Locator) -> float:
    """The distance of the elements' upper edges."""
    boxes = upper.bounding_box(), lower.bounding_box()
    assert boxes[0] is not None
    assert boxes[1] is not None
    return boxes[1]["y"] - boxes[0]["y"]


def tick(page: Page, seeded_class: SeededClass, *numbers: int) -> None:
    for number in numbers:
        username = seeded_class.students[number].username
        page.get_by_role("row").filter(has_text=f"@{username}").get_by_role("checkbox").check()


@pytest.mark.spec("4.11", "6.19")
def test_a_group_is_made_ticked_by_its_chip_and_given_a_goal(
    server: ServerProcess, seeded_class: SeededClass, teacher_page: Page
) -> None:
    page = teacher_page
    open_class(page, server, seeded_class)
    tick(page, seeded_class, 0, 2)
    page.get_by_role("button", name="Save These 2 as a Group").click()
    page.keyboard.type(NAME)
    page.keyboard.press("Enter")
    expect_toast(page, "Group saved")
    reload(page)
    chip = page.get_by_role("button", name=NAME)
    expect(page.get_by_role("button", name="Save These")).to_be_hidden()
    chip.click()
    expect(chip).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("row", selected=True)).to_have_count(2)
    page.get_by_role("button", name="Bulk Add Goal (2)").click()
    expect(page.get_by_role("option", name=EXAMPLE)).to_be_visible()
    page.get_by_role("option", name=EXAMPLE).click()
    page.keyboard.press("Enter")
    expect_toast(page, "Goals assigned!", "Successfully assigned goal to 2 student(s)")
    with HttpClient(server.port, seeded_class.teacher_token) as teacher:
        for number, student in enumerate(seeded_class.students):
            goals = teacher.get(f"/api/students/{student.id}/goals?status=current")
            assigned = [goal["goalbucks"] for goal in goals if goal["name"] == EXAMPLE]
            assert assigned == ([25] if number in {0, 2} else [])


@pytest.mark.spec("4.11")
def test_a_group_that_one_window_makes_appears_in_the_other(
    server: ServerProcess, seeded_class: SeededClass, teacher_page: Page
) -> None:
    page = teacher_page
    open_class(page, server, seeded_class)
    expect(page.get_by_text("Tick students to save them as a group.")).to_be_visible()
    with HttpClient(server.port, seeded_class.teacher_token) as other_window:
        path = f"/api/classrooms/{seeded_class.id}/groups"
        body = {"name": NAME, "studentIds": [seeded_class.students[1].id]}
        status, group = other_window.request("POST", path, body)
        assert status == 201
        chip = page.get_by_role("button", name=NAME)
        chip.click()
        expect(page.get_by_role("row", selected=True)).to_have_count(1)
        assert other_window.request("DELETE", f"/api/groups/{group['id']}")[0] == 204
        expect(chip).to_have_count(0)
        expect(page.get_by_role("row", selected=True)).to_have_count(1)


@pytest.mark.spec("4.11", "3.15")
def test_long_and_many_groups_fit_the_narrowest_window(
    server: ServerProcess, seeded_class: SeededClass, teacher_page: Page
) -> None:
    page = teacher_page
    with HttpClient(server.port, seeded_class.teacher_token) as teacher:
        for number in range(12):
            body = {"name": f"{number} {'W' * 37}", "studentIds": [each.id for each in seeded_class.students]}
            assert teacher.request("POST", f"/api/classrooms/{seeded_class.id}/groups", body)[0] == 201
    page.set_viewport_size({"width": 320, "height": 640})
    open_class(page, server, seeded_class)
    last = page.get_by_role("button", name="11 WW")
    last.click()
    expect(last).to_have_attribute("aria-pressed", "true")
    fits = "document.documentElement.scrollWidth <= innerWidth"
    assert page.evaluate(fits)
    page.get_by_role("button", name="Edit groups").click()
    expect(page.get_by_role("dialog").get_by_role("listitem")).to_have_count(12)
    assert page.evaluate(fits)
    panel = page.get_by_role("dialog")
    assert panel.evaluate("panel => panel.scrollWidth <= panel.clientWidth")


@pytest.mark.spec("4.11")
def test_ticking_students_does_not_change_the_height_of_the_row_of_groups(
    server: ServerProcess, seeded_class: SeededClass, teacher_page: Page
) -> None:
    page = teacher_page
    open_class(page, server, seeded_class)
    groups = page.get_by_role("list", name="Groups")
    expect(groups).to_be_visible()
    table = page.get_by_role("table", name="Students")
    before = distance(groups, table)
    tick(page, seeded_class, 0, 1)
    expect(page.get_by_role("button", name="Save These 2 as a Group")).to_be_visible()
    assert distance(groups, table) == before
