"""Pages where a school's filter or a portal answers in place of the class computer."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.page_actions import SEEDED_AMARA, stat, use_session
from tests.e2e.teacher_calls import TeacherCalls
from tests.factories.seeded import CURRENT_GOAL, SeededClass
from tests.factories.server_process import ServerProcess

OFFLINE = "Can't reach the class computer. Trying again..."
RECOVERY_MS = 35_000
PAGE = "<!doctype html><title>Network</title><h1>Please log in to the school's network</h1>"
EVENTS = "**/api/events"
CALLS = "**/api/**"

Handler = Callable[[Route], None]


def respond_with_page(status: int) -> Handler:
    """Return a handler that answers with a page of HTML."""
    return lambda route: route.fulfill(status=status, content_type="text/html; charset=utf-8", body=PAGE)


def never_respond(_route: Route) -> None:
    """Hold the request, as a proxy that waits for the end of the response does."""


@pytest.fixture
def teacher(server: ServerProcess, seeded_class: SeededClass) -> TeacherCalls:
    """The teacher of the student's class."""
    return TeacherCalls(server, seeded_class)


def open_my_goals(page: Page, server: ServerProcess, seeded_class: SeededClass) -> None:
    """Open My Goals as the first student."""
    use_session(page, server.lan_url, seeded_class.students[0].token)
    page.goto("/student")
    expect(page.get_by_role("heading", level=3, name=CURRENT_GOAL)).to_be_visible()


@pytest.mark.spec("12.8")
@pytest.mark.parametrize(
    "obstruct",
    [
        pytest.param(respond_with_page(401), id="401", marks=pytest.mark.long),
        pytest.param(never_respond, id="never"),
    ],
)
def test_a_page_whose_event_stream_is_obstructed_shows_changes_without_a_banner(
    obstruct: Handler, student_page: Page, server: ServerProcess, seeded_class: SeededClass, teacher: TeacherCalls
) -> None:
    student_page.route(EVENTS, obstruct)
    open_my_goals(student_page, server, seeded_class)
    balance = stat(student_page, "Available Balance")
    for total in (7, 14):
        teacher.award(7)
        expect(balance).to_have_text(f"{total} GoalBucks", timeout=RECOVERY_MS)
        expect(student_page.get_by_text(OFFLINE)).to_be_hidden()
    with student_page.expect_response(EVENTS, timeout=RECOVERY_MS) as stream:
        student_page.unroute_all(behavior="ignoreErrors")
    assert stream.value.headers["content-type"].startswith("text/event-stream")


@pytest.mark.spec("12.8")
def test_a_portal_that_answers_every_call_is_said_and_recovered_from(
    student_page: Page, server: ServerProcess, seeded_class: SeededClass
) -> None:
    open_my_goals(student_page, server, seeded_class)
    student_page.get_by_role("button", name="Submit Goal").first.click()
    text = student_page.get_by_role("dialog").get_by_label("Text description")
    text.fill("My poster shows a volcano.")
    student_page.route(CALLS, respond_with_page(511))
    student_page.get_by_role("dialog").get_by_role("button", name="Submit Goal").click()
    expect(student_page.get_by_text(OFFLINE)).to_be_visible()
    expect(text).to_have_value("My poster shows a volcano.")
    student_page.unroute_all(behavior="ignoreErrors")
    expect(student_page.get_by_text("Goal submitted!", exact=True)).to_be_visible(timeout=RECOVERY_MS)
    expect(student_page.get_by_text(OFFLINE)).to_be_hidden()


@pytest.mark.spec("12.8")
def test_a_page_opened_behind_a_portal_fills_in_by_itself(
    student_page: Page, server: ServerProcess, seeded_class: SeededClass
) -> None:
    open_my_goals(student_page, server, seeded_class)
    student_page.route(CALLS, respond_with_page(401))
    student_page.get_by_role("link", name="Store").first.click()
    expect(student_page.get_by_text(OFFLINE)).to_be_visible()
    expect(student_page.get_by_text("Something went wrong on the class computer")).to_be_hidden()
    student_page.unroute_all(behavior="ignoreErrors")
    expect(student_page.get_by_role("heading", name="The store is empty")).to_be_visible(timeout=RECOVERY_MS)
    expect(student_page.get_by_text(OFFLINE)).to_be_hidden()


@pytest.mark.spec("12.8")
def test_a_sign_in_that_a_portal_answers_keeps_what_was_typed(student_page: Page, seeded_class: SeededClass) -> None:
    student_page.goto("/")
    student_page.get_by_role("button", name="Student Login").click()
    dialog = student_page.get_by_role("dialog")
    dialog.get_by_label("Username").fill(SEEDED_AMARA.username)
    dialog.get_by_label("Password", exact=True).fill(SEEDED_AMARA.password)
    dialog.get_by_label("Class Code").fill(seeded_class.code)
    student_page.route(CALLS, respond_with_page(200))
    dialog.get_by_role("button", name="Student Login").click()
    expect(dialog.get_by_text("Network error. Please try again.")).to_be_visible()
    expect(student_page.get_by_text(OFFLINE)).to_be_visible()
    student_page.unroute_all(behavior="ignoreErrors")
    expect(student_page.get_by_text(OFFLINE)).to_be_hidden(timeout=RECOVERY_MS)
    dialog.get_by_role("button", name="Student Login").click()
    student_page.wait_for_url("**/student")


@pytest.mark.spec("12.8")
@pytest.mark.usefixtures("seeded_class")
def test_code_that_a_portal_answers_is_loaded_when_the_class_computer_is_back(teacher_page: Page) -> None:
    teacher_page.goto("/")
    expect(teacher_page.get_by_role("button", name="Teacher Login")).to_be_visible()
    teacher_page.route("**/assets/**", respond_with_page(200))
    teacher_page.route(CALLS, respond_with_page(200))
    teacher_page.get_by_role("button", name="Teacher Login").click()
    expect(teacher_page.get_by_text(OFFLINE)).to_be_visible()
    teacher_page.unroute_all(behavior="ignoreErrors")
    expect(teacher_page.get_by_role("dialog").get_by_label("Email")).to_be_visible(timeout=RECOVERY_MS)
