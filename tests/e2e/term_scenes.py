"""Scenes of the end of a term: the owner's page, the question, and what students read."""

import re
from datetime import UTC, datetime
from typing import Any

from playwright.sync_api import Page, Route

from tests.e2e.gallery import Scene, Step, click, fill, wait_for
from tests.e2e.page_mocks import LONG_NAME
from tests.e2e.progress_scenes import PROGRESS, change_response, page_states

END_OF_TERM = "/teacher/class/{class_id}/end-of-term"
NEXT_TERM = re.compile("/api/classrooms/[^/]+/terms/next")
TERMS = re.compile("/api/classrooms/[^/]+/terms$")
STUDENT_HOME = re.compile("/api/students/[^/]+/home")
EARLIER_TERMS = (
    {"id": "spring", "name": LONG_NAME, "from": "2026-02-02", "to": "2026-06-14"},
    {"id": "fall", "name": "Fall 2025", "from": "2025-08-31", "to": "2026-02-01"},
)


def _refuse(pattern: re.Pattern[str], code: str, sentence: str) -> Step:
    """Refuse these calls with 409."""

    def respond(route: Route) -> None:
        if route.request.method == "GET" and pattern is TERMS:
            route.continue_()
            return
        route.fulfill(status=409, json={"error": sentence, "code": code, "key": code})

    def step(page: Page) -> None:
        page.route(pattern, respond)

    return step


def _mock_terms(page: Page) -> None:
    page.route(TERMS, lambda route: route.fulfill(json=list(EARLIER_TERMS)))


def _add_reset(home: dict[str, Any]) -> None:
    """Let a new term have begun just now."""
    entry = {"id": "reset", "amount": -240, "reason": "new_term", "description": "Fall 2026", "createdBy": "t"}
    now = datetime.now(UTC).isoformat()
    home["ledger"].insert(0, {**entry, "createdAt": now, "balanceAfter": 0, "assignmentId": None, "reversedAt": None})
    home["balance"]["balance"] = 0


OPEN = (click("New Term..."), wait_for("Begin a New Term"))
START_AT_0 = (*OPEN, lambda page: page.get_by_role("radio", name=re.compile("^Start again at 0")).check())
TERM_ENDS = (
    *page_states("end-of-term", "teacher", END_OF_TERM, wait_for("Each of these stands alone")),
    Scene("new-term", "teacher", END_OF_TERM, OPEN),
    Scene("new-term-reset", "teacher", END_OF_TERM, START_AT_0),
    Scene(
        "new-term-too-short",
        "teacher",
        END_OF_TERM,
        (click("New Term..."), wait_for("You can begin the next one")),
        before=_refuse(
            NEXT_TERM,
            "term_too_short",
            "A term of this class ends with this week. You can begin the next one on November 30, 2026.",
        ),
    ),
    Scene(
        "new-term-refused",
        "teacher",
        END_OF_TERM,
        (*OPEN, fill("Name of the term that ends", "Fall"), click("Begin a New Term"), wait_for("No new term began")),
        before=_refuse(
            TERMS,
            "not_backed_up",
            "No new term began, because the backup that is made before could not be written. The disk is full.",
        ),
    ),
    Scene("progress-terms", "teacher", PROGRESS, (wait_for("Goals completed per week"),), before=_mock_terms),
    Scene(
        "student-new-term",
        "student",
        "/student",
        (wait_for("You finished with 240."),),
        before=change_response(STUDENT_HOME, _add_reset),
    ),
)
