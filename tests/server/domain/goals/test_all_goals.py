"""The goals of all classes of a teacher, newest first (docs/api.md, Goals and awards)."""

from typing import Any

import pytest

from tests.factories.fields import GOAL_ROW
from tests.factories.room import Room
from tests.factories.world import error

pytestmark = pytest.mark.postgresql


def rows(room: Room, query: str = "") -> list[dict[str, Any]]:
    listed = room.desk.get(f"/api/goals/teacher/{room.teacher.id}{query}")
    assert listed.status_code == 200
    found: list[dict[str, Any]] = listed.json()
    assert all(set(row) == GOAL_ROW for row in found)
    return found


def names(room: Room, query: str = "") -> list[str]:
    return [row["name"] for row in rows(room, query)]


@pytest.fixture
def goals(room: Room) -> dict[str, str]:
    """Goal ids by name: `a` to `f` in the order of creation, in two classes; `b` and `e` are completed."""
    other = room.another()
    made = {}
    for number, name in enumerate("abcdef"):
        student = (room, other)[number % 2].student
        goal = room.world.completed_goal(student, name) if name in "be" else room.world.goal(student, name)
        made[name] = goal.id
    return made


def test_goal_row_names_student_and_class(room: Room) -> None:
    room.world.goal(room.student)
    (goal,) = room.desk.get(f"/api/students/{room.student.id}/goals").json()
    assert rows(room) == [goal | {"studentName": "Amara Okafor", "className": room.classroom.name}]


@pytest.mark.usefixtures("goals")
def test_all_goals_lists_the_teachers_classes_newest_first(room: Room) -> None:
    elsewhere = room.elsewhere()
    room.world.goal(elsewhere.student, "theirs")
    assert names(room) == list("fedcba")
    assert names(elsewhere) == ["theirs"]


@pytest.mark.usefixtures("goals")
@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("?status=current", "fdca"),
        ("?status=completed", "eb"),
        ("?status=unheard-of", ""),
        ("?limit=1", "f"),
        ("?limit=4", "fedc"),
        ("?limit=500", "fedcba"),
        ("?status=current&limit=2", "fd"),
    ],
)
def test_all_goals_limit_is_respected(room: Room, query: str, expected: str) -> None:
    assert names(room, query) == list(expected)


def test_before_parameter_returns_older_goals(room: Room, goals: dict[str, str]) -> None:
    for place, name in enumerate("fedcba"):
        assert names(room, f"?before={goals[name]}") == list("fedcba")[place + 1 :]
    assert names(room, f"?status=current&limit=1&before={goals['f']}") == ["d"]
    assert names(room, f"?status=completed&before={goals['c']}") == ["b"]


def test_all_goals_is_empty_without_goals(room: Room) -> None:
    assert rows(room) == []


@pytest.mark.parametrize("query", ["limit=0", "limit=501", "limit=x", f"status={'x' * 21}", f"before={'x' * 65}"])
def test_invalid_list_parameters_are_422(untouched: Room, query: str) -> None:
    answer = untouched.desk.get(f"/api/goals/teacher/{untouched.teacher.id}?{query}")
    assert error(answer) == (422, "invalid")
    assert set(answer.json()["fields"]) == {query.partition("=")[0]}


def test_another_teachers_goal_list_is_404(room: Room) -> None:
    for teacher_id in (room.elsewhere().teacher.id, "00000000-0000-7000-8000-000000000000", room.student.id, "%00"):
        assert error(room.desk.get(f"/api/goals/teacher/{teacher_id}")) == (404, "not_found")
