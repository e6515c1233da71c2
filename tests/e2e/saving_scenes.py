"""Scenes of limits of items, the closed store, the help with a price, and what a student saves for."""

import re
from typing import Any

from playwright.sync_api import Page

from tests.e2e.gallery import Scene, Step, click, wait_for
from tests.e2e.page_mocks import LONG_NAME
from tests.e2e.progress_scenes import CLASS_PROGRESS, change_response
from tests.e2e.scene_states import scroll_down

ITEMS = "/teacher/store?class={class_id}"
CLASSES = re.compile("/api/classrooms$")
STORE_ITEMS = re.compile("/api/store/classroom/")
STUDENT_HOME = re.compile("/api/students/[^/]+/home")
LIMITS: tuple[dict[str, Any], ...] = (
    {"perStudent": 1, "per": "week", "limitReached": True, "againOn": "2999-01-07"},
    {"perStudent": 1, "per": "ever", "limitReached": True},
    {"perStudent": 1, "per": "ever"},
    {"goalbucksCost": 300, "perStudent": 2, "per": "day", "name": LONG_NAME},
    {"goalbucksCost": 400, "stock": 0},
)


def _limit_items(items: list[dict[str, Any]]) -> None:
    for number, limit in enumerate(LIMITS):
        if number == len(items):
            items.append(items[0] | {"id": f"{number}"})
        items[number] |= limit


def _limit_all(items: list[dict[str, Any]]) -> None:
    for item in items:
        item |= {"perStudent": 1, "per": "week"}


def _close(classes: list[dict[str, Any]]) -> None:
    for classroom in classes:
        classroom["storeOpen"] = False


def _save_for(**fields: object) -> Step:
    """Let the student save for an item of 175, in place of its real one."""
    savings = {"itemId": "dj", "itemName": "Class DJ for a day", "goalbucksCost": 175, "stock": None, "picture": None}

    def change(home: dict[str, Any]) -> None:
        home["savings"] = savings | fields

    return change_response(STUDENT_HOME, change)


def _close_and_save(page: Page) -> None:
    def change_home(home: dict[str, Any]) -> None:
        home["store"] = {"open": False}
        home["savings"] = {"itemId": "dj", "itemName": "Class DJ", "goalbucksCost": 300, "stock": None, "picture": None}

    def change_items(items: list[dict[str, Any]]) -> None:
        items[0] |= {"id": "dj", "name": "Class DJ", "goalbucksCost": 300}

    change_response(STUDENT_HOME, change_home)(page)
    change_response(STORE_ITEMS, change_items)(page)


def _earn(progress: dict[str, Any]) -> None:
    for week in progress["weeks"]:
        week["earned"] = 200
    for student in progress["students"]:
        student["earned"] = 240


def _mock_earnings_and_limits(page: Page) -> None:
    change_response(CLASS_PROGRESS, _earn)(page)
    change_response(STORE_ITEMS, _limit_all)(page)


SAVING_AND_LIMITS = (
    Scene(
        "store-closed", "teacher", ITEMS, (wait_for("The store is closed."),), before=change_response(CLASSES, _close)
    ),
    Scene(
        "store-limits",
        "teacher",
        ITEMS,
        (wait_for("1 a week"),),
        before=change_response(STORE_ITEMS, _limit_items),
    ),
    Scene(
        "edit-item-limit",
        "teacher",
        ITEMS,
        (click("Edit Homework pass"), wait_for("at what half of the class earns"), wait_for("In which time")),
        before=_mock_earnings_and_limits,
    ),
    Scene(
        "student-store-limits",
        "student",
        "/student/store",
        (wait_for("Again on Monday"),),
        before=change_response(STORE_ITEMS, _limit_items),
    ),
    Scene(
        "student-store-closed", "student", "/student/store", (wait_for("You save for this"),), before=_close_and_save
    ),
    Scene("my-goals-saving", "student", "/student", (wait_for("60 more to go"),), before=_save_for()),
    Scene(
        "my-goals-saving-enough",
        "student",
        "/student",
        (wait_for("You have enough for it!"),),
        before=_save_for(goalbucksCost=100, itemName=LONG_NAME, picture="film", stock=0),
    ),
    Scene(
        "my-goals-saved-item-deleted",
        "student",
        "/student",
        (wait_for("is not in the store any more"),),
        before=_save_for(itemId=None, goalbucksCost=None),
    ),
    Scene(
        "my-progress-saving",
        "student",
        "/student/progress",
        (wait_for("60 more to go"), scroll_down),
        before=_save_for(),
    ),
)
