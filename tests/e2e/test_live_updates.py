"""The whole workflow in two real browsers that update live, without a reload."""

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
    send_proof,
    sign_in_student,
    stat,
)
from tests.factories.images import photo_jpeg

GOAL = "Read two books about volcanoes"


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    """A picture to send."""
    path = tmp_path / "books.jpg"
    path.write_bytes(photo_jpeg(600, 800))
    return path


def test_suggesting_submitting_reviewing_and_buying_update_both_pages_live(
    teacher_page: Page, student_page: Page, photo: Path
) -> None:
    register(teacher_page)
    create_class(teacher_page)
    add_students(teacher_page, AMARA)
    sign_in_student(student_page, AMARA, class_code(teacher_page))
    assert student_page.evaluate("window.isSecureContext") is False
    for page in (teacher_page, student_page):
        page.evaluate("window.neverReloaded = true")

    suggest(student_page)
    approve_suggestion(teacher_page)
    expect(student_page.get_by_role("heading", name=GOAL, level=2)).to_be_visible()

    send_proof(student_page, photo, "I have read the first one.")
    return_submission(teacher_page, "And the second one?")
    expect(student_page.get_by_role("heading", name=f"Your teacher looked at “{GOAL}”")).to_be_visible()
    expect(student_page.get_by_text("And the second one?").first).to_be_visible()
    send_proof(student_page, photo, "Now both.")
    approve(teacher_page)

    expect(student_page.get_by_role("heading", name="Goal achieved!")).to_be_visible()
    expect(stat(student_page, "Available Balance")).to_have_text("50 GoalBucks")
    expect(stat(student_page, "Goals Achieved")).to_have_text("1")

    student_page.get_by_role("link", name="Store").first.click()
    expect(student_page.get_by_role("heading", name="The store is empty")).to_be_visible()
    create_item(teacher_page)
    buy(student_page)
    fulfill(teacher_page)
    expect(student_page.get_by_text("Fulfilled", exact=True)).to_be_visible()
    for page in (teacher_page, student_page):
        assert page.evaluate("window.neverReloaded") is True


def suggest(page: Page) -> None:
    """The student suggests a goal."""
    page.get_by_role("button", name="Suggest a Goal").first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Goal name").fill(GOAL)
    dialog.get_by_label("Suggested GoalBucks").fill("40")
    dialog.get_by_label("Why this goal?").fill("I like volcanoes.")
    dialog.get_by_role("button", name="Submit Suggestion").click()
    expect_toast(page, "Goal suggestion submitted!")
    expect(page.get_by_role("listitem").filter(has_text=GOAL)).to_contain_text("Pending Review")


def approve_suggestion(page: Page) -> None:
    """The teacher sees the suggestion appear and approves it with a higher reward."""
    link = page.get_by_role("link", name="Submissions")
    expect(link).to_contain_text("1")
    link.click()
    page.get_by_role("tab", name="Goal Suggestions").click()
    card = page.get_by_role("article").filter(has_text=GOAL)
    expect(card).to_contain_text("I like volcanoes.")
    card.get_by_role("button", name="Change first").click()
    card.get_by_label("GoalBucks").fill("50")
    card.get_by_role("button", name="Approve").click()
    expect_toast(page, "Suggestion approved")
    page.get_by_role("tab", name="Submissions").click()


def return_submission(page: Page, comment: str) -> None:
    """The teacher, on the submissions page, sees it appear and returns it."""
    card = page.get_by_role("article").filter(has_text="I have read the first one.")
    expect(card).to_be_visible()
    card.get_by_role("button", name="Deny").click()
    card.get_by_label("Comment for Amara Okafor").fill(comment)
    card.get_by_label("Return for another try").check()
    card.get_by_role("button", name="Confirm Return").click()
    expect_toast(page, "Submission reviewed")


def approve(page: Page) -> None:
    """The second submission appears and is approved."""
    card = page.get_by_role("article").filter(has_text="Now both.")
    expect(card).to_be_visible()
    card.get_by_role("button", name="Approve").click()
    card.get_by_role("button", name="Confirm Approve").click()
    expect_toast(page, "Submission reviewed")


def create_item(page: Page) -> None:
    """The teacher creates a store item."""
    page.get_by_role("link", name="Store").click()
    page.get_by_role("button", name="Add Item").first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Item name").fill("Lunch with the teacher")
    dialog.get_by_label("Cost in GoalBucks").fill("30")
    dialog.get_by_label("Stock").fill("1")
    dialog.get_by_role("button", name="Add Item").click()
    expect_toast(page, "Item added")
    page.get_by_role("tab", name="Fulfillment").click()


def buy(page: Page) -> None:
    """The student sees the item appear and buys the only one."""
    card = page.get_by_role("listitem").filter(has_text="Lunch with the teacher")
    expect(card).to_contain_text("1 left")
    card.get_by_role("button", name="Purchase").click()
    page.get_by_role("dialog").get_by_role("button", name="Confirm Purchase").click()
    expect_toast(page, "Purchase successful!")
    expect(card.first).to_contain_text("Sold out")
    expect(page.get_by_role("main")).to_contain_text("20 GoalBucks")


def fulfill(page: Page) -> None:
    """The teacher, on the fulfillment tab, fulfills the purchase."""
    page.get_by_role("button", name="Mark as Fulfilled: Lunch with the teacher for Amara Okafor").click()
    expect_toast(page, "Purchase fulfilled")
    # The row stays in the queue while the mouse is over it, and for 5 seconds after it was processed.
    page.mouse.move(0, 0)
    region = page.get_by_role("region", name="Recently Fulfilled")
    expect(region).to_contain_text("Lunch with the teacher", timeout=15_000)
