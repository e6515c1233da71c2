"""Scenes of archived classes."""

import re
from typing import Any

from playwright.sync_api import Page, Route

from tests.e2e.gallery import Scene, Step, click, wait_for
from tests.e2e.page_mocks import (
    LONG_NAME,
    disconnect_server,
    fail_calls,
    fail_changes,
    leave_calls_pending,
    mock_many_rows,
)
from tests.e2e.progress_scenes import change_response

CLASS, STUDENT = "/teacher/class/{class_id}", "/teacher/student/{student_id}/goals"
CLASSES, ARCHIVED = "/teacher/classes", "/teacher/classes?tab=archived"
ARCHIVED_LIST = re.compile(r"/api/classrooms\?archived=true")
ARCHIVED_AT = "2026-06-12T15:00:00Z"
NAMES = ("Room 12 Homeroom 2025", LONG_NAME * 3, "\u0642\u0631\u0627\u0621 \u0627\u0644\u0635\u0641")


def _mock_list(*names: str) -> Step:
    """Mock archived classes with these names, of the signed-in teacher."""

    def respond(route: Route) -> None:
        session = route.request.frame.page.request.get("/api/auth/session").json()
        fields = {"classCode": "K7M4QX", "gradeLevel": "5th Grade", "createdAt": ARCHIVED_AT}
        owned = {"teacherId": session["user"]["id"], "archivedAt": ARCHIVED_AT, **fields}
        route.fulfill(json=[{"id": name, "name": name, **owned} for name in names])

    def step(page: Page) -> None:
        page.route(ARCHIVED_LIST, respond)

    return step


def _mark_archived(classroom: dict[str, Any]) -> None:
    classroom["archivedAt"] = ARCHIVED_AT


_show_archived = change_response(re.compile("/api/classrooms/single/"), _mark_archived)


def _show_many_archived(page: Page) -> None:
    mock_many_rows(page)
    _show_archived(page)


ASK = (wait_for("@amara.o"), click("More for this class"), click("Archive Class", "menuitem"))
STRIP = wait_for("This class was archived")
ARCHIVING = (
    Scene("archive-class", "teacher", CLASS, (*ASK, wait_for("You find the class"))),
    Scene("archive-class-failed", "teacher", CLASS, (*ASK, click("Archive"), wait_for("Failed to")), fail_changes),
    Scene("archived", "teacher", ARCHIVED, (wait_for(NAMES[0]),), before=_mock_list(*NAMES), page=True),
    Scene("archived-loading", "teacher", ARCHIVED, before=leave_calls_pending),
    Scene("archived-error", "teacher", ARCHIVED, (wait_for("Try again"),), before=fail_calls),
    Scene("archived-offline", "teacher", ARCHIVED, (wait_for(NAMES[0]), disconnect_server), _mock_list(*NAMES)),
    Scene("archived-empty", "teacher", ARCHIVED, (wait_for("Nothing in the archive"),), before=_mock_list()),
    Scene("archived-menu", "teacher", ARCHIVED, (click(f"More for {NAMES[0]}"),), before=_mock_list(*NAMES)),
    Scene("classes-tabs", "teacher", CLASSES, (wait_for("Archived"),), before=_mock_list(*NAMES)),
    Scene("no-classes-archived", "new teacher", "/teacher", (wait_for("Archived Classes"),), _mock_list(*NAMES)),
    Scene("archived-class", "teacher", CLASS, (STRIP, wait_for("@amara.o")), before=_show_archived, page=True),
    Scene("archived-class-crowded", "teacher", CLASS, (STRIP,), before=_show_many_archived),
    Scene("archived-class-menu", "teacher", CLASS, (STRIP, click("More for this class")), before=_show_archived),
    Scene("archived-class-progress", "teacher", f"{CLASS}/progress", (STRIP,), before=_show_archived),
    Scene("archived-class-fulfillment", "teacher", f"{CLASS}/fulfillment", (STRIP,), before=_show_archived),
    Scene("archived-class-reports", "teacher", f"{CLASS}/reports", (STRIP,), before=_show_archived),
    Scene("archived-student", "teacher", STUDENT, (STRIP, wait_for("Spelling list 14")), before=_show_archived),
)
