"""A teacher begins a new term, and students read what they finished with (specification 24)."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.page_actions import expect_toast, use_session
from tests.factories.http_client import HttpClient
from tests.factories.seeded import SeededClass, seed
from tests.factories.server_process import ServerProcess

NAME = "Fall 2026"


@pytest.fixture
def seeded_class(tmp_path: Path) -> SeededClass:
    return seed(tmp_path / "data", students=2)


@pytest.mark.spec("24.1", "24.3", "24.4", "24.5", "24.6")
def test_a_new_term_begins_at_0_and_the_earlier_one_stays_under_progress(
    server: ServerProcess, seeded_class: SeededClass, teacher_page: Page, student_page: Page
) -> None:
    student = seeded_class.students[0]
    with HttpClient(server.port, seeded_class.teacher_token) as teacher:
        body = {"classroomId": seeded_class.id, "studentIds": [student.id], "amount": 240, "reason": "Helping"}
        assert teacher.request("POST", "/api/goalbucks/award", body)[0] == 201
    page = teacher_page
    use_session(page, server.local_url, seeded_class.teacher_token)
    page.goto(f"/teacher/class/{seeded_class.id}")
    page.get_by_role("button", name="More for this class").click()
    page.get_by_role("menuitem", name="End of Term").click()
    page.get_by_role("button", name="New Term...").click()
    dialog = page.get_by_role("dialog", name="New Term")
    dialog.get_by_label("Name of the term that ends").fill(NAME)
    expect(dialog.get_by_text("240 GoalBucks stay.")).to_be_visible()
    dialog.get_by_role("radio", name="Start again at 0").check()
    dialog.get_by_role("button", name="Begin a New Term").click()
    expect_toast(page, "A new term has begun")
    page.get_by_role("button", name="New Term...").click()
    expect(page.get_by_role("dialog").get_by_text("A term of this class ends with this week.")).to_be_visible()
    page.goto(f"/teacher/class/{seeded_class.id}/progress")
    page.get_by_role("combobox", name="Time").select_option(label=NAME)
    expect(page.get_by_text("+ 240 in awards")).to_be_visible()
    use_session(student_page, server.lan_url, student.token)
    student_page.goto("/student")
    expect(student_page.get_by_text("Everybody starts at 0. You finished with 240.")).to_be_visible()
