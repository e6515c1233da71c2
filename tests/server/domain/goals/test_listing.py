"""A student's goal list: current goals by due date and creation, then completed ones (specification 6.12)."""

from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta

import pytest

from server.domain.goals.models import Goal
from server.domain.students.models import Student
from tests.factories.app import RunningApp
from tests.factories.classroom import PreparedClassroom
from tests.factories.fake_clock import FakeClock
from tests.factories.response_fields import GOAL

UNKNOWN = "00000000-0000-7000-8000-000000000000"


def goal_names(classroom: PreparedClassroom, query: str = "") -> list[str]:
    path = f"/api/students/{classroom.student.id}/goals{query}"
    listed = classroom.student_client.get(path)
    assert listed.status_code == 200
    assert listed.json() == classroom.teacher_client.get(path).json()
    assert all(set(goal) == GOAL for goal in listed.json())
    return [goal["name"] for goal in listed.json()]


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


@pytest.mark.spec("6.12")
@pytest.mark.usefixtures("goals")
def test_goals_are_listed_current_by_due_date_then_completed_newest_first(classroom: PreparedClassroom) -> None:
    assert goal_names(classroom) == ORDER


@pytest.mark.spec("6.12")
def test_completed_goals_are_ordered_by_completion_not_creation(
    classroom: PreparedClassroom, fake_clock: FakeClock
) -> None:
    early, late = (
        classroom.test_app.goal(classroom.student, "early"),
        classroom.test_app.goal(classroom.student, "late"),
    )
    for goal in (late, early):
        fake_clock.advance(minutes=1)
        classroom.teacher_client.post(f"/api/goals/{goal.id}/complete")
    assert goal_names(classroom) == ["early", "late"]


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


@pytest.mark.spec("11.8")
@pytest.mark.parametrize("query", ["limit=0", "limit=-1", "limit=501", "limit=x", "limit=1.5", "limit="])
def test_invalid_limit_is_422(read_only_classroom: PreparedClassroom, query: str) -> None:
    for path in (
        f"/api/students/{read_only_classroom.student.id}/goals",
        f"/api/students/{read_only_classroom.student.id}/ledger",
        f"/api/submissions/student/{read_only_classroom.student.id}",
        f"/api/submissions/teacher/{read_only_classroom.teacher.id}",
    ):
        response = read_only_classroom.teacher_client.get(f"{path}?{query}")
        assert response.status_code == 422
        assert set(response.json()["fields"]) == {"limit"}


def test_goal_list_contains_only_the_students_own_goals(classroom: PreparedClassroom) -> None:
    classroom.test_app.goal(classroom.test_app.student(classroom.row), "a classmate's")
    classroom.test_app.goal(classroom.other_classroom().student, "of another class")
    assert goal_names(classroom) == []


@pytest.mark.spec("6.11")
@pytest.mark.usefixtures("goals")
def test_headers_count_all_completed_goals_regardless_of_the_page(classroom: PreparedClassroom) -> None:
    path = f"/api/students/{classroom.student.id}/goals?status=completed&limit=1"
    headers = classroom.student_client.get(path).headers
    assert (headers["x-goals-completed"], headers["x-goals-goalbucks"]) == ("3", "75")


@pytest.mark.spec("6.5")
def test_current_goal_is_overdue_after_its_due_date_in_server_local_time(
    classroom: PreparedClassroom, fake_clock: FakeClock, set_time_zone: Callable[[str], None]
) -> None:
    set_time_zone("<+12>-12")
    local_time = fake_clock.now + timedelta(hours=12)
    today = local_time.date()
    classroom.test_app.goal(classroom.student, "due today", due_date=today)
    classroom.test_app.goal(classroom.student, "some day")
    done = classroom.test_app.goal(classroom.student, "done", due_date=today)
    path = f"/api/students/{classroom.student.id}/goals"
    midnight = datetime.combine(today + timedelta(days=1), time(), UTC)
    fake_clock.now += midnight - local_time - timedelta(seconds=1)
    assert not any(goal["overdue"] for goal in classroom.teacher_client.get(path).json())
    fake_clock.advance(seconds=1)
    classroom.teacher_client.post(f"/api/goals/{done.id}/complete")
    assert [goal["name"] for goal in classroom.teacher_client.get(path).json() if goal["overdue"]] == ["due today"]
