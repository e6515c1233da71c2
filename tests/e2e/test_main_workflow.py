"""The main workflow, from a new installation to goalbucks on a student's iPad, in two real browsers."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests.e2e.page_actions import (
    AMARA,
    DIEGO,
    add_students,
    bulk_add_goal,
    class_code,
    create_class,
    expect_toast,
    register,
    send_proof,
    sign_in_student,
    stat,
    use_session,
)
from tests.factories.images import METADATA_MARKER, heic_bytes, is_upright, photo_jpeg
from tests.factories.seeded import CURRENT_GOAL, SeededClass
from tests.factories.server_process import ServerProcess


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    """A phone's photo of about 4 MB, rotated by EXIF and with GPS coordinates."""
    path = tmp_path / "IMG_0042.jpg"
    path.write_bytes(photo_jpeg(orientation=6, gps=True))
    assert path.stat().st_size > 3_000_000
    return path


@pytest.fixture
def heic(tmp_path: Path) -> Path:
    """An iPhone's photo, which Chromium can't decode."""
    path = tmp_path / "IMG_0043.HEIC"
    path.write_bytes(heic_bytes())
    return path


@pytest.mark.spec("1.1")
def test_a_goal_is_assigned_submitted_with_a_photo_approved_and_credited(
    server: ServerProcess, teacher_page: Page, student_page: Page, photo: Path
) -> None:
    register(teacher_page)
    create_class(teacher_page)
    add_students(teacher_page, AMARA, DIEGO)
    bulk_add_goal(teacher_page, "Read for 20 minutes", 25)

    sign_in_student(student_page, AMARA, class_code(teacher_page))
    assert student_page.evaluate("window.isSecureContext") is False
    expect(student_page.get_by_role("heading", name="Welcome, Amara Okafor!")).to_be_visible()
    send_proof(student_page, photo, "I read every night")
    expect(student_page.get_by_text("Pending Review").first).to_be_visible()

    teacher_page.get_by_role("link", name="Submissions").click()
    card = teacher_page.get_by_role("article").filter(has_text="Amara Okafor")
    expect(card).to_contain_text("Room 12 Homeroom")
    expect(card).to_contain_text("Read for 20 minutes")
    expect(card).to_contain_text("I read every night")
    assert_clean(server, teacher_page)
    enlarge_and_close(teacher_page)
    card.get_by_role("button", name="Approve").click()
    card.get_by_role("button", name="Confirm Approve").click()
    expect_toast(teacher_page, "Submission reviewed")

    expect(stat(student_page, "Available Balance")).to_have_text("25 GoalBucks")
    expect(stat(student_page, "Goals Achieved")).to_have_text("1")


def test_a_heic_photo_from_an_iphone_is_shown_as_a_picture(
    server: ServerProcess, seeded_class: SeededClass, teacher_page: Page, student_page: Page, heic: Path
) -> None:
    use_session(student_page, server.lan_url, seeded_class.students[0].token)
    use_session(teacher_page, server.local_url, seeded_class.teacher_token)
    student_page.goto("/student")
    send_proof(student_page, heic, "")
    expect(student_page.get_by_text("Pending Review").first).to_be_visible()
    teacher_page.goto("/teacher/submissions")
    expect(teacher_page.get_by_role("article").filter(has_text=CURRENT_GOAL).locator("img")).to_be_visible()
    assert_clean(server, teacher_page)


def assert_clean(server: ServerProcess, page: Page) -> None:
    """The teacher's image is upright, scaled down, and has no metadata."""
    image = page.locator("article img").first.get_attribute("src")
    assert image is not None
    response = page.context.request.get(f"{server.local_url}{image.partition('?')[0]}")
    assert response.ok
    with Image.open(BytesIO(response.body())) as picture:
        assert is_upright(picture)
        assert max(picture.size) <= 2048
        assert not picture.getexif()
    assert METADATA_MARKER not in response.body()


def enlarge_and_close(page: Page) -> None:
    """A click enlarges the picture; Escape closes it."""
    page.get_by_role("button", name="Enlarge").first.click()
    expect(page.get_by_role("dialog").get_by_role("img")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
