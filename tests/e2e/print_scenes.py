"""Scenes of the lists that are printed, as they are on paper."""

from playwright.sync_api import Page

from tests.e2e.gallery import Scene, click, wait_for
from tests.e2e.lock_and_away_scenes import CLASS, mock_away
from tests.e2e.page_mocks import mock_many_rows

STUDENT = "/teacher/student/{student_id}/goals"


def keep_print_dialog_closed(page: Page) -> None:
    """Replace the browser's print dialog."""
    page.evaluate("window.print = () => undefined")


def show_as_printed(page: Page) -> None:
    """Show what is printed."""
    page.emulate_media(media="print")


PRINT_CLASS_LIST = (
    wait_for("@amara.o"),
    keep_print_dialog_closed,
    click("More for this class"),
    click("Print Class List", "menuitem"),
    show_as_printed,
    wait_for("Class List"),
)
PRINT_SLIPS = (
    wait_for("@amara.o"),
    keep_print_dialog_closed,
    click("More for this class"),
    click("Print Sign-In Slips", "menuitem"),
    show_as_printed,
    wait_for("Sign-In Slips"),
)
PRINT_GOALS = (
    wait_for("Explain how a volcano erupts"),
    keep_print_dialog_closed,
    click("Print"),
    show_as_printed,
    wait_for("Balance: 115 GoalBucks"),
)
PRINTED_LISTS = (
    Scene("class-list", "teacher", CLASS, PRINT_CLASS_LIST, before=mock_away),
    Scene("class-list-crowded", "teacher", CLASS, PRINT_CLASS_LIST, before=mock_many_rows),
    Scene("sign-in-slips", "teacher", CLASS, PRINT_SLIPS),
    Scene("sign-in-slips-crowded", "teacher", CLASS, PRINT_SLIPS, before=mock_many_rows),
    Scene("goals-of-student", "teacher", STUDENT, PRINT_GOALS),
    Scene("goals-of-student-crowded", "teacher", STUDENT, PRINT_GOALS, before=mock_many_rows),
)
