"""A page that the browser has translated shows what changes, and works (specification 17.3)."""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import LAPTOP
from tests.e2e.gallery import TRANSITION_MS, Gallery, show_in
from tests.e2e.page_actions import (
    AMARA,
    SEEDED_AMARA,
    add_students,
    class_code,
    close_context,
    create_class,
    register,
    send_proof,
    sign_in_student,
    stat,
)
from tests.e2e.sample_class import SampleClass
from tests.e2e.scenes import SCENES
from tests.e2e.test_accessibility import findings
from tests.e2e.test_live_updates import (
    approve,
    approve_suggestion,
    buy,
    create_item,
    fulfill,
    return_submission,
    suggest,
)
from tests.e2e.translation import STYLES_BY_TIER, Style, read_texts, translate
from tests.factories.images import photo_jpeg
from tests.factories.passwords import PASSWORD
from tests.factories.seeded import SeededClass
from tests.factories.server_process import ServerProcess
from tests.factories.tiers import by_tier

FAILED = "This page didn't load"


@pytest.fixture
def teacher(server: ServerProcess, seeded_class: SeededClass) -> Iterator[httpx2.Client]:
    """The teacher's calls."""
    with httpx2.Client(base_url=server.local_url) as client:
        who = {"username": seeded_class.teacher_email, "password": PASSWORD}
        client.post("/api/auth/teacher", json=who).raise_for_status()
        yield client


@pytest.fixture
def my_goals(student_page: Page, seeded_class: SeededClass) -> Page:
    """My Goals of the class's only student."""
    sign_in_student(student_page, SEEDED_AMARA, seeded_class.code)
    expect(stat(student_page, "Available Balance")).to_have_text("0 GoalBucks")
    return student_page


def change_balance(teacher: httpx2.Client, seeded_class: SeededClass, amount: int) -> None:
    """Award goalbucks to the student, or correct the balance."""
    student = seeded_class.students[0].id
    if amount > 0:
        body = {"classroomId": seeded_class.id, "studentIds": [student], "amount": amount, "reason": "Tidy"}
        teacher.post("/api/goalbucks/award", json=body).raise_for_status()
    else:
        body = {"amount": amount, "reason": "Counted twice"}
        teacher.post(f"/api/students/{student}/corrections", json=body).raise_for_status()


def expect_text(page: Page, selector: str, text: str) -> None:
    """Expect an element whose whole text this is, without a translator's marks."""
    page.wait_for_function(
        "([selector, text]) => [...document.querySelectorAll(selector)].some(({ textContent }) =>"
        " textContent.replace(/[\\u200b\\s]/g, '') === text)",
        arg=[selector, text],
    )


@pytest.mark.spec("17.3")
@pytest.mark.parametrize("follow", by_tier([True, False]), ids=["following", "once"])
@pytest.mark.parametrize("style", STYLES_BY_TIER)
def test_a_live_award_is_shown_on_a_translated_page(
    my_goals: Page, teacher: httpx2.Client, seeded_class: SeededClass, style: Style, *, follow: bool
) -> None:
    my_goals.evaluate("window.neverReloaded = true")
    translate(my_goals, style, follow=follow)
    for amount, total in ((20, 20), (20, 40), (-38, 2)):
        change_balance(teacher, seeded_class, amount)
        expect_text(my_goals, "dd", f"{total}GoalBucks")
    expect(my_goals.get_by_text(FAILED)).to_be_hidden()
    assert my_goals.evaluate("window.neverReloaded") is True


@pytest.mark.spec("17.3")
@pytest.mark.long
@pytest.mark.parametrize("style", ["fonts", "sharedFonts", "rearranged", "newTexts"])
def test_goals_proof_and_purchases_work_on_translated_pages(
    teacher_page: Page, student_page: Page, tmp_path: Path, style: Style
) -> None:
    photo = tmp_path / "books.jpg"
    photo.write_bytes(photo_jpeg(600, 800))
    register(teacher_page)
    create_class(teacher_page)
    add_students(teacher_page, AMARA)
    sign_in_student(student_page, AMARA, class_code(teacher_page))
    for page in (teacher_page, student_page):
        page.evaluate("window.neverReloaded = true")
        translate(page, style)

    suggest(student_page)
    approve_suggestion(teacher_page)
    send_proof(student_page, photo, "I have read the first one.")
    return_submission(teacher_page, "And the second one?")
    expect(student_page.get_by_text("And the second one?").first).to_be_visible()
    send_proof(student_page, photo, "Now both.")
    approve(teacher_page)
    expect(student_page.get_by_role("heading", name="Goal achieved!")).to_be_visible()
    expect(stat(student_page, "Available Balance")).to_have_text("50 GoalBucks")
    student_page.get_by_role("link", name="Store").first.click()
    create_item(teacher_page)
    buy(student_page)
    fulfill(teacher_page)
    expect(student_page.get_by_text("Fulfilled", exact=True)).to_be_visible()
    for page in (teacher_page, student_page):
        assert page.evaluate("window.neverReloaded") is True


