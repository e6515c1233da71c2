"""Scenes of groups of students, and of the names that are offered for a new goal."""

from collections.abc import Callable, Mapping

from playwright.sync_api import Page, Route

from tests.e2e.gallery import Scene, click, fill, wait_for
from tests.e2e.page_mocks import LONG_NAME

CLASS = "/teacher/class/{class_id}"
GROUPS: Mapping[str, slice] = {
    "Red readers": slice(0, 4),
    "Blue readers": slice(4, 7),
    "Math table 2": slice(2, 5),
    "\u0642\u0631\u0627\u0621 \u0627\u0644\u0635\u0641": slice(9, 10),
    "Bus 7": slice(0, 0),
}
MANY_GROUPS = {f"{number} {LONG_NAME}"[:40]: slice(0, number) for number in range(1, 13)}
NAMES = (
    {"name": "Tidy your table", "goalbucks": 2, "details": None},
    {"name": "Read for 20 minutes", "goalbucks": 5, "details": "The title of the book."},
    {"name": f"{LONG_NAME} {LONG_NAME}", "goalbucks": 1_000_000, "details": None},
    {"name": "\u0627\u0642\u0631\u0623 \u0643\u062a\u0627\u0628\u064b\u0627", "goalbucks": 3, "details": None},
)


def mock_groups(groups: Mapping[str, slice] = GROUPS) -> Callable[[Page], None]:
    """Mock groups of these students, in the order of the table."""

    def prepare(page: Page) -> None:
        def respond(route: Route) -> None:
            stats = route.request.url.replace("/groups", "/students/stats")
            ids = [student["id"] for student in page.request.get(stats).json()]
            route.fulfill(
                json=[
                    {"id": name, "classroomId": "c", "name": name, "studentIds": ids[part], "createdAt": "2026-10-02"}
                    for name, part in groups.items()
                ]
            )

        page.route("**/api/classrooms/*/groups", respond)

    return prepare


def mock_names(page: Page) -> None:
    """Mock the names of earlier goals."""
    page.route("**/api/goals/teacher/*/names", lambda route: route.fulfill(json=list(NAMES)))


def save_group(page: Page) -> None:
    page.get_by_role("button", name="Save These").click()


TICKED = (wait_for("Red readers"), click("Red readers"), click("Select Hank O'Brien", "checkbox"))
EDITING = (wait_for("Red readers"), click("Edit groups"), wait_for("Done"))
OPEN_FORM = (wait_for("@amara.o"), click("Select Amara Okafor", "checkbox"), click("Bulk Add Goal"))
GROUPS_AND_NAMES = (
    Scene("groups", "teacher", CLASS, (wait_for("Red readers"),), before=mock_groups()),
    Scene("groups-ticked", "teacher", CLASS, (*TICKED, wait_for("Save These 5")), before=mock_groups()),
    Scene("groups-many", "teacher", CLASS, (wait_for("12 A name"),), before=mock_groups(MANY_GROUPS)),
    Scene("groups-save", "teacher", CLASS, (*TICKED, save_group, wait_for("Save Group")), before=mock_groups()),
    Scene(
        "groups-replace",
        "teacher",
        CLASS,
        (*TICKED, save_group, fill("Name of the group", "red readers"), click("Save Group"), wait_for("Replace Group")),
        before=mock_groups(),
    ),
    Scene("groups-edit", "teacher", CLASS, EDITING, before=mock_groups()),
    Scene("groups-rename", "teacher", CLASS, (*EDITING, click("Rename Blue readers")), before=mock_groups()),
    Scene("groups-delete", "teacher", CLASS, (*EDITING, click("Delete Blue readers")), before=mock_groups()),
    Scene("goal-names", "teacher", CLASS, (*OPEN_FORM, wait_for("Used before")), before=mock_names),
    Scene("goal-names-typed", "teacher", CLASS, (*OPEN_FORM, fill("Goal name", "read")), before=mock_names),
    Scene(
        "goal-names-chosen", "teacher", CLASS, (*OPEN_FORM, click("Read for 20 minutes", "option")), before=mock_names
    ),
)
