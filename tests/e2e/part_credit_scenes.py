"""Scenes of part credit, and of goals that ended without being completed."""

import json
import re

from playwright.sync_api import Page, Route

from tests.e2e.gallery import Scene, click, click_text, fill, wait_for
from tests.e2e.page_mocks import clear_seen_celebrations

SUBMISSIONS, STUDENT = "/teacher/submissions", "/teacher/student/{student_id}/goals"
WATERED = "Water the class plants"
PART = {"goalbucks": 6, "offeredGoalbucks": 10}
"""What the goal `WATERED`, which is worth 10, paid."""
ENDED = (("Spelling list 15", 15, "missed"), ("Bring a leaf of every tree in our street", 20, "term"))


def mock_part_credit(page: Page) -> None:
    """Answer as if a completed goal had paid less than it is worth."""

    def reduce(value: object) -> object:
        if isinstance(value, list):
            return [reduce(each) for each in value]
        if not isinstance(value, dict):
            return value
        is_goal = WATERED in (value.get("name"), value.get("goalName")) and "offeredGoalbucks" in value
        return {key: reduce(each) for key, each in value.items()} | (PART if is_goal else {})

    def respond(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, body=json.dumps(reduce(response.json())))

    page.route(re.compile(r"/api/(students/[^/]+/(home|goals)|submissions/(student|teacher)/|assignments/)"), respond)


def mock_celebrated_part(page: Page) -> None:
    clear_seen_celebrations(page)
    mock_part_credit(page)


def mock_ended_goals(page: Page) -> None:
    """Answer with two goals that ended."""

    def respond(route: Route) -> None:
        goal = route.fetch(url=route.request.url.replace("status=ended", "status=completed")).json()[0]
        ended = {"status": "ended", "completedAt": None, "dueDate": "2026-10-02", "endedAt": "2026-10-05T06:00:00Z"}
        rows = [
            goal | ended | {"id": f"ended-{number}", "name": name, "goalbucks": worth, "endedReason": reason}
            for number, (name, worth, reason) in enumerate(ENDED)
        ]
        route.fulfill(json=rows)

    page.route("**/api/students/*/goals?status=ended", respond)


APPROVE, LESS = click(re.compile("^Approve$")), fill("GoalBucks", "15")
OPEN_ENDED = click_text("Not done (2)")
ENDED_MENU = click(f"Actions for {ENDED[0][0]}")

PART_CREDIT = (
    Scene("review-part", "teacher", SUBMISSIONS, (APPROVE, LESS, wait_for("Approve with 15 of 25"))),
    Scene(
        "review-part-invalid",
        "teacher",
        SUBMISSIONS,
        (APPROVE, fill("GoalBucks", "0"), click("Confirm Approve"), wait_for("To give nothing")),
    ),
    Scene(
        "reviewed-part",
        "teacher",
        SUBMISSIONS,
        (click_text("Recently reviewed"), wait_for("Approved")),
        before=mock_part_credit,
    ),
    Scene("student-goals-part", "teacher", STUDENT, (click(WATERED), wait_for("Second try")), before=mock_part_credit),
    Scene(
        "student-work-part",
        "teacher",
        "/teacher/student/{student_id}/work",
        (wait_for("6 of 10"),),
        before=mock_part_credit,
    ),
    Scene("my-goals-part", "student", "/student", (wait_for("6 of 10"),), before=mock_part_credit),
    Scene("my-goals-celebrating-part", "student", "/student", (wait_for("achieved!"),), before=mock_celebrated_part),
    Scene("ended-goals", "teacher", STUDENT, (OPEN_ENDED, wait_for("Ended with the term")), before=mock_ended_goals),
    Scene("ended-goal-menu", "teacher", STUDENT, (OPEN_ENDED, ENDED_MENU), before=mock_ended_goals),
    Scene(
        "ended-goal-reopen",
        "teacher",
        STUDENT,
        (OPEN_ENDED, ENDED_MENU, click("Reopen", "menuitem"), wait_for("without a due date")),
        before=mock_ended_goals,
    ),
)
