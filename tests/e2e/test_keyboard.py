"""The whole story by keyboard alone: nobody touches a mouse, and always sees where the focus is."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import NewPage
from tests.e2e.screens import AMARA, PASSWORD, class_code
from tests.factories.process import ServerProcess

GOAL = "Read for 20 minutes"
IDEA = "Learn to knit"
ITEM = "Homework pass"
MANY_TABS = 60
IS_FOCUSED = "element => element === document.activeElement"
SHOWS_FOCUS = """element => {
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
  return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || boxShadow !== 'none';
}"""


class Keyboard:
    """Hands that reach the keys alone."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def go_to(self, control: Locator) -> None:
        """Press Tab until it has the focus, and can be seen to have it."""
        control = control.filter(visible=True).first
        expect(control).to_be_enabled()
        for _ in range(MANY_TABS):
            if control.evaluate(IS_FOCUSED):
                assert control.evaluate(SHOWS_FOCUS), f"nobody sees that the focus is on {control}"
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{MANY_TABS} times Tab don't lead to {control}")

    def press(self, name: str | re.Pattern[str], key: str = "Enter") -> None:
        """Go to the button, or the dialog's if one is open, and press it."""
        self.go_to(self.page.get_by_role("button", name=name))
        self.page.keyboard.press(key)

    def follow(self, name: str | re.Pattern[str]) -> None:
        """Go to the link and follow it."""
        self.go_to(self.page.get_by_role("link", name=name))
        self.page.keyboard.press("Enter")

    def turn_to(self, beside: str, tab: str) -> None:
        """From one tab to the next with an arrow."""
        self.go_to(self.page.get_by_role("tab", name=beside))
        self.page.keyboard.press("ArrowRight")
        expect(self.page.get_by_role("tab", name=tab)).to_have_attribute("aria-selected", "true")
        assert self.page.get_by_role("tab", name=tab).evaluate(SHOWS_FOCUS)

    def write(self, **fields: str) -> None:
        """Fill in the dialog that has just opened; its first field has the focus already."""
        dialog = self.page.get_by_role("dialog")
        for number, (label, text) in enumerate(fields.items()):
            field = dialog.get_by_role("textbox", name=re.compile(f"^{label.replace('_', ' ')}", re.IGNORECASE))
            field = field.or_(dialog.get_by_label(label.replace("_", " "), exact=True)).first
            if not number:
                expect(field).to_be_focused()
            self.go_to(field)
            self.page.keyboard.type(text)

    def finish(self, said: str | None = None, key: str = "Enter") -> None:
        """Enter submits: the dialog closes and the focus is somewhere."""
        self.page.keyboard.press(key)
        expect(self.page.get_by_role("dialog")).to_be_hidden()
        if said is not None:
            self.hears(said)
        expect(self.page.locator("body")).not_to_be_focused()

    def hears(self, said: str) -> None:
        """A toast says so."""
        expect(self.page.get_by_role("region", name="Notifications")).to_contain_text(said)


@pytest.mark.spec("3.15")
def test_a_class_works_by_keyboard_alone(server: ServerProcess, new_page: NewPage) -> None:
    teacher, student = Keyboard(new_page(server.here)), Keyboard(new_page(server.lan))
    register(teacher)
    code = make_class(teacher)
    assign(teacher)

    sign_in(student, code)
    submit_and_suggest(student)
    approve_both(teacher)

    offer(teacher)
    buy(student)
    fulfill(teacher)


def register(teacher: Keyboard) -> None:
    """A new account."""
    teacher.page.goto("/")
    teacher.press("Set Up This Computer")
    teacher.write(Full_Name="Elena Rivera", Email="elena@school.local", Password=PASSWORD)
    teacher.finish()
    teacher.page.wait_for_url("**/teacher/no-classes")
    teacher.press("Later")


def make_class(teacher: Keyboard) -> str:
    """A class with one student; its code."""
    teacher.press("Create Your First Class")
    teacher.write(Class_Name="Room 12")
    teacher.finish("Class created")
    teacher.press("Add Students")
    names = {"First_Name": AMARA.first_name, "Last_Name": AMARA.last_name}
    teacher.write(**names, Username=AMARA.username, Password=AMARA.password)
    teacher.finish()
    return class_code(teacher.page)


def assign(teacher: Keyboard) -> None:
    """A goal for the student."""
    teacher.follow(f"View Goals of {AMARA.full_name}")
    teacher.press("Assign Goal")
    teacher.write(Goal_name=GOAL, GoalBucks="25")
    teacher.finish("Goal assigned")


def sign_in(student: Keyboard, code: str) -> None:
    """A Chromebook, from the login screen to My Goals."""
    student.page.goto("/")
    student.press("Student Login")
    student.write(Username=AMARA.username, Password=AMARA.password, Class_Code=code)
    student.finish()
    student.page.wait_for_url("**/student")


def submit_and_suggest(student: Keyboard) -> None:
    """Proof in words, and an idea."""
    student.press("Submit Goal")
    expect(student.page.get_by_role("dialog")).to_be_visible()
    student.go_to(student.page.get_by_label("Text description"))
    student.page.keyboard.type("I read every night.")
    student.go_to(student.page.get_by_role("dialog").get_by_role("button", name="Submit Goal"))
    student.finish("Goal submitted!")
    student.press("Suggest a Goal", "Space")
    student.write(Goal_name=IDEA, Suggested_GoalBucks="30")
    student.finish("Goal suggestion submitted!")


def approve_both(teacher: Keyboard) -> None:
    """The proof, then the idea behind the second tab."""
    teacher.follow(re.compile("^Submissions"))
    teacher.press("Approve")
    teacher.press("Confirm Approve")
    teacher.finish("Submission reviewed")
    teacher.turn_to("Submissions", "Goal Suggestions")
    teacher.press("Approve")
    teacher.finish("Suggestion approved")


def offer(teacher: Keyboard) -> None:
    """Something to buy."""
    teacher.follow("Store")
    teacher.press("Add Item")
    teacher.write(Item_name=ITEM, Cost_in_GoalBucks="20")
    teacher.finish("Item added")


def buy(student: Keyboard) -> None:
    """The student, whose goalbucks have arrived."""
    expect(student.page.get_by_role("main")).to_contain_text(IDEA)
    student.follow("Store")
    student.press("Purchase")
    student.go_to(student.page.get_by_role("dialog").get_by_role("button", name="Confirm Purchase"))
    student.finish("Purchase successful!")


def fulfill(teacher: Keyboard) -> None:
    """The teacher hands it over."""
    teacher.turn_to("Items", "Fulfillment")
    teacher.press(re.compile("^Mark as Fulfilled"))
    teacher.finish("Purchase fulfilled")
    expect(teacher.page.get_by_role("region", name="Recently Fulfilled")).to_contain_text(ITEM)
