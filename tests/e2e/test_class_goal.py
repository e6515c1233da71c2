"""A teacher starts a class goal, students reach it together, and the projector shows it (specification 25)."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.page_actions import expect_toast, use_session
from tests.factories.http_client import HttpClient
from tests.factories.seeded import SeededClass, seed
from tests.factories.server_process import ServerProcess


@pytest.fixture
def seeded_class(tmp_path: Path) -> SeededClass:
    return seed(tmp_path / "data", students=2)


def award_all(server: ServerProcess, seeded_class: SeededClass, amount: int) -> None:
    ids = [student.id for student in seeded_class.students]
    body = {"classroomId": seeded_class.id, "studentIds": ids, "amount": amount, "reason": "Helping"}
    with HttpClient(server.port, seeded_class.teacher_token) as teacher:
        assert teacher.request("POST", "/api/goalbucks/award", body)[0] == 201


@pytest.mark.spec("25.2", "25.3", "25.4", "25.6", "25.7")
def test_a_class_reaches_its_goal_together(
    server: ServerProcess, seeded_class: SeededClass, teacher_page: Page, student_page: Page
) -> None:
    award_all(server, seeded_class, 40)
    first, second = seeded_class.students
    page = teacher_page
    use_session(page, server.local_url, seeded_class.teacher_token)
    page.goto(f"/teacher/class/{seeded_class.id}/class-goal")
    page.get_by_role("button", name="New Class Goal").click()
    dialog = page.get_by_role("dialog", name="New Class Goal")
    dialog.get_by_label("Reward").fill("Popcorn party")
    dialog.get_by_label("GoalBucks").fill("50")
    dialog.get_by_role("button", name="Start the Class Goal").click()
    page.get_by_role("link", name="Show on the Projector").click()
    expect(page.get_by_text("of 50 GoalBucks. 50 to go!")).to_be_visible()

    use_session(student_page, server.lan_url, first.token)
    student_page.goto("/student")
    card = student_page.get_by_role("region", name="Class goal")
    card.get_by_role("button", name="Chip In").click()
    student_page.locator("label", has_text="25").click()  # the radio button itself is only for assistive technology
    student_page.get_by_role("button", name="Chip In 25").click()
    expect(card.get_by_text("You chipped in 25.")).to_be_visible()
    expect(page.get_by_text("of 50 GoalBucks. 25 to go!")).to_be_visible()
    card.get_by_role("button", name="Take Mine Back").click()
    expect(page.get_by_text("of 50 GoalBucks. 50 to go!")).to_be_visible()

    goal_id = give(server, seeded_class, second.token, 20)
    expect(card.get_by_text("20 of 50")).to_be_visible()
    card.get_by_role("button", name="Chip In").click()
    student_page.get_by_label("Another amount").fill("30")
    student_page.get_by_role("button", name="Chip In 30").click()
    expect(card.get_by_text("We did it!")).to_be_visible()
    expect(page.get_by_text("We did it!")).to_be_visible()
    assert "Amara" not in page.content()
    page.get_by_role("button", name="Done").click()
    page.get_by_text("Who chipped in").click()
    expect(page.get_by_text("Only teachers of the class see names.")).to_be_visible()
    page.get_by_role("button", name="Mark as Done").click()
    expect_toast(page, "Class goal marked as done")
    expect(card).to_have_count(0)
    assert goal_id


def give(server: ServerProcess, seeded_class: SeededClass, token: str, amount: int) -> str:
    """Give as another student; return the id of the open goal."""
    with HttpClient(server.port, token) as student:
        (goal,) = student.get(f"/api/class-goals/classroom/{seeded_class.id}")
        assert student.request("POST", f"/api/class-goals/{goal['id']}/gifts", {"amount": amount})[0] == 201
        return str(goal["id"])


@pytest.mark.spec("25.4", "25.7")
def test_who_gave_gets_it_back_when_the_goal_ends(
    server: ServerProcess, seeded_class: SeededClass, student_page: Page
) -> None:
    award_all(server, seeded_class, 40)
    with HttpClient(server.port, seeded_class.teacher_token) as teacher:
        body = {"classroomId": seeded_class.id, "name": "Popcorn party", "goalbucks": 500}
        assert teacher.request("POST", "/api/class-goals", body)[0] == 201
        goal_id = give(server, seeded_class, seeded_class.students[0].token, 20)
        use_session(student_page, server.lan_url, seeded_class.students[0].token)
        student_page.goto("/student")
        expect(student_page.get_by_text("You chipped in 20.")).to_be_visible()
        assert teacher.request("POST", f"/api/class-goals/{goal_id}/end")[0] == 200
    expect(student_page.get_by_text("You got back what you gave to the class goal")).to_be_visible()
    expect(student_page.get_by_role("region", name="Class goal")).to_have_count(0)
    student_page.goto("/student/history")
    expect(student_page.get_by_text("Back from the class goal")).to_be_visible()
    expect(student_page.get_by_text("Chipped in for the class goal")).to_be_visible()
