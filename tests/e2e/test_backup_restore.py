"""Backup and restore in the browser: a deleted student comes back from a copy of the backup file."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.page_actions import (
    AMARA,
    add_students,
    class_code,
    create_class,
    expect_toast,
    register,
    sign_in_student,
    sign_in_teacher,
)


@pytest.mark.long
def test_a_deleted_student_is_restored_from_a_saved_backup_file(
    teacher_page: Page, student_page: Page, tmp_path: Path
) -> None:
    page = teacher_page
    register(page)
    create_class(page)
    add_students(page, AMARA)
    sign_in_student(student_page, AMARA, class_code(page))
    page.get_by_role("link", name="Settings").click()
    section = page.get_by_role("region", name="Backups")
    section.get_by_role("button", name="Back Up Now").click()
    expect_toast(page, "Backup made")
    with page.expect_download() as saving:
        section.get_by_role("link", name="Save a copy").click()
    stick = tmp_path / saving.value.suggested_filename
    saving.value.save_as(stick)
    page.get_by_role("link", name="Room 12 Homeroom").first.click()
    page.get_by_role("button", name=f"Delete {AMARA.full_name}").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Delete").click()
    expect_toast(page, "Student deleted")
    student_page.get_by_text("Your session has ended").wait_for()
    page.get_by_role("link", name="Settings").click()
    section.get_by_label("Backup file").set_input_files(stick)
    page.get_by_role("button", name="Yes, Restore").click()
    expect(page.get_by_text("was restored. Please sign in again.")).to_be_visible()
    sign_in_teacher(page)
    expect(page.get_by_role("table").get_by_text(f"@{AMARA.username}")).to_be_visible()
    sign_in_student(student_page, AMARA, class_code(page))
