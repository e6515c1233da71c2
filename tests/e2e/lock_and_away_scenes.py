"""Scenes of the locked class computer, and of students who are away."""

import json

from playwright.sync_api import Page, Route

from tests.e2e.gallery import Scene, wait_for

CLASS = "/teacher/class/{class_id}"
AWAY = ("Emma", "Hank")


def lock(page: Page) -> None:
    """Press *Lock*, which is in the menu on narrow screens."""
    button = page.get_by_role("button", name="Lock", exact=True).filter(visible=True)
    if not button.count():
        page.get_by_role("button", name="Open menu").click()
    button.click()


def keep_session(page: Page) -> None:
    """Answer that the session has ended, without ending it: later scenes use it."""
    page.route("**/api/auth/logout", lambda route: route.fulfill(status=204))


def mock_away(page: Page) -> None:
    """Mark two students as away."""

    def respond(route: Route) -> None:
        response = route.fetch()
        rows = [
            row | {"awaySince": "2026-10-02T08:00:00Z" if row["firstName"] in AWAY else None} for row in response.json()
        ]
        route.fulfill(response=response, body=json.dumps(rows))

    page.route("**/api/classrooms/*/students/stats", respond)
    page.route("**/api/students/teacher/*", respond)


LOCK_AND_AWAY = (
    Scene(
        "locked",
        "teacher",
        "/teacher/settings",
        (wait_for("Your name"), lock, wait_for("Nobody is signed in")),
        before=keep_session,
    ),
    Scene("class-away", "teacher", CLASS, (wait_for("@emma.li"),), before=mock_away),
    Scene("students-away", "teacher", "/teacher/students", (wait_for("(away)"),), before=mock_away),
)
