"""Scenes of class goals: the class page, the projector view, My Goals."""

import re
from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Page

from tests.e2e.gallery import Scene, Step, click, click_text, fill, wait_for
from tests.e2e.page_mocks import LONG_NAME
from tests.e2e.progress_scenes import change_response, page_states

TAB = "/teacher/class/{class_id}/class-goal"
BOARD = f"{TAB}/board"
LIST = re.compile("/api/class-goals/classroom/[^/]+$")
GIFTS = re.compile("/api/class-goals/[^/]+/gifts$")
STUDENT_HOME = re.compile("/api/students/[^/]+/home")
GOAL: Mapping[str, Any] = {
    "id": "goal",
    "name": "Movie afternoon with popcorn",
    "goalbucks": 1000,
    "given": 640,
    "until": "2027-06-11",
    "status": "open",
    "ownGift": 20,
}
REACHED: Mapping[str, Any] = {**GOAL, "given": 1000, "status": "reached"}
LONG_GOAL: Mapping[str, Any] = {
    **GOAL,
    "name": f"{LONG_NAME} {LONG_NAME}"[:80],
    "goalbucks": 1_000_000,
    "given": 999_999,
}
EARLIER = (
    {**GOAL, "id": "done", "name": "Longer recess", "goalbucks": 500, "given": 500, "status": "done"},
    {**GOAL, "id": "ended", "name": f"{LONG_NAME} {LONG_NAME}"[:80], "given": 0, "status": "ended"},
)
GIVERS = (("Emma Li", 25), ("Bartholomew Featherstonehaugh-Montgomery", 10), ("Amara Okafor", 5))


def _mock_goals(*goals: Mapping[str, Any]) -> Step:
    """Mock the goals of the class, and who gave to the newest."""

    def step(page: Page) -> None:
        gifts = [
            {"studentId": name, "studentName": name, "amount": amount, "createdAt": "2026-10-02T12:00:00Z"}
            for name, amount in GIVERS
        ]
        page.route(LIST, lambda route: route.fulfill(json=[dict(goal) for goal in goals]))
        page.route(GIFTS, lambda route: route.fulfill(json=gifts))

    return step


def _on_my_goals(goal: Mapping[str, Any]) -> Step:
    """Let the class of the student have this goal."""

    def change(home: dict[str, Any]) -> None:
        home["classGoal"] = dict(goal)

    return change_response(STUDENT_HOME, change)


CHIP_IN = (wait_for("360 more to go"), click("Chip In"), wait_for("How much?"))
CLASS_GOALS = (
    *page_states("class-goal", "teacher", TAB, wait_for("of 1,000 GoalBucks"), before=_mock_goals(GOAL, *EARLIER)),
    Scene("class-goal-empty", "teacher", TAB, (wait_for("No class goal yet"),)),
    Scene(
        "class-goal-new",
        "teacher",
        TAB,
        (click("New Class Goal"), fill("Reward", "Pizza party"), fill("GoalBucks", "1000")),
    ),
    Scene(
        "class-goal-gifts",
        "teacher",
        TAB,
        (click_text("Who chipped in"), wait_for("Emma Li")),
        before=_mock_goals(GOAL),
    ),
    Scene("class-goal-reached", "teacher", TAB, (wait_for("Mark as Done"),), before=_mock_goals(REACHED)),
    Scene("class-goal-long", "teacher", TAB, (wait_for("of 1,000,000 GoalBucks"),), before=_mock_goals(LONG_GOAL)),
    Scene(
        "class-goal-end",
        "teacher",
        TAB,
        (click("More for this class goal"), click("End and Give Back", "menuitem"), wait_for("End this class goal?")),
        before=_mock_goals(GOAL),
    ),
    Scene("class-goal-board", "teacher", BOARD, (wait_for("360 to go!"),), before=_mock_goals(GOAL), page=True),
    Scene("class-goal-board-long", "teacher", BOARD, (wait_for("1 to go!"),), before=_mock_goals(LONG_GOAL)),
    Scene("class-goal-board-reached", "teacher", BOARD, (wait_for("We did it!"),), before=_mock_goals(REACHED)),
    Scene("class-goal-board-empty", "teacher", BOARD, (wait_for("No class goal yet"),), before=_mock_goals()),
    Scene("my-class-goal", "student", "/student", (wait_for("360 more to go"),), before=_on_my_goals(GOAL)),
    Scene("my-class-goal-long", "student", "/student", (wait_for("1 more to go"),), before=_on_my_goals(LONG_GOAL)),
    Scene("my-class-goal-reached", "student", "/student", (wait_for("We did it!"),), before=_on_my_goals(REACHED)),
    Scene("chip-in", "student", "/student", CHIP_IN, before=_on_my_goals(GOAL)),
    Scene(
        "chip-in-too-much",
        "student",
        "/student",
        (*CHIP_IN, fill("Another amount", "400"), click(re.compile("^Chip In"))),
        before=_on_my_goals(GOAL),
    ),
)
