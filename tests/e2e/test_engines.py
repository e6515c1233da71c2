"""The main workflow in Firefox and WebKit, in CI and `make test-long`; test_main_workflow.py has it in Chromium."""

import re
from pathlib import Path

import pytest

from tests.e2e.conftest import IPAD, LAPTOP
from tests.e2e.engines.firefox import FirefoxPage, open_firefox, requires_firefox
from tests.e2e.engines.page import EnginePage
from tests.e2e.engines.webkit import WebKitPage, open_webkit, requires_webkit
from tests.e2e.page_actions import AMARA
from tests.e2e.read_aloud_scenes import FAKE_VOICE
from tests.factories.images import photo_jpeg
from tests.factories.passwords import PASSWORD
from tests.factories.server_process import ServerProcess
from tests.launcher.screen import requires_display

GOAL = "Read for 20 minutes"
ITEM = "Homework pass"


@pytest.mark.long
@requires_firefox
@pytest.mark.spec("1.1", "3.16", "20.2")
def test_the_main_workflow_can_be_done_in_firefox(server: ServerProcess, tmp_path: Path) -> None:
    with open_firefox(tmp_path) as connection:
        run_main_workflow(server, FirefoxPage(connection, LAPTOP), FirefoxPage(connection, IPAD), tmp_path)


@pytest.mark.long
@requires_webkit
@requires_display
@pytest.mark.spec("1.1", "3.16", "20.2")
def test_the_main_workflow_can_be_done_in_webkit(server: ServerProcess, tmp_path: Path) -> None:
    with open_webkit(tmp_path) as driver:
        run_main_workflow(server, WebKitPage(driver, LAPTOP), WebKitPage(driver, IPAD), tmp_path)


def run_main_workflow(server: ServerProcess, teacher: EnginePage, student: EnginePage, folder: Path) -> None:
    """From a new installation to a purchase; each screen shows at once what the other one did."""
    register(teacher, server)
    class_code = create_class(teacher)
    add_student(teacher)
    assign_goal(teacher)
    sign_in(student, server, class_code)
    hear_goal(student)
    teacher.click("link", "Submissions")
    send_proof(student, folder)
    teacher.wait_for_text("I read every night.")
    teacher.click("button", "Approve")
    teacher.click("button", "Confirm Approve")
    student.wait_for_text("Completed")
    add_item(teacher)
    teacher.click("tab", "Fulfillment 0 pending")
    buy(student)
    teacher.click("button", f"Mark as Fulfilled: {ITEM} for {AMARA.full_name}")
    teacher.wait_for_text("Purchase fulfilled")


def register(teacher: EnginePage, server: ServerProcess) -> None:
    teacher.open(server.local_url)
    teacher.click("button", "Set Up This Computer")
    teacher.fill("Full Name", "Elena Rivera")
    teacher.fill("Email", "elena@school.local")
    teacher.fill("Password", PASSWORD)
    teacher.click("button", "Create Account")
    teacher.click("button", "Later")


def create_class(teacher: EnginePage) -> str:
    teacher.click("button", "Create Your First Class")
    teacher.fill("Class Name", "Room 12 Homeroom")
    teacher.click("button", "Create Class")
    teacher.wait_for_text("Class created")
    code = re.search(r"\b[2-9A-HJ-NP-Z]{6}\b", teacher.text_of("region", "Class code"))
    assert code
    return code[0]


def add_student(teacher: EnginePage) -> None:
    teacher.click("button", "Manage Students")
    teacher.fill("First name", AMARA.first_name)
    teacher.fill("Last name", AMARA.last_name)
    teacher.fill("Username", AMARA.username)
    teacher.fill("Password", AMARA.password)
    teacher.click("button", "Save Students")
    teacher.wait_for_text(f"@{AMARA.username}")


def assign_goal(teacher: EnginePage) -> None:
    teacher.click("checkbox", "Select all students")
    teacher.click("button", "Bulk Add Goal (1)")
    teacher.fill("Goal name", GOAL)
    teacher.fill("GoalBucks", "25")
    teacher.click("button", "Assign to 1 student")
    teacher.wait_for_text("Goals assigned!")


def sign_in(student: EnginePage, server: ServerProcess, class_code: str) -> None:
    student.open(server.lan_url)
    student.click("button", "Student Login")
    student.fill("Username", AMARA.username)
    student.fill("Password", AMARA.password)
    student.fill("Class Code", class_code)
    student.click("button", "Student Login")
    student.wait_for_text(GOAL)


def hear_goal(student: EnginePage) -> None:
    """Switch *Read aloud* on and hear the goal, from a fake voice: a test machine has none."""
    student.run(f"() => {{ {FAKE_VOICE.read_text('utf-8')} }}")
    student.click("button", f"{AMARA.full_name} Your account")
    student.click("switch", "Read aloud")
    student.click("button", "Close")
    student.click("button", f"Read aloud: {GOAL}")
    student.wait_for("button", f"Stop: {GOAL}")
    student.run(
        "(text) => { if (spoken.at(-1).text !== text) throw new Error(JSON.stringify(spoken)); }",
        f"{GOAL}. 25 GoalBucks. Not sent yet.",
    )


def send_proof(student: EnginePage, folder: Path) -> None:
    photo = folder / "IMG_0042.jpg"
    photo.write_bytes(photo_jpeg(1200, 1600, orientation=6))
    student.click("button", "Submit Goal")
    student.wait_for("dialog", "Submit Goal")
    student.choose_file(photo)
    student.wait_for("img", "What you are about to send")
    student.fill("Text description", "I read every night.")
    student.click("button", "Submit Goal")
    student.wait_for_text("Goal submitted!")


def add_item(teacher: EnginePage) -> None:
    teacher.click("link", "Store")
    teacher.click("button", "Add Item")
    teacher.fill("Item name", ITEM)
    teacher.fill("Cost in GoalBucks", "20")
    teacher.click("button", "Add Item")
    teacher.wait_for_text("Item added")


def buy(student: EnginePage) -> None:
    student.click("link", "Store")
    student.click("button", "Purchase")
    student.click("button", "Confirm Purchase")
    student.wait_for_text("Purchase successful!")
