"""Giving a recent award again to the ticked students of a class."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.e2e.page_actions import count_presses, expect_toast, presses, use_session
from tests.factories.http_client import HttpClient
from tests.factories.seeded import SeededClass, seed
from tests.factories.server_process import ServerProcess

REASON = "Helped a friend"
AWARD = "**/api/goalbucks/award"


@pytest.fixture
def seeded_class(tmp_path: Path) -> SeededClass:
    return seed(tmp_path / "data", students=4)


@pytest.fixture
def teacher(server: ServerProcess, seeded_class: SeededClass) -> Iterator[HttpClient]:
    """The teacher, who has given an award to the fourth student."""
    body = {"classroomId": seeded_class.id, "studentIds": [seeded_class.students[3].id], "amount": 5, "reason": REASON}
    with HttpClient(server.port, seeded_class.teacher_token) as client:
        assert client.request("POST", "/api/goalbucks/award", body)[0] == 201
        yield client


def balances(teacher: HttpClient, seeded_class: SeededClass) -> list[int]:
    return [teacher.get(f"/api/students/{each.id}/goalbucks")["balance"] for each in seeded_class.students]


def tick_three(page: Page, server: ServerProcess, seeded_class: SeededClass) -> Locator:
    """Tick the first three students of the class; return the chip of the award."""
    use_session(page, server.local_url, seeded_class.teacher_token)
    page.goto(f"/teacher/class/{seeded_class.id}")
    for student in seeded_class.students[:3]:
        page.get_by_role("row").filter(has_text=f"@{student.username}").get_by_role("checkbox").check()
    return page.get_by_role("group", name="Award again").get_by_role("button", name=f"+5 GoalBucks {REASON}")


@pytest.mark.spec("9.10")
def test_an_award_is_given_again_with_one_press_and_undo_ticks_the_students_again(
    server: ServerProcess, seeded_class: SeededClass, teacher: HttpClient, teacher_page: Page
) -> None:
    chip = tick_three(teacher_page, server, seeded_class)
    count_presses(teacher_page)
    chip.click()
    bar = teacher_page.get_by_role("group", name="Selected students")
    expect(bar).to_have_count(0)
    assert presses(teacher_page) == 1
    assert balances(teacher, seeded_class) == [5, 5, 5, 5]
    expect(teacher_page.get_by_role("status").filter(has_text="4 students")).to_be_focused()
    ticked = teacher_page.get_by_role("row", selected=True)
    expect(ticked).to_have_count(0)
    teacher_page.get_by_role("button", name="Undo").click()
    expect_toast(teacher_page, "Award taken back")
    expect(ticked).to_have_count(3)
    expect(bar).to_contain_text("3 of 4 selected")
    assert balances(teacher, seeded_class) == [0, 0, 0, 5]


@pytest.mark.spec("9.10", "11.7")
def test_a_lost_response_keeps_the_ticks_and_a_second_press_awards_nothing_twice(
    server: ServerProcess, seeded_class: SeededClass, teacher: HttpClient, teacher_page: Page
) -> None:
    chip = tick_three(teacher_page, server, seeded_class)

    def lose_response(route: Route) -> None:
        route.fetch()
        route.abort()

    teacher_page.route(AWARD, lose_response, times=1)
    chip.click()
    expect_toast(teacher_page, "Error", "Failed to award GoalBucks. Please try again.")
    expect(teacher_page.get_by_role("alert").filter(has_text="nobody knows yet")).to_be_visible()
    expect(teacher_page.get_by_role("row", selected=True)).to_have_count(3)
    chip.click()
    expect_toast(teacher_page, "GoalBucks awarded!")
    assert balances(teacher, seeded_class) == [5, 5, 5, 5]


def test_a_second_click_while_an_award_is_sent_does_nothing(
    server: ServerProcess, seeded_class: SeededClass, teacher: HttpClient, teacher_page: Page
) -> None:
    chip = tick_three(teacher_page, server, seeded_class)
    sent: list[Any] = []

    def delay(route: Route) -> None:
        sent.append(route)
        teacher_page.wait_for_timeout(200)
        route.continue_()

    teacher_page.route(AWARD, delay)
    chip.dblclick()
    expect_toast(teacher_page, "GoalBucks awarded!")
    assert len(sent) == 1
    assert balances(teacher, seeded_class) == [5, 5, 5, 5]
