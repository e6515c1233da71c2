"""Scenes of moving ticked students to another class, and of copying the items of another class's store."""

from playwright.sync_api import Page

from server.domain.students.moving import UsernamesTakenError
from tests.e2e.gallery import Scene, Step, click, wait_for
from tests.e2e.page_mocks import LONG_NAME, mock_many_rows, mock_recent_awards

CLASS = "/teacher/class/{class_id}"
STORE = "/teacher/store?class={class_id}"
EMPTY_STORE = "/teacher/store?class={empty_class_id}"
COPY_ITEMS = "Copy Items from Another Class"


def refuse_move(page: Page) -> None:
    """Refuse to move students, half of a class by name."""
    names = ", ".join(f"{name} (@amara.{number})" for number in range(7) for name in ("Amara Okafor", LONG_NAME))
    error = UsernamesTakenError(params={"className": "Science Club", "names": names})
    page.route("**/students/move", lambda route: route.fulfill(status=409, json=error.response_body("class computer")))


def choose_option(label: str, option: str) -> Step:
    """Choose the option of a select by the beginning of its text."""

    def choose(page: Page) -> None:
        text = page.get_by_label(label).locator("option").filter(has_text=option).inner_text()
        page.get_by_label(label).select_option(label=text)

    return choose


OPEN_MOVE = (
    wait_for("@amara.o"),
    click("Select all students", "checkbox"),
    click("Move to Another Class"),
    wait_for("go along"),
    choose_option("New class", "Science Club"),
)
OPEN_COPY = (wait_for("No items yet"), click(COPY_ITEMS), wait_for("Nothing changes"))
MOVING_AND_COPYING = (
    Scene("move-students", "teacher", CLASS, OPEN_MOVE),
    Scene("move-students-crowded", "teacher", CLASS, OPEN_MOVE, before=mock_many_rows),
    Scene(
        "move-students-bar",
        "teacher",
        CLASS,
        (wait_for("@amara.o"), click("Select Amara Okafor", "checkbox"), wait_for("Clear")),
        before=mock_recent_awards,
    ),
    Scene(
        "move-students-refused",
        "teacher",
        CLASS,
        (*OPEN_MOVE, click("Move 10 Students"), wait_for("Nobody was moved")),
        before=refuse_move,
    ),
    Scene(
        "copy-items",
        "teacher",
        EMPTY_STORE,
        (*OPEN_COPY, choose_option("Copy from", "Room 12"), wait_for("Copy 5 Items")),
    ),
    Scene(
        "copy-items-none",
        "teacher",
        EMPTY_STORE,
        (*OPEN_COPY, choose_option("Copy from", "Science Club (0)"), click("Copy Items"), wait_for("has no items yet")),
    ),
    Scene("copy-items-menu", "teacher", STORE, (wait_for("Homework pass"), click("More for this store"))),
)
