"""A class goes on as another one: its students move together, and its store is copied (specification 5.19, 10.13)."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.page_actions import expect_toast, use_session
from tests.factories.http_client import HttpClient
from tests.factories.seeded import SeededClass, seed
from tests.factories.server_process import ServerProcess

NEW_CLASS = "Room 13"


@pytest.fixture
def seeded_class(tmp_path: Path) -> SeededClass:
    return seed(tmp_path / "data", students=4)


@pytest.fixture
def teacher(server: ServerProcess, seeded_class: SeededClass) -> Iterator[HttpClient]:
    with HttpClient(server.port, seeded_class.teacher_token) as client:
        yield client


@pytest.mark.spec("5.19", "10.13")
def test_students_move_together_once_their_usernames_fit_and_the_store_is_copied(
    server: ServerProcess, seeded_class: SeededClass, teacher: HttpClient, teacher_page: Page
) -> None:
    _, new = teacher.request("POST", "/api/classrooms", {"name": NEW_CLASS})
    first = seeded_class.students[0]
    other = {"firstName": "Noor", "lastName": "Ali", "username": first.username.upper(), "password": "open sesame"}
    _, taken = teacher.request("POST", "/api/students", {**other, "classroomId": new["id"]})
    item = {"classroomId": seeded_class.id, "name": "Homework pass", "goalbucksCost": 50}
    teacher.request("POST", "/api/store", item)
    page = teacher_page
    use_session(page, server.local_url, seeded_class.teacher_token)
    page.goto(f"/teacher/class/{seeded_class.id}")
    page.get_by_role("checkbox", name="Select all students").click()
    page.get_by_role("button", name="Move to Another Class").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Move 4 Students").click()
    expect(dialog).to_contain_text(f"Room 13 would have these usernames twice: Amara Okafor (@{first.username}).")
    teacher.request("DELETE", f"/api/students/{taken['id']}")
    dialog.get_by_role("button", name="Move 4 Students").click()
    expect_toast(page, "4 students moved")
    expect(page.get_by_text("No students in this class yet")).to_be_visible()
    page.goto(f"/teacher/store?class={new['id']}")
    page.get_by_role("button", name="Copy Items from Another Class").click()
    dialog.get_by_role("button", name="Copy 1 Item").click()
    expect_toast(page, "1 item copied")
    expect(page.get_by_role("heading", name="Homework pass")).to_be_visible()
    page.get_by_role("link", name=NEW_CLASS).click()
    expect(page.get_by_text(f"@{first.username}")).to_be_visible()
