"""The import of a class list in every state. The students aren't really added: the sample class stays as it is."""

import re
from collections.abc import Mapping
from itertools import islice, product

from playwright.sync_api import FilePayload, Page, Route, expect

from tests.e2e.gallery import Scene, Step, click, fill, wait_for
from tests.e2e.page_mocks import LONG_NAME, MANY_ROWS, disconnect_server, leave_import_pending
from tests.factories.rosters import ONE_ROSTER_ZIP, SAMPLES

PATH = "/teacher/class/{class_id}/import"
LIST_NAME = "Room 12 Homeroom.csv"
PREVIEW = re.compile(r"/roster/preview$")
IMPORT = re.compile(r"/roster$")
ROWS = (
    "First Name;Surname;Login;Password;Birth Date;Lunch PIN",
    "Aaliyah;Brooks;aaliyah.b;;03/11/2016;4410",
    "Benjamin;Cho;;;12/02/2015;2093",
    "Amara;Okafor;amara.ok;;;",
    "Zoë;Adeyemi;;;;",
    "Keiko;;;;;",
    "Mateo;Rossi;mateo.r;abc;;",
    "Emma;Li;;;;",
    "Hana;Suzuki;;;;",
    "Hana;Suzuki;;;;",
    f"{LONG_NAME};{LONG_NAME};;;;",
    "نور;السالم;;;;",
)
"""Rows in each state: ready, to ask, to correct, skipped."""
FIRST_NAMES = ("Ada", "Bruno", "Clara", "Dario", "Elif", "Farah", "Gita", "Hugo", "Ines", "Jonas")
LAST_NAMES = ("Abbott", "de la Cruz y Villanueva Featherstonehaugh-Montgomery", "Castillo", "Duarte")


def choose(name: str, content: bytes) -> Step:
    """Choose a file of this name and content."""
    file: FilePayload = {"name": name, "mimeType": "application/octet-stream", "buffer": content}

    def step(page: Page) -> None:
        page.locator("input[type=file]").set_input_files(file)

    return step


def _drag(page: Page) -> None:
    """Drag a file over the page."""
    page.evaluate("""() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([''], 'grade5.csv'));
      document.body.dispatchEvent(new DragEvent('dragover', { dataTransfer, bubbles: true }));
    }""")


def _answer_import(status: int, body: Mapping[str, object]) -> Step:
    def step(page: Page) -> None:
        page.route(IMPORT, lambda route: route.fulfill(status=status, json=body))

    return step


def _lose_import(page: Page) -> None:
    page.route(IMPORT, lambda route: route.abort())


def _many_rows() -> bytes:
    """New students, every fourth with a long name."""
    names = islice(product(FIRST_NAMES, LAST_NAMES), MANY_ROWS)
    return "\n".join(("First name,Last name", *map(",".join, names))).encode()


def _change_preview(reasons: Mapping[int, str], **changes: object) -> Step:
    """Replace parts of the preview; `reasons`: codes of questions by the index of their row."""

    def respond(route: Route) -> None:
        response = route.fetch()
        preview = response.json() | changes
        for index, code in reasons.items():
            preview["rows"][index] |= {"status": "question", "reasons": [{"code": code, "params": {"line": 2}}]}
        route.fulfill(response=response, json=preview)

    def step(page: Page) -> None:
        page.route(PREVIEW, respond)

    return step


def _wait_for_step(step: int) -> Step:
    return lambda page: expect(page.get_by_text(f"Step {step} of 3")).to_be_visible()


LIST = (choose(LIST_NAME, "\n".join(ROWS).encode()), _wait_for_step(2))
ADD = click(re.compile("^Add 4 Students"))
USERNAME_TAKEN = {"key": "username_taken", "params": {}}
CONFLICT = {
    "error": "Nothing was imported, because of Benjamin Cho: Another student in this class already has this username.",
    "code": "roster_conflict",
    "key": "roster_conflict",
    "params": {"name": "Benjamin Cho", "problem": USERNAME_TAKEN},
    "fields": {"rows.1.username": "Another student in this class already has this username."},
    "fieldKeys": {"rows.1.username": USERNAME_TAKEN},
}
DONE = {"created": [{"id": str(number)} for number in range(4)], "changed": [], "moved": [], "unchanged": 0}

IMPORTING = (
    Scene("import", "teacher", PATH, (wait_for("Drop your class list here"),), page=True),
    Scene("import-drop", "teacher", PATH, (wait_for("Drop your class list here"), _drag)),
    Scene(
        "import-refused",
        "teacher",
        PATH,
        (choose(LIST_NAME, b"\x89PNG\r\n\x1a\n\0\0"), wait_for("This file is a picture.")),
    ),
    Scene("import-offline", "teacher", PATH, (wait_for("Drop your class list here"), disconnect_server)),
    Scene("import-not-found", "teacher", "/teacher/class/0/import", (wait_for("Class not found"),)),
    Scene(
        "import-section",
        "teacher",
        PATH,
        (
            choose(LIST_NAME, (SAMPLES / ONE_ROSTER_ZIP).read_bytes()),
            wait_for("Which class of the list?"),
        ),
    ),
    Scene("import-check", "teacher", PATH, LIST),
    Scene("import-columns", "teacher", PATH, (*LIST, click("Change How It Is Read"))),
    Scene(
        "import-letters",
        "teacher",
        PATH,
        (*LIST, wait_for("Do the names look right?")),
        before=_change_preview(
            {3: "letters_unlikely", 6: "not_a_name", 7: "name_twice"},
            encoding="mac-roman",
            encodingUncertain=True,
            above=["Oakdale Elementary School", "Room 12 Homeroom, Ms. Rivera", "Exported on 11/28/2025"],
        ),
    ),
    Scene("import-to-ask", "teacher", PATH, (*LIST, click("To ask", "tab"))),
    Scene(
        "import-same-child",
        "teacher",
        PATH,
        (
            choose(LIST_NAME, b"First Name,Last Name,Student ID\nAmara,Okafor,40711\nEmma,Li,40712\nHana,Suzuki,40713"),
            wait_for("Yes, the Same Child"),
        ),
    ),
    Scene("import-edit", "teacher", PATH, (*LIST, click("Edit row 2"))),
    Scene("import-crowded", "teacher", PATH, (choose(LIST_NAME, _many_rows()), _wait_for_step(2))),
    Scene("import-leave", "teacher", PATH, (*LIST, click("Cancel"), wait_for("Leave without adding"))),
    Scene(
        "import-nothing-new",
        "teacher",
        PATH,
        (fill("Rows", "Amara Okafor\nEmma Li"), click("Read the Rows"), wait_for("Nobody new in this list")),
    ),
    Scene("import-adding", "teacher", PATH, (*LIST, ADD, wait_for("Adding")), before=leave_import_pending),
    Scene(
        "import-failed",
        "teacher",
        PATH,
        (*LIST, ADD, wait_for("nobody knows yet")),
        before=_lose_import,
    ),
    Scene(
        "import-conflict",
        "teacher",
        PATH,
        (*LIST, ADD, wait_for("because of Benjamin Cho")),
        before=_answer_import(409, CONFLICT),
    ),
    Scene(
        "import-done",
        "teacher",
        PATH,
        (*LIST, ADD, wait_for("students added")),
        before=_answer_import(201, DONE),
    ),
    Scene(
        "import-done-leave",
        "teacher",
        PATH,
        (*LIST, ADD, click("Go to the Class", "link"), wait_for("Leave without the passwords?")),
        before=_answer_import(201, DONE),
    ),
)
