"""A student's goal list: current goals by due date and creation, then completed ones (specification 6.12)."""

from datetime import date

import pytest

from server.domain.goals.models import Goal
from server.domain.students.models import Student
from tests.factories.app import RunningApp
from tests.factories.classroom import PreparedClassroom
from tests.factories.fake_clock import FakeClock
from tests.factories.response_fields import GOAL, GOAL_ROW


def goal_names(classroom: PreparedClassroom, query: str = "") -> list[str]:
    goals = classroom.list_own_rows(f"/api/students/{classroom.student.id}/goals{query}", GOAL)
    return [goal["name"] for goal in goals]


def complete_goals(test_app: RunningApp, student: Student, fake_clock: FakeClock, *goal_names: str) -> list[Goal]:
    """Complete goals one after the other, a minute apart."""
    goals = []
    for name in goal_names:
        fake_clock.advance(minutes=1)
        goals.append(test_app.completed_goal(student, name))
    return goals


@pytest.fixture
def goals(classroom: PreparedClassroom, fake_clock: FakeClock) -> dict[str, Goal]:
    """Four current and three completed goals by name."""
    made = [
        classroom.test_app.goal(classroom.student, "some day"),
        classroom.test_app.goal(classroom.student, "in June", due_date=date(2030, 6, 1)),
        classroom.test_app.goal(classroom.student, "in May", due_date=date(2030, 5, 1)),
        classroom.test_app.goal(classroom.student, "in May too", due_date=date(2030, 5, 1)),
        *complete_goals(classroom.test_app, classroom.student, fake_clock, "first", "second", "third"),
    ]
    return {goal.name: goal for goal in made}


ORDER = ["in May", "in May too", "in June", "some day", "third", "second", "first"]


@pytest.mark.postgresql
@pytest.mark.spec("11.8")
def test_pagination_returns_every_goal_once(classroom: PreparedClassroom, goals: dict[str, Goal]) -> None:
    for status, whole in (("", ORDER), ("&status=current", ORDER[:4]), ("&status=completed", ORDER[4:])):
        pages: list[str] = []
        for _ in range(5):
            mark = f"&before={goals[pages[-1]].id}" if pages else ""
            pages += goal_names(classroom, f"?limit=2{status}{mark}")
        assert pages == whole


@pytest.mark.postgresql
def test_pagination_handles_equal_completion_times(classroom: PreparedClassroom, fake_clock: FakeClock) -> None:
    del fake_clock  # the fake clock stands still
    made = {name: classroom.test_app.completed_goal(classroom.student, name) for name in "abcd"}
    assert goal_names(classroom, "?limit=2") == ["d", "c"]
    assert goal_names(classroom, f"?limit=2&before={made['c'].id}") == ["b", "a"]


@pytest.mark.spec("6.11")
@pytest.mark.usefixtures("goals")
def test_headers_count_all_completed_goals_regardless_of_the_page(classroom: PreparedClassroom) -> None:
    path = f"/api/students/{classroom.student.id}/goals?status=completed&limit=1"
    headers = classroom.student_client.get(path).headers
    assert (headers["x-goals-completed"], headers["x-goals-goalbucks"]) == ("3", "75")


def test_the_teachers_goal_row_names_student_and_class(classroom: PreparedClassroom) -> None:
    classroom.test_app.goal(classroom.student)
    (goal,) = classroom.teacher_client.get(f"/api/students/{classroom.student.id}/goals").json()
    (row,) = classroom.teacher_client.get(f"/api/goals/teacher/{classroom.teacher.id}").json()
    assert set(row) == GOAL_ROW
    assert row == goal | {"studentName": "Amara Okafor", "className": classroom.row.name}
