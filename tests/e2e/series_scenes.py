"""Scenes of goals that repeat, and of days without school; their lists are mocked."""

import json
import re
from datetime import date, datetime, timedelta
from typing import Any

from playwright.sync_api import Page, Route

from tests.e2e.gallery import Scene, click, fill, wait_for
from tests.e2e.page_mocks import LONG_NAME, disconnect_server, fail_data, leave_data_pending

REPEATING = "/teacher/goals?tab=repeating"
CLASS, STUDENT = "/teacher/class/{class_id}", "/teacher/student/{student_id}/goals"
SERIES = re.compile(r"/api/goal-series/teacher/")
NO_SCHOOL = re.compile(r"/no-school-days$")
SCHOOL_DAYS = ["mon", "tue", "wed", "thu", "fri"]
READING = "Read for 20 minutes"


def _day(days: int) -> str:
    return str(_today() + timedelta(days=days))


def _today() -> date:
    return datetime.now().astimezone().date()


def _series(number: int, name: str, **fields: object) -> dict[str, Any]:
    return {
        "id": f"series-{number}",
        "classroomId": "c",
        "className": "Room 12 Homeroom",
        "name": name,
        "goalbucks": 5,
        "details": None,
        "weekdays": SCHOOL_DAYS,
        "from": _day(-50),
        "until": _day(40),
        "stoppedAt": None,
        "studentIds": None,
        "nextDay": _day(1),
        "given": 36,
        "completed": 31,
        **fields,
    }


def _mock_lists(page: Page, running: list[dict[str, Any]], stopped: list[dict[str, Any]]) -> None:
    def respond(route: Route) -> None:
        class_id = page.request.get("/api/classrooms").json()[0]["id"]
        rows = stopped if "status=stopped" in route.request.url else running
        route.fulfill(json=[row | {"classroomId": class_id} for row in rows])

    page.route(SERIES, respond)


def mock_series(page: Page) -> None:
    """Mock three goals that repeat and one that was stopped."""
    running = [
        _series(1, READING),
        _series(2, "Tidy your table", goalbucks=2, weekdays=["mon", "wed", "fri"], given=0, completed=0),
        _series(3, "Spelling list", goalbucks=15, weekdays=["fri"], studentIds=["a", "b", "c"], nextDay=None),
    ]
    stopped = [_series(4, "Bring your library book", stoppedAt="2026-10-02T10:00:00Z", nextDay=None, weekdays=["tue"])]
    _mock_lists(page, running, stopped)
    mock_no_school_days(page)


def mock_many_series(page: Page) -> None:
    """Mock fifty goals that repeat; every third has long names and large numbers."""
    long = {"name": LONG_NAME, "className": LONG_NAME, "goalbucks": 1_000_000, "given": 8_000, "completed": 7_999}
    rows = [_series(number, f"Goal {number}") | (long if number % 3 == 1 else {}) for number in range(60)]
    _mock_lists(page, rows[:51], rows[51:])


def mock_no_school_days(page: Page) -> None:
    """Mock two ranges to come and two that are over."""
    ranges = [(-90, -90, "Labor Day"), (-40, -36, None), (3, 4, "Thanksgiving"), (24, 38, LONG_NAME)]
    page.route(NO_SCHOOL, lambda route: route.fulfill(json=[_range(*each) for each in ranges]))


def mock_no_school_today(page: Page) -> None:
    """Mock goals that repeat, on a day without school."""
    mock_series(page)
    page.route(NO_SCHOOL, lambda route: route.fulfill(json=[_range(0, 0, "Teachers' day")]))


def _range(first: int, last: int, name: str | None) -> dict[str, Any]:
    return {"from": _day(first), "to": _day(last), "name": name}


def mock_rows_that_repeat(page: Page) -> None:
    """Make the goals of All Goals with a due date those of a series, due today and yesterday."""

    def respond(route: Route) -> None:
        response = route.fetch()
        rows = [_of_series(row, number) for number, row in enumerate(response.json())]
        route.fulfill(response=response, body=json.dumps(rows))

    page.route(re.compile(r"/api/assignments/teacher/[^/?]+\?"), respond)
    page.route(re.compile(r"/api/students/[^/]+/goals\?.*current"), respond)