@pytest.mark.spec("17.3")
@pytest.mark.parametrize("style", STYLES_BY_TIER)
def test_a_wrong_password_is_told_in_a_dialog_that_was_translated_while_open(
    student_page: Page, seeded_class: SeededClass, style: Style
) -> None:
    student_page.goto("/")
    student_page.get_by_role("button", name="Student Login").click()
    dialog = student_page.get_by_role("dialog")
    dialog.get_by_label("Username").fill(SEEDED_AMARA.username)
    translate(student_page, style)
    dialog.get_by_label("Password", exact=True).fill("not this one")
    dialog.get_by_label("Class Code").fill(seeded_class.code)
    dialog.get_by_role("button", name="Student Login").click()
    expect(dialog.get_by_role("alert").first).to_contain_text("Incorrect")
    expect(dialog.get_by_label("Username")).to_have_value(SEEDED_AMARA.username)
    dialog.get_by_label("Password", exact=True).fill(PASSWORD)
    dialog.get_by_role("button", name="Student Login").click()
    student_page.wait_for_url("**/student")
    expect(stat(student_page, "Available Balance")).to_have_text("0 GoalBucks")


@pytest.mark.spec("17.3")
@pytest.mark.parametrize("style", STYLES_BY_TIER)
def test_a_translated_page_shows_the_language_that_is_chosen(my_goals: Page, style: Style) -> None:
    show_in(my_goals, "es")
    spanish = read_texts(my_goals)
    show_in(my_goals, "en")
    my_goals.get_by_role("button", name="Suggest a Goal").click()
    my_goals.get_by_label("Goal name").fill("Learn to knit")
    translate(my_goals, style, follow=False)
    show_in(my_goals, "es")
    expect(my_goals.get_by_role("dialog").get_by_role("textbox").first).to_have_value("Learn to knit")
    my_goals.keyboard.press("Escape")
    my_goals.get_by_role("alertdialog").get_by_role("button").last.click()
    expect(my_goals.get_by_role("dialog")).to_be_hidden()
    assert read_texts(my_goals) == spanish


@pytest.mark.spec("17.3")
@pytest.mark.parametrize(
    "how", by_tier(["revert()", "revertWith((font) => document.createTextNode(font.textContent))"])
)
def test_a_page_whose_original_is_shown_again_shows_what_changes(
    my_goals: Page, teacher: httpx2.Client, seeded_class: SeededClass, how: str
) -> None:
    original = read_texts(my_goals)
    translate(my_goals)
    my_goals.evaluate(f"translator.{how}")
    assert read_texts(my_goals) == original
    assert my_goals.locator("font").count() == 0
    change_balance(teacher, seeded_class, 20)
    expect_text(my_goals, "dd", "20GoalBucks")


@pytest.mark.spec("17.3")
@pytest.mark.parametrize("style", STYLES_BY_TIER)
def test_a_translated_table_is_sorted_and_its_rows_expanded(
    chromium: Browser, sample_class: SampleClass, style: Style
) -> None:
    scenes = {scene.name: scene for scene in SCENES}
    context = Gallery(chromium, sample_class).open(scenes["class"], "light", LAPTOP)
    page = context.pages[0]
    translate(page, style)
    rows = page.get_by_role("table").get_by_role("row")
    page.get_by_role("button", name="Student", exact=True).click()
    expect(rows.nth(1)).to_contain_text("@noor.a")
    page.goto("/teacher/goals")
    expand = page.get_by_role("button", name=re.compile("of .* done: students of")).first
    expand.wait_for()
    translate(page, style)
    for shown in (True, False, True):
        expand.click()
        expect(page.get_by_text("Who has done it?").first).to_be_visible(visible=shown)
    close_context(context)


@pytest.mark.spec("17.3")
def test_spanish_is_offered_where_the_browser_translates_into_it(chromium: Browser, sample_class: SampleClass) -> None:
    (scene,) = (scene for scene in SCENES if scene.name == "my-goals")
    context = Gallery(chromium, sample_class).open(scene, "light", LAPTOP)
    page = context.pages[0]
    page.evaluate("document.documentElement.lang = 'es'")
    offer = page.get_by_role("region", name="GoalBucks is also available in Español.")
    expect(offer).to_be_visible()
    expect(page.get_by_role("button", name="Logout").filter(visible=True)).to_be_in_viewport(ratio=1)
    assert findings(page) == []
    offer.get_by_role("button", name="No, thanks").click()
    expect(offer).to_be_hidden()
    page.reload()
    expect(page.get_by_role("heading", name=re.compile("^Welcome"))).to_be_visible()
    page.evaluate("document.documentElement.lang = 'es'")
    page.wait_for_timeout(TRANSITION_MS)
    expect(offer).to_be_hidden()
    close_context(context)
