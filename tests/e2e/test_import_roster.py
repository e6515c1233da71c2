"""A class list of thirty, from the file to a student who signs in, and its passwords on paper."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Dialog, Page, expect

from tests.e2e.page_actions import HASHING_MS, NewStudent, sign_in_student, use_session
from tests.e2e.printed_pages import disable_print_dialog, print_pages, read_pages
from tests.factories.rosters import sample
from tests.factories.seeded import seed
from tests.factories.server_process import ServerProcess

STUDENTS = 30
SLIP, PASSWORD = r"\bClass code\s", r"\bPassword\s"
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
    expect(teacher_page.get_by_text("31 students added")).to_be_visible(timeout=HASHING_MS)
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


@pytest.mark.spec("5.15")
def test_passwords_are_not_left_behind_by_accident_and_are_printed_as_slips(
    server: ServerProcess, teacher_page: Page, student_page: Page, tmp_path: Path
) -> None:
    seeded_class = seed(server.data_dir, students=0)
    disable_print_dialog(teacher_page)
    use_session(teacher_page, server.local_url, seeded_class.teacher_token)
    # The test's server isn't announced, so that it has no address.
    address = {"address": server.lan_url.split("/")[2].rpartition(":")[0], "url": server.lan_url}
    teacher_page.route("**/api/network", lambda route: route.fulfill(json=route.fetch().json() | address))
    teacher_page.goto(f"/teacher/class/{seeded_class.id}")
    teacher_page.get_by_role("link", name="Import a Class List").click()
    expect(teacher_page.get_by_text("Drop your class list here")).to_be_visible()
    teacher_page.evaluate(DROP, sample("19-thirty.csv")[0].decode())
    teacher_page.get_by_role("button", name=f"Add {STUDENTS} Students").click()
    expect(teacher_page.get_by_text(f"{STUDENTS} students added")).to_be_visible(timeout=HASHING_MS)

    question = teacher_page.get_by_role("alertdialog", name="Leave without the passwords?")
    teacher_page.get_by_role("link", name="Go to the Class").click()
    question.get_by_role("button", name="Stay").click()
    teacher_page.go_back()
    question.get_by_role("button", name="Stay").click()
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    teacher_page.once("dialog", stay)
    teacher_page.evaluate("() => { location.reload() }")
    expect(teacher_page.get_by_text(f"{STUDENTS} students added")).to_be_visible(timeout=HASHING_MS)
    assert asked == ["beforeunload"]

    teacher_page.get_by_role("button", name="Print a Slip for Each Student").click()
    slips = ""
    for paper in ("Letter", "A4"):
        file = tmp_path / f"{paper}.pdf"
        teacher_page.pdf(path=file, format=paper)
        texts = [sheet.text for sheet in read_pages(file)]
        # No slip is split between two sheets.
        assert all(len(re.findall(SLIP, text)) == len(re.findall(PASSWORD, text)) for text in texts)
        slips = "".join(texts)
        assert slips.count(server.lan_url.removeprefix("http://")) == STUDENTS
    ada = re.search(r"Ada Abbot.*?Username\s+(\S+)\s+Password\s+(\S+)", slips, re.DOTALL)
    assert ada is not None

    teacher_page.get_by_role("button", name="Print Login Cards").click()
    teacher_page.get_by_role("button", name=f"Make and Print {STUDENTS} Cards").click()
    expect(teacher_page.get_by_role("heading", name="Did the cards come out well?")).to_be_visible()
    cards = print_pages(teacher_page, tmp_path / "cards.pdf")
    assert sum(len(sheet.read_codes()) for sheet in cards) == STUDENTS
    assert ada[2] not in "".join(sheet.text for sheet in cards)
    teacher_page.get_by_role("button", name="Done").click()
    teacher_page.get_by_role("link", name="Go to the Class").click()
    expect(teacher_page.get_by_role("table").get_by_text(f"@{ada[1]}")).to_be_visible()
    sign_in_student(student_page, NewStudent("Ada", "Abbot", ada[1], ada[2]), seeded_class.code)
    expect(student_page.get_by_role("heading", name="Welcome, Ada Abbot!")).to_be_visible()


@pytest.mark.spec("5.15")
def test_names_of_a_file_in_an_uncertain_encoding_are_confirmed_before_they_are_added(
    server: ServerProcess, teacher_page: Page
) -> None:
    seeded_class = seed(server.data_dir, students=0)
    use_session(teacher_page, server.local_url, seeded_class.teacher_token)
    teacher_page.goto(f"/teacher/class/{seeded_class.id}/import")
    expect(teacher_page.get_by_text("Drop your class list here")).to_be_visible()
    content = "Name\nŁukasz Kowalski\nJiří Novák\nAnna Berg".encode("cp1250")
    teacher_page.locator("input[type=file]").set_input_files(
        {"name": "grade5.csv", "mimeType": "text/csv", "buffer": content}
    )
    question = teacher_page.get_by_role("heading", name="Do the names look right?")
    names = teacher_page.get_by_role("listitem")
    expect(question).to_be_visible()
    teacher_page.get_by_label("Letters are read as").select_option("Western (Windows)")
    expect(names.get_by_text("Jiøí Novák")).to_be_visible()
    teacher_page.get_by_role("button", name="Add 1 Student").click()  # the others have unlikely letters
    expect(question).to_be_focused()
    teacher_page.get_by_label("Letters are read as").select_option("Central European")
    expect(names.get_by_text("Jiří Novák")).to_be_visible()
    teacher_page.get_by_role("button", name="Yes, They Do").click()
    teacher_page.get_by_role("button", name="Add 3 Students").click()
    expect(teacher_page.get_by_text("3 students added")).to_be_visible()


@pytest.mark.spec("5.12", "5.15")
def test_of_a_list_with_two_classes_one_or_all_are_chosen(server: ServerProcess, teacher_page: Page) -> None:
    seeded_class = seed(server.data_dir, students=0)
    use_session(teacher_page, server.local_url, seeded_class.teacher_token)
    teacher_page.goto(f"/teacher/class/{seeded_class.id}/import")
    expect(teacher_page.get_by_text("Drop your class list here")).to_be_visible()
    teacher_page.evaluate(DROP, sample("kinds/v18-two-classes.csv")[0].decode())
    expect(teacher_page.get_by_role("heading", name="Which class of the list?")).to_be_visible()
    expect(teacher_page.get_by_role("button", name="4A, 4B 7 students")).to_be_visible()
    teacher_page.get_by_role("button", name="4B 4 students", exact=True).click()
    expect(teacher_page.get_by_role("button", name="Add 4 Students")).to_be_visible()
    teacher_page.get_by_role("button", name="Change How It Is Read").click()
    teacher_page.get_by_label("Class in the list").select_option(label="4A, 4B")
    expect(teacher_page.get_by_role("button", name="Add 7 Students")).to_be_visible()
