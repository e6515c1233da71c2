"""The goals of all classes of a teacher, newest first (docs/api.md, Goals and awards)."""

from typing import Any

import pytest

from tests.factories.app import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.response_fields import GOAL_ROW


def rows(classroom: PreparedClassroom, query: str = "") -> list[dict[str, Any]]:
    listed = classroom.teacher_client.get(f"/api/goals/teacher/{classroom.teacher.id}{query}")
    assert listed.status_code == 200
    found: list[dict[str, Any]] = listed.json()
    assert all(set(row) == GOAL_ROW for row in found)
    return found


def names(classroom: PreparedClassroom, query: str = "") -> list[str]:
    return [row["name"] for row in rows(classroom, query)]


@pytest.fixture
def goals(classroom: PreparedClassroom) -> dict[str, str]:
    """Goal ids by name: `a` to `f` in the order of creation, in two classes; `b` and `e` are completed."""
    other = classroom.other_classroom()
    made = {}
    for number, name in enumerate("abcdef"):
        student = (classroom, other)[number % 2].student
        goal = (
            classroom.test_app.completed_goal(student, name) if name in "be" else classroom.test_app.goal(student, name)
        )
        made[name] = goal.id
    return made


def test_goal_row_names_student_and_class(classroom: PreparedClassroom) -> None:
    classroom.test_app.goal(classroom.student)
    (goal,) = classroom.teacher_client.get(f"/api/students/{classroom.student.id}/goals").json()
    assert rows(classroom) == [goal | {"studentName": "Amara Okafor", "className": classroom.row.name}]


@pytest.mark.usefixtures("goals")
def test_all_goals_lists_the_teachers_classes_newest_first(classroom: PreparedClassroom) -> None:
    elsewhere = classroom.other_teachers_classroom()
    classroom.test_app.goal(elsewhere.student, "theirs")
    assert names(classroom) == list("fedcba")
    assert names(elsewhere) == ["theirs"]


@pytest.mark.postgresql
def test_before_parameter_returns_older_goals(classroom: PreparedClassroom, goals: dict[str, str]) -> None:
    for place, name in enumerate("fedcba"):
        assert names(classroom, f"?before={goals[name]}") == list("fedcba")[place + 1 :]
    assert names(classroom, f"?status=current&limit=1&before={goals['f']}") == ["d"]
    assert names(classroom, f"?status=completed&before={goals['c']}") == ["b"]


def test_all_goals_is_empty_without_goals(classroom: PreparedClassroom) -> None:
    assert rows(classroom) == []


@pytest.mark.parametrize("query", ["limit=0", "limit=501", "limit=x", f"status={'x' * 21}", f"before={'x' * 65}"])
def test_invalid_list_parameters_are_422(read_only_classroom: PreparedClassroom, query: str) -> None:
    response = read_only_classroom.teacher_client.get(f"/api/goals/teacher/{read_only_classroom.teacher.id}?{query}")
    assert error(response) == (422, "invalid")
    assert set(response.json()["fields"]) == {query.partition("=")[0]}


def test_another_teachers_goal_list_is_404(classroom: PreparedClassroom) -> None:
    for teacher_id in (
        classroom.other_teachers_classroom().teacher.id,
        "00000000-0000-7000-8000-000000000000",
        classroom.student.id,
        "%00",
    ):
        assert error(classroom.teacher_client.get(f"/api/goals/teacher/{teacher_id}")) == (404, "not_found")