def mock_own_repeats(page: Page) -> None:
    """Give the student the goals of a series: one of today, one of yesterday."""

    def respond(route: Route) -> None:
        response = route.fetch()
        home = response.json()
        home["currentGoals"] = [_of_series(goal, number) for number, goal in enumerate(home["currentGoals"])]
        route.fulfill(response=response, body=json.dumps(home))

    page.route("**/home", respond)


def _of_series(goal: dict[str, Any], number: int) -> dict[str, Any]:
    if number > 1:
        return goal
    return goal | {"name": READING, "seriesId": "s", "overdue": False, "dueDate": _day(number - 1), "goalbucks": 5}


def fill_goal_that_repeats(page: Page) -> None:
    """Fill in a goal and switch *Repeats* on."""
    fill("Goal name", READING)(page)
    fill("GoalBucks", "5")(page)
    page.get_by_role("switch", name="Repeats").click()


def _until(days: int) -> Any:
    return lambda page: page.get_by_label("Until").fill(_day(days))


def _last_day_before_first(page: Page) -> None:
    page.get_by_label("To", exact=True).last.fill(_day(1))


BULK = (wait_for("@amara.o"), click("Select Amara Okafor", "checkbox"), click("Bulk Add Goal"), fill_goal_that_repeats)
FOR_ALL = (wait_for("@amara.o"), click("Bulk Add Goal"), fill_goal_that_repeats)
LISTED = wait_for("31 of 36 done")
MENU = click(f"Actions for {READING}")
DAYS = (LISTED, click(re.compile("^No-School Days")), wait_for("Add Days"))
REPEATING_GOALS = (
    Scene("goals-repeating", "teacher", REPEATING, (LISTED,), before=mock_series, page=True),
    Scene("goals-repeating-loading", "teacher", REPEATING, before=leave_data_pending),
    Scene("goals-repeating-error", "teacher", REPEATING, (wait_for("Try again"),), before=fail_data),
    Scene("goals-repeating-offline", "teacher", REPEATING, (LISTED, disconnect_server), before=mock_series),
    Scene("goals-repeating-crowded", "teacher", REPEATING, (wait_for("Goal 2"),), before=mock_many_series),
    Scene("goals-repeating-empty", "teacher", REPEATING, (wait_for("No goals repeat"),)),
    Scene("goals-repeating-menu", "teacher", REPEATING, (LISTED, MENU), before=mock_series),
    Scene("goals-repeating-edit", "teacher", REPEATING, (LISTED, MENU, click("Edit", "menuitem")), before=mock_series),
    Scene("goals-repeating-stop", "teacher", REPEATING, (LISTED, MENU, click("Stop", "menuitem")), before=mock_series),
    Scene("goals-no-school-today", "teacher", REPEATING, (wait_for("No school today"),), before=mock_no_school_today),
    Scene("no-school-days", "teacher", REPEATING, DAYS, before=mock_series),
    Scene("no-school-days-over", "teacher", REPEATING, (*DAYS, click("2 that are over")), before=mock_series),
    Scene(
        "no-school-days-problems",
        "teacher",
        REPEATING,
        (*DAYS, _last_day_before_first, click("Add Days"), click("Save"), wait_for("Choose the first day.")),
        before=mock_series,
    ),
    Scene("bulk-goal-repeats", "teacher", CLASS, (*BULK, _until(25), wait_for("left out")), before=mock_no_school_days),
    Scene("bulk-goal-repeats-everybody", "teacher", CLASS, (*FOR_ALL, _until(25), wait_for("First day"))),
    Scene(
        "bulk-goal-repeats-problems",
        "teacher",
        CLASS,
        (
            *BULK,
            _until(281),
            *(click(day) for day in ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday")),
            wait_for("at least one day"),
        ),
    ),
    Scene(
        "assign-goal-repeats",
        "teacher",
        STUDENT,
        (click("Assign Goal"), fill_goal_that_repeats, _until(25), wait_for("First day")),
    ),
    Scene("goals-of-series", "teacher", "/teacher/goals", (wait_for("Repeats"),), before=mock_rows_that_repeat),
    Scene("student-goals-of-series", "teacher", STUDENT, (wait_for("Repeats"),), before=mock_rows_that_repeat),
    Scene("my-goals-of-series", "student", "/student", (wait_for("You can still send it."),), before=mock_own_repeats),
)
