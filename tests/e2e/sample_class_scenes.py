"""Scenes of the sample class that the product makes, and of the buttons that open it."""

from playwright.sync_api import Page

from tests.e2e.gallery import Scene, click, wait_for
from tests.e2e.page_mocks import mock_new_computer

STRIP = wait_for("nobody here is real.")


def leave_sample_class_pending(page: Page) -> None:
    """Leave the making of the sample class unanswered."""
    page.route("**/api/sample-class", lambda _: None)


SAMPLE_CLASS = (
    Scene("login-sample-class", "visiting teacher", "/", (wait_for("Try a Sample Class"),)),
    Scene(
        "first-start-sample-class", "visiting teacher", "/", (wait_for("Twelve invented"),), before=mock_new_computer
    ),
    Scene(
        "making-sample-class",
        "visiting teacher",
        "/",
        (click("Try a Sample Class"),),
        before=leave_sample_class_pending,
    ),
    Scene("no-classes-sample-class", "new teacher", "/teacher/no-classes", (wait_for("Look around first?"),)),
    Scene("ask-sample-class", "new teacher", "/teacher/no-classes", (click("Try a Sample Class"),)),
    Scene("sample-class", "sample teacher", "/teacher", (STRIP, wait_for("@amara.o"))),
    Scene("sample-look", "sample teacher", "/teacher", (STRIP, click("Look as a Student"), wait_for("amara.o"))),
    Scene("sample-remove", "sample teacher", "/teacher", (STRIP, click("Remove"))),
    Scene("sample-submissions", "sample teacher", "/teacher/submissions", (STRIP, wait_for("Farid Haddad"))),
    Scene("sample-suggestions", "sample teacher", "/teacher/submissions?tab=suggestions", (STRIP, wait_for("Emma Li"))),
    Scene("sample-all-goals", "sample teacher", "/teacher/goals", (STRIP, wait_for("Draw a map"))),
    Scene(
        "sample-repeating", "sample teacher", "/teacher/goals?tab=repeating", (STRIP, wait_for("Read for 20 minutes"))
    ),
    Scene("sample-fulfillment", "sample teacher", "/teacher/store?tab=fulfillment", (STRIP, wait_for("A surprise"))),
    Scene("sample-activity", "sample teacher", "/teacher/activity", (STRIP, wait_for("Amara Okafor"))),
    Scene("sample-settings", "sample teacher", "/teacher/settings", (STRIP, wait_for("Your name"))),
    Scene("sample-my-goals", "sample student", "/student", (STRIP, wait_for("Water the class plants"))),
    Scene("sample-store", "sample student", "/student/store", (STRIP, wait_for("Film on Friday"))),
    Scene("sample-work", "sample student", "/student/work", (STRIP, wait_for("Write a thank-you letter"))),
    Scene("sample-history", "sample student", "/student/history", (STRIP, wait_for("Kind words"))),
)
