"""A goal that repeats, from the teacher's form to the student's page and its end."""

from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.page_actions import expect_toast, use_session
from tests.factories.seeded import SeededClass
from tests.factories.server_process import ServerProcess

GOAL = "Read for 20 minutes"


@pytest.fixture
def teacher(server: ServerProcess, seeded_class: SeededClass, teacher_page: Page) -> Page:
    """The class page of the signed-in teacher."""
    use_session(teacher_page, server.local_url, seeded_class.teacher_token)
    teacher_page.goto(f"/teacher/class/{seeded_class.id}")
    return teacher_page


@pytest.fixture
def student(server: ServerProcess, seeded_class: SeededClass, student_page: Page) -> Page:
    """My Goals of the class's student, on another device."""
    use_session(student_page, server.lan_url, seeded_class.students[0].token)
    student_page.goto("/student")
    return student_page


@pytest.mark.spec("22.5", "22.6", "22.7", "22.8")
def test_a_daily_goal_for_everybody_is_there_today_until_the_teacher_stops_it(teacher: Page, student: Page) -> None:
    expect(student.get_by_role("heading", name="Current Goals")).to_be_visible()
    _give_every_day(teacher)
    expect_toast(teacher, "The goal repeats", "goal is there for 1 student.")
    card = student.get_by_role("listitem").filter(has_text=GOAL)
    expect(card).to_contain_text("Due today")

    teacher.goto("/teacher/goals")
    expect(teacher.get_by_role("row").filter(has_text=GOAL)).to_contain_text("Repeats")
    teacher.get_by_role("tab", name="Repeating").click()
    row = teacher.get_by_role("row").filter(has_text=GOAL)
    for text in ("Everybody", "Every day", "tomorrow", "0 of 1 done"):
        expect(row).to_contain_text(text)
    row.get_by_role("button", name=f"Actions for {GOAL}").click()
    teacher.get_by_role("menuitem", name="Stop").click()
    question = teacher.get_by_role("alertdialog")
    question.get_by_role("checkbox", name="End its open goals too").check()
    question.get_by_role("button", name="Stop").click()
    expect_toast(teacher, "repeat any more")
    expect(teacher.get_by_role("heading", name="No goals repeat")).to_be_visible()
    expect(card).to_have_count(0)


def _give_every_day(page: Page) -> None:
    """Assign the goal to everybody in the class, on each day of the next two weeks."""
    page.get_by_role("button", name="Bulk Add Goal").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Goal name").fill(GOAL)
    dialog.get_by_label("GoalBucks").fill("5")
    dialog.get_by_role("switch", name="Repeats").click()
    dialog.get_by_role("button", name="Saturday").click()
    dialog.get_by_role("button", name="Sunday").click()
    dialog.get_by_label("Until").fill(str(datetime.now().astimezone().date() + timedelta(days=13)))
    expect(dialog.get_by_text("14 times, 70 GoalBucks for a student who does them all")).to_be_visible()
    dialog.get_by_role("button", name="Assign to everybody").click()
