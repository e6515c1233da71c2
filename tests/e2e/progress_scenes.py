"""Scenes of progress and reports."""

import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

from playwright.sync_api import Page, Route

from tests.e2e.gallery import Scene, Step, click, fill, wait_for
from tests.e2e.page_mocks import FAILURE, disconnect_server, fail_data, leave_data_pending

PROGRESS = "/teacher/class/{class_id}/progress"
CLASS_PROGRESS = re.compile("/api/classrooms/[^/]+/progress")
STUDENT_PROGRESS = re.compile("/api/students/[^/]+/progress")
GOALS_PER_WEEK = (9, 12, 8, 14, 11, 16, 13, 7)


def _monday(weeks_ago: int) -> str:
    today = date.today()  # noqa: DTZ011 - the browser's date
    return (today - timedelta(days=today.weekday(), weeks=weeks_ago)).isoformat()


def _week(weeks_ago: int, goals: int) -> dict[str, Any]:
    sums = {"goalsCompleted": goals, "earned": goals * 20, "awards": 10 * (goals > 0), "spent": goals * 7}
    return {"start": _monday(weeks_ago), **sums}


def _weeks(count: int) -> list[dict[str, Any]]:
    return [_week(ago, GOALS_PER_WEEK[ago % len(GOALS_PER_WEEK)]) for ago in reversed(range(count))]


def change_response(pattern: re.Pattern[str], change: Callable[[Any], None]) -> Step:
    """Change the JSON of these responses."""

    def respond(route: Route) -> None:
        response = route.fetch()
        body = response.json()
        change(body)
        route.fulfill(response=response, json=body)

    def step(page: Page) -> None:
        page.route(pattern, respond)

    return step


def _show_weeks(count: int) -> Step:
    def change(progress: dict[str, Any]) -> None:
        _show_repeating(progress)
        progress["weeks"] = _weeks(count)
        progress["from"] = progress["weeks"][0]["start"]

    return change_response(CLASS_PROGRESS, change)


def _show_nothing(progress: dict[str, Any]) -> None:
    progress["weeks"] = [_week(ago, 0) for ago in reversed(range(8))]
    progress |= {"noOpenGoal": [], "overdue": [], "waiting": []}


def page_states(name: str, viewer: Any, path: str, *data_steps: Step, before: Step | None = None) -> tuple[Scene, ...]:
    """A page with data, while loading, after an error and without a connection."""
    return (
        Scene(name, viewer, path, data_steps, before=before, page=True),
        Scene(f"{name}-loading", viewer, path, before=leave_data_pending),
        Scene(f"{name}-error", viewer, path, (wait_for("Try again"),), before=fail_data),
        Scene(f"{name}-offline", viewer, path, (*data_steps, disconnect_server), before=before),
    )


MY_PROGRESS = "/student/progress"


def _show_my_weeks(progress: dict[str, Any]) -> None:
    goals = (0, 3, 1, 6, 0, 2, 1, 2)
    progress["weeks"] = [_week(7 - number, count) for number, count in enumerate(goals)]


STUDENTS_PROGRESS = "/teacher/student/{student_id}/progress"


def _show_repeating(progress: dict[str, Any]) -> None:
    for number, sums in enumerate(progress["students"]):
        sums |= {"repeatingGiven": 36, "repeatingCompleted": 31 - number}


def show_student(page: Page) -> None:
    """Show eight weeks of a student, with goals that repeat."""
    change_response(STUDENT_PROGRESS, _show_my_weeks)(page)
    change_response(CLASS_PROGRESS, _show_repeating)(page)


REPORTS = "/teacher/class/{class_id}/reports"
CLASS_REPORTS = re.compile("/api/classrooms/[^/]+/reports")
LONG_NAMES = ("Maximiliano Bartholomew " * 5, "نور الهدى عبد الرحمن " * 5, "W" * 120)


REPORT_COUNT = 30


def crowd_reports(body: dict[str, Any]) -> None:
    """Make 30 reports of 36 weeks, with as many lines, and names as long, as they can have; one has nothing at all."""
    weeks = [_monday(ago) for ago in reversed(range(36))]
    students = body["reports"]
    reports = [dict(students[number % len(students)], studentId=str(number)) for number in range(REPORT_COUNT)]
    body |= {"from": weeks[0], "weeks": weeks, "reports": reports}
    for number, report in enumerate(body["reports"]):
        name = LONG_NAMES[number % len(LONG_NAMES)].strip()
        report |= {"firstName": name[:60], "lastName": name[60:120], "goalsByWeek": [0] * 36}
        if number == 0:
            report |= {"goalsCompleted": 0, "reached": [], "workingOn": [], "bought": [], "openGoals": 0}
            continue
        goal = {
            "name": name,
            "goalbucks": 1_000_000,
            "completedAt": f"{weeks[-1]}T10:00:00Z",
            "goals": 1,
            "given": None,
        }
        series = {**goal, "goalbucks": 200_000_000, "goals": 188, "given": 200}
        open_goal = {"name": name, "dueDate": weeks[-1], "goals": 1, "repeats": False}
        report |= {
            "goalsCompleted": 400,
            "goalsByWeek": [11] * 36,
            "earned": 400_000_000,
            "awards": 1_000_000,
            "spent": 300_000_000,
            "balance": 101_000_000,
            "reached": [series, *[goal] * (13 if number % 2 else 5)],
            "workingOn": [{**open_goal, "repeats": True}, *[open_goal] * (5 if number % 2 else 2)],
            "openGoals": 9,
            "bought": [{"itemName": name, "goalbucksCost": 1_000_000}] * 5,
            "purchases": 12,
            "comment": {"text": COMMENTS[number % len(COMMENTS)], "updatedAt": None},
        }


