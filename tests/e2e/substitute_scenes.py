"""Scenes of substitutes: the owner's code and its sheet, signing in, the portal, what the owner reads afterwards."""

import re
from datetime import UTC, datetime, timedelta

from playwright.sync_api import Page, Route

from tests.e2e.gallery import Scene, Step, click, fill, wait_for
from tests.e2e.page_mocks import LONG_NAME
from tests.e2e.print_scenes import keep_print_dialog_closed, show_as_printed
from tests.e2e.progress_scenes import page_states

TEACHERS = "/teacher/class/{class_id}/teachers"
CLASS = "/teacher/class/{class_id}"
CODE = re.compile("/api/classrooms/[^/]+/substitute-code$")
SUBSTITUTIONS = re.compile("/api/teachers/[^/]+/substitutions$")


def _mock_code(*, active: bool) -> Step:
    """Let the class have a code that was used, or none; making one answers with a code."""
    used = {"madeAt": "2026-09-02T14:00:00Z", "lastUsedAt": "2026-11-19T14:00:00Z"}
    shown = {"active": True, **used} if active else {"active": False, "madeAt": None, "lastUsedAt": None}

    def step(page: Page) -> None:
        page.route(
            CODE,
            lambda route: route.fulfill(json=shown if route.request.method == "GET" else {"code": "T4KM9WXR"}),
        )

    return step


def _mock_substitutions(page: Page) -> None:
    """Let a substitute of a long name have finished just now."""
    now = datetime.now(UTC)
    row = {"id": "s", "classroomId": "c", "className": "Room 12 Homeroom", "name": LONG_NAME}
    times = {"beganAt": (now - timedelta(hours=6)).isoformat(), "endedAt": now.isoformat()}
    done = {"approved": 14, "denied": 2, "awards": 6, "handedOver": 3}
    page.route(SUBSTITUTIONS, lambda route: route.fulfill(json=[row | times | done]))


def _offer_code(page: Page) -> None:
    """Let a class of this computer have a code."""

    def respond(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, json=response.json() | {"substituteCode": True})

    page.route("**/api/auth/config", respond)


MAKE = (wait_for("There is no code now"), click("Make a Substitute Code"), wait_for("T4KM 9WXR"))
TO_CODE_FORM = (
    click("Teacher Login"),
    click("I Have a Substitute Code"),
    wait_for("8 letters and numbers"),
)
SUBSTITUTES = (
    Scene("substitute-code", "teacher", TEACHERS, (wait_for("Made on"),), before=_mock_code(active=True), page=True),
    Scene("substitute-code-none", "teacher", TEACHERS, (wait_for("There is no code now"),), _mock_code(active=False)),
    Scene("substitute-code-made", "teacher", TEACHERS, MAKE, before=_mock_code(active=False)),
    Scene(
        "substitute-sheet",
        "teacher",
        TEACHERS,
        (*MAKE, keep_print_dialog_closed, show_as_printed, wait_for("How to begin")),
        before=_mock_code(active=False),
    ),
    Scene(
        "substitute-code-end",
        "teacher",
        TEACHERS,
        (wait_for("Made on"), click("End It"), wait_for("End the substitute code?")),
        before=_mock_code(active=True),
    ),
    Scene("substitute-login", "visiting teacher", "/", TO_CODE_FORM, before=_offer_code),
    Scene(
        "substitute-login-wrong",
        "visiting teacher",
        "/",
        (
            *TO_CODE_FORM,
            fill("Substitute code", "ABCD EFGH"),
            fill("Your name", "Dana Cho"),
            click("Begin"),
            wait_for("This code doesn't work"),
        ),
        before=_offer_code,
    ),
    *page_states("substitute-class", "substitute", CLASS, wait_for("@amara.o")),
    Scene("substitute-submissions", "substitute", "/teacher/submissions", (wait_for("Approve"),)),
    Scene("substitute-store", "substitute", "/teacher/store", (wait_for("Mark as Fulfilled"),)),
    Scene("substitute-student", "substitute", "/teacher/student/{student_id}/goals", (wait_for("Current Goals"),)),
    Scene("substitute-connect", "substitute", "/teacher/connect", (wait_for("Wrong network?"),)),
    Scene("substitute-was-here", "teacher", CLASS, (wait_for("stood in on"),), before=_mock_substitutions),
)
