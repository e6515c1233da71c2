"""The whole workflow by keyboard alone, with a visible focus at every step."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import NewPage
from tests.e2e.page_actions import AMARA, class_code
from tests.factories.passwords import PASSWORD
from tests.factories.server_process import ServerProcess

GOAL = "Read for 20 minutes"
SUGGESTION = "Learn to knit"
ITEM = "Homework pass"
MAX_TABS = 60
IS_FOCUSED = "element => element === document.activeElement"
SHOWS_FOCUS = """element => {
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
  return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || boxShadow !== 'none';
}"""


class Keyboard:
    """Operates a page by keyboard only."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def focus(self, control: Locator) -> None:
        """Press Tab until the control has a visible focus."""
        control = control.filter(visible=True).first
        expect(control).to_be_enabled()
        for _ in range(MAX_TABS):
            if control.evaluate(IS_FOCUSED):
                assert control.evaluate(SHOWS_FOCUS), f"nobody sees that the focus is on {control}"
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{MAX_TABS} times Tab don't lead to {control}")

    def press(self, name: str | re.Pattern[str], key: str = "Enter") -> None:
        """Focus the button, in the dialog if one is open, and press a key."""
        self.focus(self.page.get_by_role("button", name=name))
        self.page.keyboard.press(key)

    def follow(self, name: str | re.Pattern[str]) -> None:
        """Focus the link and follow it."""
        self.focus(self.page.get_by_role("link", name=name))
        self.page.keyboard.press("Enter")

    def switch_tab(self, beside: str, tab: str) -> None:
        """Move from one tab to the next with an arrow key."""
        self.focus(self.page.get_by_role("tab", name=beside))
        self.page.keyboard.press("ArrowRight")
        expect(self.page.get_by_role("tab", name=tab)).to_have_attribute("aria-selected", "true")
        assert self.page.get_by_role("tab", name=tab).evaluate(SHOWS_FOCUS)

    def fill(self, **fields: str) -> None:
        """Fill in the dialog that has just opened; its first field already has the focus."""
        dialog = self.page.get_by_role("dialog")
        for number, (label, text) in enumerate(fields.items()):
            field = dialog.get_by_role("textbox", name=re.compile(f"^{label.replace('_', ' ')}", re.IGNORECASE))
            field = field.or_(dialog.get_by_label(label.replace("_", " "), exact=True)).first
            if not number:
                expect(field).to_be_focused()
            self.focus(field)
            self.page.keyboard.type(text)

    def submit(self, toast: str | None = None, key: str = "Enter") -> None:
        """Submit with Enter: the dialog closes and an element has the focus."""
        self.page.keyboard.press(key)
        expect(self.page.get_by_role("dialog")).to_be_hidden()
        if toast is not None:
            self.expect_toast(toast)
        expect(self.page.locator("body")).not_to_be_focused()

    def expect_toast(self, text: str) -> None:
        expect(self.page.get_by_role("region", name="Notifications")).to_contain_text(text)


@pytest.mark.spec("3.15")
@pytest.mark.early
def test_the_whole_workflow_can_be_done_by_keyboard(server: ServerProcess, new_page: NewPage) -> None:
    teacher, student = Keyboard(new_page(server.local_url)), Keyboard(new_page(server.lan_url))
    register(teacher)
    code = create_class(teacher)
    assign(teacher)

    sign_in(student, code)
    submit_and_suggest(student)
    approve_both(teacher)

    create_item(teacher)
    buy(student)
    fulfill(teacher)


def register(teacher: Keyboard) -> None:
    """Register an account."""
    teacher.page.goto("/")
    teacher.press("Set Up This Computer")
    teacher.fill(Full_Name="Elena Rivera", Email="elena@school.local", Password=PASSWORD)
    teacher.page.keyboard.press("Enter")
    expect(teacher.page.get_by_role("dialog", name="Your account is ready")).to_be_visible()
    expect(teacher.page.locator("body")).not_to_be_focused()
    teacher.page.wait_for_url("**/teacher/no-classes")
    teacher.press("Later")


def create_class(teacher: Keyboard) -> str:
    """Create a class with one student; returns its code."""
    teacher.press("Create Your First Class")
    teacher.fill(Class_Name="Room 12")
    teacher.submit("Class created")
    teacher.press("Manage Students")
    names = {"First_Name": AMARA.first_name, "Last_Name": AMARA.last_name}
    teacher.fill(**names, Username=AMARA.username, Password=AMARA.password)
    teacher.submit()
    return class_code(teacher.page)


def assign(teacher: Keyboard) -> None:
    """Assign a goal to the student."""
    teacher.follow(f"View Goals of {AMARA.full_name}")
    teacher.press("Assign Goal")
    teacher.fill(Goal_name=GOAL, GoalBucks="25")
    teacher.submit("Goal assigned")


def sign_in(student: Keyboard, code: str) -> None:
    """Sign in on a Chromebook, from the login screen to My Goals."""
    student.page.goto("/")
    student.press("Student Login")
    student.fill(Username=AMARA.username, Password=AMARA.password, Class_Code=code)
    student.submit()
    student.page.wait_for_url("**/student")


def submit_and_suggest(student: Keyboard) -> None:
    """Submit a text proof and a goal suggestion."""
    student.press("Submit Goal")
    expect(student.page.get_by_role("dialog")).to_be_visible()
    student.focus(student.page.get_by_label("Text description"))
    student.page.keyboard.type("I read every night.")
    student.focus(student.page.get_by_role("dialog").get_by_role("button", name="Submit Goal"))
    student.submit("Goal submitted!")
    student.press("Suggest a Goal", "Space")
    student.fill(Goal_name=SUGGESTION, Suggested_GoalBucks="30")
    student.submit("Goal suggestion submitted!")


def approve_both(teacher: Keyboard) -> None:
    """Approve the proof, then the suggestion on the second tab."""
    teacher.follow(re.compile("^Submissions"))
    teacher.press("Approve")
    teacher.press("Confirm Approve")
    teacher.submit("Submission reviewed")
    teacher.switch_tab("Submissions", "Goal Suggestions")
    teacher.press("Approve")
    teacher.submit("Suggestion approved")


def create_item(teacher: Keyboard) -> None:
    """Create a store item."""
    teacher.follow("Store")
    teacher.press("Add Item")
    teacher.fill(Item_name=ITEM, Cost_in_GoalBucks="20")
    teacher.submit("Item added")


def buy(student: Keyboard) -> None:
    """Buy the item with the credited goalbucks."""
    expect(student.page.get_by_role("main")).to_contain_text(SUGGESTION)
    student.follow("Store")
    student.press("Purchase")
    student.focus(student.page.get_by_role("dialog").get_by_role("button", name="Confirm Purchase"))
    student.submit("Purchase successful!")


def fulfill(teacher: Keyboard) -> None:
    """Fulfill the purchase."""
    teacher.switch_tab("Items", "Fulfillment")
    teacher.press(re.compile("^Mark as Fulfilled"))
    teacher.submit("Purchase fulfilled")
    # The row stays while the focus is in the list, and is in no other one meanwhile.
    expect(teacher.page.get_by_role("row").filter(has_text=ITEM)).to_contain_text("Fulfilled")