COMMENTS = ("Amara reads every night. " * 24, "\n".join("abc" for _ in range(150)), "W" * 600)


def save_other_comment(page: Page) -> None:
    """Make saving a comment fail, since another one was saved meanwhile."""
    saved: list[bool] = []

    def refuse(route: Route) -> None:
        saved.append(True)
        body = '{"error": "Another text was saved.", "code": "changed_meanwhile", "key": "changed_meanwhile"}'
        route.fulfill(status=409, content_type="application/json", body=body)

    def add_comment(body: dict[str, Any]) -> None:
        if saved:
            other = {"text": "Amara reads with great joy.", "updatedAt": "2026-09-14T10:00:00Z"}
            body["reports"][0]["comment"] = other

    page.route("**/family-comment", refuse)
    change_response(CLASS_REPORTS, add_comment)(page)


def fail_work(page: Page) -> None:
    """Make the work of all students fail to load."""
    page.route("**/portfolio?*", lambda route: route.fulfill(status=500, content_type="application/json", body=FAILURE))


TICK_WORK = click("Add a page with the newest photos and notes", "checkbox")
CLASS_CHARTS = wait_for("Goals completed per week")
PROGRESS_AND_REPORTS = (
    *page_states("progress", "teacher", PROGRESS, CLASS_CHARTS, before=_show_weeks(8)),
    Scene(
        "progress-table",
        "teacher",
        PROGRESS,
        (click("Show as Table"), wait_for("Week from")),
        before=_show_weeks(8),
    ),
    Scene(
        "progress-months",
        "teacher",
        f"{PROGRESS}?time=term",
        (wait_for("Goals completed per month"),),
        before=_show_weeks(53),
    ),
    Scene(
        "progress-nothing",
        "teacher",
        PROGRESS,
        (wait_for("Nothing in these weeks"),),
        before=change_response(CLASS_PROGRESS, _show_nothing),
    ),
    *page_states("reports", "teacher", REPORTS, wait_for("Save Comment")),
    Scene(
        "reports-crowded",
        "teacher",
        f"{REPORTS}?time=term",
        (wait_for("Save Comment"),),
        before=change_response(CLASS_REPORTS, crowd_reports),
    ),
    Scene(
        "reports-typed",
        "teacher",
        REPORTS,
        (fill("Comment for the Family", "Amara reads every night."), wait_for("Not saved yet")),
    ),
    Scene(
        "reports-changed",
        "teacher",
        REPORTS,
        (fill("Comment for the Family", "Mine"), click("Save Comment"), wait_for("Another text was saved meanwhile")),
        before=save_other_comment,
    ),
    Scene(
        "reports-of-one-student",
        "teacher",
        f"{REPORTS}?student={{student_id}}",
        (wait_for("Print 1 Report"),),
    ),
    Scene(
        "reports-with-work",
        "teacher",
        f"{REPORTS}?student={{student_id}}",
        (TICK_WORK, wait_for("Second page")),
    ),
    Scene(
        "reports-work-error",
        "teacher",
        REPORTS,
        (wait_for("Save Comment"), fail_work, TICK_WORK, wait_for("Try again")),
    ),
    *page_states("student-progress", "teacher", STUDENTS_PROGRESS, CLASS_CHARTS, before=show_student),
    Scene(
        "student-progress-nothing",
        "teacher",
        STUDENTS_PROGRESS,
        (wait_for("Nothing in these weeks"),),
        before=change_response(STUDENT_PROGRESS, _show_nothing),
    ),
    Scene("reports-empty", "teacher", "/teacher/class/{empty_class_id}/reports", (wait_for("Each student gets"),)),
    *page_states(
        "my-progress",
        "student",
        MY_PROGRESS,
        wait_for("goals reached!"),
        before=change_response(STUDENT_PROGRESS, _show_my_weeks),
    ),
    Scene(
        "my-progress-list",
        "student",
        MY_PROGRESS,
        (click("Show as List"),),
        before=change_response(STUDENT_PROGRESS, _show_my_weeks),
    ),
    Scene("my-progress-empty", "new student", MY_PROGRESS, (wait_for("Your next flag is waiting"),)),
    Scene(
        "progress-empty",
        "teacher",
        "/teacher/class/{empty_class_id}/progress",
        (wait_for("No students in this class"),),
    ),
)
