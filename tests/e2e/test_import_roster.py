"""A class list of thirty, from the file to a student who signs in."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.page_actions import NewStudent, sign_in_student, use_session
from tests.factories.rosters import sample
from tests.factories.seeded import seed
from tests.factories.server_process import ServerProcess

DROP = """(text) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], 'grade5.csv'));
  document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
}"""


@pytest.mark.spec("5.14", "5.15")
def test_a_list_of_thirty_is_dropped_corrected_and_imported_and_a_student_signs_in(
    server: ServerProcess, teacher_page: Page, student_page: Page
) -> None:
    seeded_class = seed(server.data_dir, students=0)
    use_session(teacher_page, server.local_url, seeded_class.teacher_token)
    teacher_page.goto(f"/teacher/class/{seeded_class.id}")
    teacher_page.get_by_role("link", name="Import a Class List").click()
    expect(teacher_page.get_by_text("Drop your class list here")).to_be_visible()
    teacher_page.evaluate(DROP, f"{sample('19-thirty.csv')[0].decode()}\nKeiko,\n")

    table = teacher_page.get_by_role("table", name="Rows of the list")
    expect(teacher_page.get_by_role("button", name="Add 30 Students")).to_be_visible()
    table.get_by_label("Last name").fill("Mori")
    table.get_by_label("Last name").press("Enter")
    ada = table.get_by_role("row", name=re.compile("Ada Abbot"))
    password = ada.get_by_role("cell").nth(3).inner_text().removesuffix("made").strip()
    teacher_page.get_by_role("button", name="Add 31 Students").click()
    expect(teacher_page.get_by_text("31 students added")).to_be_visible()
    with teacher_page.expect_download() as download:
        teacher_page.get_by_role("button", name="Download the List (CSV)").click()
    assert f'"Ada","Abbot","ada.a","{password}"' in download.value.path().read_text("utf-8-sig")

    teacher_page.get_by_role("link", name="Go to the Class").click()
    expect(teacher_page.get_by_role("table").get_by_text("@keiko")).to_be_visible()
    sign_in_student(student_page, NewStudent("Ada", "Abbot", "ada.a", password), seeded_class.code)
    expect(student_page.get_by_role("heading", name="Welcome, Ada Abbot!")).to_be_visible()

    teacher_page.goto(f"/teacher/class/{seeded_class.id}/import")
    expect(teacher_page.get_by_text("Drop your class list here")).to_be_visible()
    teacher_page.evaluate(DROP, sample("19-thirty.csv")[0].decode())
    expect(teacher_page.get_by_text("Nobody new in this list")).to_be_visible()
