"""Page actions shared by the browser tests."""

import re
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import BrowserContext, Locator, Page, expect

from server.security.sessions import SESSION_COOKIE
from tests.factories.passwords import PASSWORD


@dataclass(frozen=True)
class NewStudent:
    """The fields of a new student."""

    first_name: str
    last_name: str
    username: str
    password: str = "pass"

    @property
    def full_name(self) -> str:
        return f"{self.first_name} {self.last_name}"


HASHING_MS = 60_000
"""At most, until thirty passwords are hashed on a busy computer."""
AMARA = NewStudent("Amara", "Okafor", "amara.o")
DIEGO = NewStudent("Diego", "Ramírez", "diego.r")
SEEDED_AMARA = NewStudent("Amara", "Okafor", "amara.0", PASSWORD)
"""The first student of every class of `tests.factories.seeded`."""


def close_page(page: Page) -> None:
    """Close the page, also while handlers of its routes wait for a response."""
    page.unroute_all(behavior="ignoreErrors")
    page.close()


def close_context(context: BrowserContext) -> None:
    """Close the context and its pages, as `close_page` does."""
    for page in context.pages:
        close_page(page)
    context.close()


def expect_toast(page: Page, *texts: str) -> None:
    """Expect the toast with these texts and close it, so that the next one is visible."""
    shown = page.get_by_role("region", name="Notifications").get_by_role("listitem")
    for text in texts:
        expect(shown).to_contain_text(text)
    shown.get_by_role("button", name="Close").click()


def reload(page: Page) -> None:
    """Reload the page, once a dialog or form that was closed has left the history: going back ends a reload."""
    page.wait_for_function("() => !history.state?.dialog")
    page.reload()


def send_proof(page: Page, picture: Path, text: str) -> None:
    """Submit proof for the student's first goal: choose a picture, check the preview and type a text."""
    page.get_by_role("button", name="Submit Goal").first.click()
    dialog = page.get_by_role("dialog")
    dialog.locator("input[type=file]").first.set_input_files(picture)
    expect(dialog.get_by_role("button", name="Remove image")).to_be_visible()
    dialog.get_by_label("Text description").fill(text)
    dialog.get_by_role("button", name="Submit Goal").click()
    expect_toast(page, "Goal submitted!")


def open_teacher_login(page: Page) -> None:
    """Open the teacher dialog."""
    page.goto("/")
    page.get_by_role("button", name="Teacher Login").click()


def open_create_account(page: Page) -> None:
    """Open the create-account view."""
    open_teacher_login(page)
    dialog = page.get_by_role("dialog", name="Teacher Login")
    dialog.get_by_role("button", name="Create Account").click()
    page.get_by_role("dialog", name="Create Account").wait_for()


def register(
    page: Page, name: str = "Elena Rivera", email: str = "elena@school.local", *, offers_code: bool = True
) -> None:
    """Register a teacher and stay signed in. `offers_code`: a local account, whose recovery code is skipped."""
    open_create_account(page)
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Full Name").fill(name)
    dialog.get_by_label("Email").fill(email)
    dialog.get_by_label("Password", exact=True).fill(PASSWORD)
    dialog.get_by_role("button", name="Create Account").click()
    page.wait_for_url("**/teacher/no-classes")
    if offers_code:
        page.get_by_role("dialog", name="Your account is ready").get_by_role("button", name="Later").click()


def create_class(page: Page, name: str = "Room 12 Homeroom", grade: str = "5th Grade") -> None:
    """Create a class from the welcome page."""
    page.get_by_role("button", name="Create Your First Class").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Class Name").fill(name)
    dialog.get_by_label("Grade Level").fill(grade)
    dialog.get_by_role("button", name="Create Class").click()
    page.wait_for_url("**/teacher/class/*")
    expect_toast(page, "Class created")


def use_session(page: Page, base_url: str, token: str) -> None:
    """Sign in by an existing session, where the login screen isn't what is tested."""
    page.context.add_cookies([{"name": SESSION_COOKIE, "value": token, "url": base_url}])
    user = page.request.get(f"{base_url}/api/auth/session").json()["user"]
    page.goto(f"{base_url}/api/health")
    page.evaluate("(user) => localStorage.setItem('temp_user', JSON.stringify(user))", user)


def sign_in_student(page: Page, student: NewStudent, class_code: str) -> None:
    """Sign a student in, from the login screen to My Goals."""
    page.goto("/")
    page.get_by_role("button", name="Student Login").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Username").fill(student.username)
    dialog.get_by_label("Password", exact=True).fill(student.password)
    dialog.get_by_label("Class Code").fill(class_code)
    dialog.get_by_role("button", name="Student Login").click()
    page.wait_for_url("**/student")


def sign_in_teacher(page: Page, email: str = "elena@school.local", password: str = PASSWORD) -> None:
    """Sign the teacher in, from the login screen to the first class."""
    page.goto("/")
    page.get_by_role("button", name="Teacher Login").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Email").fill(email)
    dialog.get_by_label("Password", exact=True).fill(password)
    dialog.get_by_role("button", name="Teacher Login").click()
    page.wait_for_url("**/teacher/class/*")


def class_code(page: Page) -> str:
    """The class code on the dashboard."""
    card = page.get_by_role("region", name="Class code").inner_text()
    code = re.search(r"\b[2-9A-HJ-NP-Z]{6}\b", card)
    assert code, card
    return code[0]


def add_students(page: Page, *students: NewStudent) -> None:
    """Add rows in Manage Students, saved one after another."""
    page.get_by_role("button", name="Manage Students").first.click()
    dialog = page.get_by_role("dialog", name="Manage Students")
    for number, student in enumerate(students):
        if number:
            dialog.get_by_role("button", name="Add Student").click()
        row = dialog.get_by_role("listitem").last
        row.get_by_label("First Name").fill(student.first_name)
        row.get_by_label("Last Name").fill(student.last_name)
        row.get_by_label("Username").fill(student.username)
        row.get_by_label("Password", exact=True).fill(student.password)
    dialog.get_by_role("button", name="Save Students").click()
    expect(dialog).to_be_hidden()
    for student in students:
        expect(page.get_by_role("table").get_by_text(f"@{student.username}")).to_be_visible()


def bulk_add_goal(page: Page, name: str, goalbucks: int) -> None:
    """Assign one goal to the whole class."""
    page.get_by_role("checkbox", name="Select all").check()
    page.get_by_role("button", name="Bulk Add Goal").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Goal name").fill(name)
    dialog.get_by_label("GoalBucks").fill(str(goalbucks))
    dialog.get_by_role("button", name="Assign to").click()
    expect_toast(page, "Goals assigned!", "Successfully assigned goal to")


def count_presses(page: Page) -> None:
    """Count the presses of buttons from now on."""
    page.evaluate("""() => {
      window.presses = 0;
      addEventListener('click', ({ target }) => { if (target.closest('button')) window.presses += 1; }, true);
    }""")


def presses(page: Page) -> int:
    """The presses of buttons since `count_presses`."""
    pressed: int = page.evaluate("window.presses")
    return pressed


def stat(page: Page, label: str) -> Locator:
    """The value beside this label."""
    term = page.get_by_role("term").filter(has_text=label)
    return page.locator("div").filter(has=term).last.get_by_role("definition")
