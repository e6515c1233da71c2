"""Marking a goal as done for many students in All Goals."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.page_actions import count_presses, expect_toast, presses, use_session
from tests.factories.http_client import HttpClient
from tests.factories.seeded import SeededClass, seed
from tests.factories.server_process import ServerProcess

GOAL = "Tidy your table"
STUDENTS = 28


@pytest.fixture
def seeded_class(tmp_path: Path) -> SeededClass:
    return seed(tmp_path / "data", students=STUDENTS)


@pytest.fixture
def teacher(server: ServerProcess, seeded_class: SeededClass) -> Iterator[HttpClient]:
    with HttpClient(server.port, seeded_class.teacher_token) as client:
        yield client


@pytest.fixture
def goals(teacher: HttpClient, seeded_class: SeededClass) -> list[dict[str, Any]]:
    """The goal of every student of the class, of which the first two are completed."""
    body = {"classroomId": seeded_class.id, "name": GOAL, "goalbucks": 2}
    ids = [student.id for student in seeded_class.students]
    _, assigned = teacher.request("POST", "/api/goals/bulk", {**body, "studentIds": ids})
    made: list[dict[str, Any]] = teacher.get(f"/api/assignments/{assigned['assignmentId']}")
    assert teacher.request("POST", "/api/goals/complete", {"goalIds": [goal["id"] for goal in made[:2]]})[0] == 200
    return made


@pytest.fixture
def page(server: ServerProcess, seeded_class: SeededClass, goals: list[dict[str, Any]], teacher_page: Page) -> Page:
    """All Goals with the row of the goals expanded."""
    assert goals
    use_session(teacher_page, server.local_url, seeded_class.teacher_token)
    teacher_page.goto("/teacher/goals")
    teacher_page.get_by_role("button", name=re.compile(f"done: students of {GOAL}")).click()
    return teacher_page


@pytest.mark.spec("6.17")
def test_a_goal_is_marked_as_done_for_twenty_five_students_with_two_presses(
    teacher: HttpClient, goals: list[dict[str, Any]], page: Page
) -> None:
    boxes = page.get_by_role("list", name=f"Students of {GOAL}").get_by_role("checkbox")
    expect(boxes).to_have_count(STUDENTS - 2)
    expect(page.get_by_role("checkbox", checked=True)).to_have_count(0)
    page.get_by_role("checkbox", name="Who has done it?").check()
    boxes.last.uncheck()
    count_presses(page)
    bar = page.get_by_role("group", name="Selected students")
    expect(bar).to_contain_text("2 GoalBucks each.")
    expect(bar).to_be_in_viewport(ratio=1)
    bar.get_by_role("button", name="Mark Done for 25 Students").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Mark Done for 25 Students").click()
    expect(page.get_by_role("alertdialog")).to_have_count(0)
    assert presses(page) == 2
    expect_toast(page, "Goals completed", "Marked done for 25 students.")
    expect(page.get_by_role("button", name=f"27 of 28 done: students of {GOAL}")).to_be_visible()
    expect(bar).to_have_count(0)
    paid = [teacher.get(f"/api/students/{goal['studentId']}/goalbucks")["balance"] for goal in goals]
    assert paid == [2] * 27 + [0]


@pytest.mark.spec("6.17")
def test_a_goal_completed_meanwhile_loses_its_tick_and_a_moved_student_keeps_it(
    teacher: HttpClient, goals: list[dict[str, Any]], page: Page
) -> None:
    for goal in goals[2:5]:
        page.get_by_role("listitem").filter(has_text=goal["studentName"]).get_by_role("checkbox").check()
    done, deleted, moved = goals[2:5]
    _, other_class = teacher.request("POST", "/api/classrooms", {"name": "Science Club"})
    assert teacher.request("POST", f"/api/goals/{done['id']}/complete")[0] == 200
    assert teacher.request("DELETE", f"/api/goals/{deleted['id']}")[0] == 204
    path = f"/api/students/{moved['studentId']}/classroom"
    assert teacher.request("PUT", path, {"classroomId": other_class["id"]})[0] == 200
    notice = page.get_by_role("status").filter(has_text="No longer ticked")
    expect(notice).to_contain_text(f"{done['studentName']} and {deleted['studentName']}")
    expect(page.get_by_text("Now in Science Club")).to_be_visible()
    page.get_by_role("button", name="Mark Done for 1 Student").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Mark Done for 1 Student").click()
    expect_toast(page, "Goals completed")
    assert teacher.get(f"/api/students/{moved['studentId']}/goalbucks")["balance"] == 2
