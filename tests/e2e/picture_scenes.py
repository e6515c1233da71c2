"""Scenes of picture sign-in, with mocked answers: on the devices of a class, and in the teacher's dialogs."""

import re
from typing import Any

from playwright.sync_api import Page, Route

from tests.e2e.gallery import Scene, Step, click, wait_for
from tests.e2e.page_mocks import disconnect_server

CLASS = "/teacher/class/{class_id}"
SCANNED = "/?class=K7M4QX"
NAMES = (
    "Amara",
    "Bartholomew",
    "Chloé",
    "Diego R.",
    "Diego S.",
    "Emma",
    "Grace",
    "Hank",
    "Isla",
    "Jamal",
    "Keanu",
    "Maximiliano",
    "نور",
)
LOCKED_STUDENT = {"firstName": "Diego", "lastName": "Ramírez", "pictures": ["moon", "cat", "tree"], "lockedAfter": 5}
STUDENTS: tuple[dict[str, Any], ...] = (
    {"firstName": "Amara", "lastName": "Okafor", "pictures": ["cat", "sun", "turtle"]},
    {
        "firstName": "Bartholomew",
        "lastName": "Featherstonehaugh-Montgomery",
        "pictures": ["apple", "house", "fish"],
    },
    LOCKED_STUDENT,
    {"firstName": "Emma", "lastName": "Li", "pictures": None},
    {"firstName": "Grace", "lastName": "Kim", "pictures": ["umbrella", "car", "flower"]},
    {"firstName": "نور", "lastName": "الهدى", "pictures": ["bird", "moon", "apple"]},
)


def mock_device(status: int = 200, code: str = "wrong_pictures") -> Step:
    """Mock a device of a class that signs in with pictures; a try gets this status and code."""

    def show_config(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, json=response.json() | {"pictures": True})

    def mock(page: Page) -> None:
        names = [{"studentId": f"{number}", "label": name} for number, name in enumerate(NAMES)]
        answer = {"error": "Not quite. Try again.", "code": code, "key": code}
        page.route("**/api/auth/config", show_config)
        page.route("**/api/auth/pictures/names", lambda route: route.fulfill(json=names))
        page.route("**/api/auth/pictures", lambda route: route.fulfill(status=status, json=answer))

    return mock


def mock_names(status: int) -> Step:
    """Mock a device that is refused the names."""

    def mock(page: Page) -> None:
        mock_device()(page)
        answer = {"error": "Something went wrong.", "code": "internal", "key": "internal"}
        page.route("**/api/auth/pictures/names", lambda route: route.fulfill(status=status, json=answer))

    return mock


def lose_names(page: Page) -> None:
    """Mock a device that knows the class but can't reach the server."""
    page.add_init_script("localStorage.setItem('class_code', 'K7M4QX'); localStorage.setItem('class_pictures', 'yes')")
    page.route("**/api/auth/config", lambda route: route.abort())
    page.route("**/api/auth/pictures/names", lambda route: route.abort())
    page.route("**/api/health", lambda route: route.abort())


def mock_class(*, on: bool = True, stopped_devices: int = 0) -> Step:
    """Mock the pictures of the class."""
    students = [{"studentId": f"{number}", "lockedAfter": None, **each} for number, each in enumerate(STUDENTS)]
    answer = {"on": on, "stoppedDevices": stopped_devices, "students": students}

    def mock(page: Page) -> None:
        page.route("**/api/classrooms/*/pictures", lambda route: route.fulfill(json=answer))

    return mock


WHO_ARE_YOU = wait_for("Who are you?")
CHOOSE_DIEGO = (WHO_ARE_YOU, click("Diego R."), wait_for("tap your 3 pictures"))
TAP_THREE = (click("Moon"), click("Cat"), click("Turtle"))
OPEN_DIALOG = (
    wait_for("@amara.o"),
    click("More for this class"),
    click("How Students Sign In", "menuitem"),
    wait_for("Always on"),
)
OPEN_LIST = (*OPEN_DIALOG, click(re.compile("^See Everybody")), wait_for("Locked after 5 tries"))
PICTURES = (
    Scene("pictures-names", "visitor", SCANNED, (WHO_ARE_YOU,), before=mock_device(), page=True),
    Scene("pictures-names-error", "visitor", SCANNED, (wait_for("Try again"),), before=mock_names(500)),
    Scene("pictures-names-offline", "visitor", "/", (wait_for("Your teacher can help"),), before=lose_names),
    Scene(
        "pictures-choice",
        "visitor",
        SCANNED,
        (*CHOOSE_DIEGO, click("Moon"), click("Cat")),
        before=mock_device(),
        page=True,
    ),
    Scene(
        "pictures-wrong",
        "visitor",
        SCANNED,
        (*CHOOSE_DIEGO, *TAP_THREE, wait_for("Not quite. Try again.")),
        before=mock_device(401),
    ),
    Scene(
        "pictures-locked",
        "visitor",
        SCANNED,
        (*CHOOSE_DIEGO, *TAP_THREE, wait_for("Ask your teacher")),
        before=mock_device(429, "pictures_locked"),
    ),
    Scene(
        "pictures-stopped",
        "visitor",
        SCANNED,
        (*CHOOSE_DIEGO, *TAP_THREE, wait_for("Ask your teacher")),
        before=mock_device(429, "pictures_stopped"),
    ),
    Scene("pictures-choice-offline", "visitor", SCANNED, (*CHOOSE_DIEGO, disconnect_server), before=mock_device()),
    Scene(
        "pictures-username",
        "visitor",
        SCANNED,
        (WHO_ARE_YOU, click("Use My Username"), wait_for("Class Code")),
        before=mock_device(),
    ),
    Scene("class-sign-in-off", "teacher", CLASS, OPEN_DIALOG, before=mock_class(on=False)),
    Scene("class-sign-in-on", "teacher", CLASS, OPEN_DIALOG, before=mock_class()),
    Scene("class-pictures", "teacher", CLASS, OPEN_LIST, before=mock_class()),
    Scene(
        "class-pictures-stopped",
        "teacher",
        CLASS,
        (*OPEN_LIST, wait_for("2 devices are stopped after too many wrong pictures.")),
        before=mock_class(stopped_devices=2),
    ),
    Scene(
        "class-pictures-renew",
        "teacher",
        CLASS,
        (*OPEN_LIST, click("New Pictures for Everybody"), wait_for("New pictures for everybody?")),
        before=mock_class(),
    ),
)
