"""A student's goal list: current goals by due date and creation, then completed ones (specification 6.12)."""

from datetime import date

import pytest

from server.domain.goals.models import Goal
from server.domain.students.models import Student
from tests.factories.fields import GOAL
from tests.factories.room import Room
from tests.factories.world import World
from tests.server.conftest import Hands

pytestmark = pytest.mark.postgresql

UNKNOWN = "00000000-0000-7000-8000-000000000000"


def goal_names(room: Room, query: str = "") -> list[str]:
    path = f"/api/students/{room.student.id}/goals{query}"
    listed = room.tablet.get(path)
    assert listed.status_code == 200
    assert listed.json() == room.desk.get(path).json()
    assert all(set(goal) == GOAL for goal in listed.json())
    return [goal["name"] for goal in listed.json()]


def complete_goals(world: World, student: Student, hands: Hands, *goal_names: str) -> list[Goal]:
    """Complete goals one after the other, a minute apart."""
    goals = []
    for name in goal_names:
        hands.move(minutes=1)
        goals.append(world.completed_goal(student, name))
    return goals


@pytest.fixture
def goals(room: Room, hands: Hands) -> dict[str, Goal]:
    """Four current and three completed goals by name."""
    made = [
        room.world.goal(room.student, "some day"),
        room.world.goal(room.student, "in June", due_date=date(2030, 6, 1)),
        room.world.goal(room.student, "in May", due_date=date(2030, 5, 1)),
        room.world.goal(room.student, "in May too", due_date=date(2030, 5, 1)),
        *complete_goals(room.world, room.student, hands, "first", "second", "third"),
    ]
    return {goal.name: goal for goal in made}


ORDER = ["in May", "in May too", "in June", "some day", "third", "second", "first"]


@pytest.mark.spec("6.12")
@pytest.mark.usefixtures("goals")
def test_goals_are_listed_current_by_due_date_then_completed_newest_first(room: Room) -> None:
    assert goal_names(room) == ORDER


@pytest.mark.spec("6.12")
def test_completed_goals_are_ordered_by_completion_not_creation(room: Room, hands: Hands) -> None:
    early, late = room.world.goal(room.student, "early"), room.world.goal(room.student, "late")
    for goal in (late, early):
        hands.move(minutes=1)
        room.desk.post(f"/api/goals/{goal.id}/complete")
    assert goal_names(room) == ["early", "late"]


@pytest.mark.usefixtures("goals")
def test_goals_are_filtered_by_status(room: Room) -> None:
    assert goal_names(room, "?status=current") == ORDER[:4]
    assert goal_names(room, "?status=completed") == ORDER[4:]
    assert goal_names(room, "?status=unheard-of") == []


@pytest.mark.usefixtures("goals")
@pytest.mark.parametrize("limit", [1, 3, 4, 5, 7, 500])
def test_goal_list_limit_is_respected(room: Room, limit: int) -> None:
    assert goal_names(room, f"?limit={limit}") == ORDER[:limit]
    assert goal_names(room, f"?status=current&limit={limit}") == ORDER[:4][:limit]
    assert goal_names(room, f"?status=completed&limit={limit}") == ORDER[4:][:limit]


@pytest.mark.parametrize("last", range(7))
def test_after_parameter_returns_the_following_goals(room: Room, goals: dict[str, Goal], last: int) -> None:
    before = goals[ORDER[last]].id
    assert goal_names(room, f"?before={before}") == ORDER[last + 1 :]
    assert goal_names(room, f"?before={before}&limit=2") == ORDER[last + 1 :][:2]


@pytest.mark.spec("11.8")
def test_pagination_returns_every_goal_once(room: Room, goals: dict[str, Goal]) -> None:
    for status, whole in (("", ORDER), ("&status=current", ORDER[:4]), ("&status=completed", ORDER[4:])):
        pages: list[str] = []
        for _ in range(5):
            mark = f"&before={goals[pages[-1]].id}" if pages else ""
            pages += goal_names(room, f"?limit=2{status}{mark}")
        assert pages == whole


def test_pagination_handles_equal_completion_times(room: Room, hands: Hands) -> None:
    del hands  # the fake clock stands still
    made = {name: room.world.completed_goal(room.student, name) for name in "abcd"}
    assert goal_names(room, "?limit=2") == ["d", "c"]
    assert goal_names(room, f"?limit=2&before={made['c'].id}") == ["b", "a"]


def test_another_students_goal_as_cursor_is_treated_as_unknown(
    room: Room, goals: dict[str, Goal], hands: Hands
) -> None:
    assert goals
    elsewhere = room.elsewhere()
    (theirs,) = complete_goals(room.world, elsewhere.student, hands, "theirs")
    hands.move(minutes=1)
    assert goal_names(room, f"?before={theirs.id}") == goal_names(room, f"?before={UNKNOWN}") == []


@pytest.mark.spec("11.8")
@pytest.mark.parametrize("query", ["limit=0", "limit=-1", "limit=501", "limit=x", "limit=1.5", "limit="])
def test_invalid_limit_is_422(untouched: Room, query: str) -> None:
    for path in (
        f"/api/students/{untouched.student.id}/goals",
        f"/api/students/{untouched.student.id}/ledger",
        f"/api/submissions/student/{untouched.student.id}",
        f"/api/submissions/teacher/{untouched.teacher.id}",
    ):
        answer = untouched.desk.get(f"{path}?{query}")
        assert answer.status_code == 422
        assert set(answer.json()["fields"]) == {"limit"}


def test_goal_list_contains_only_the_students_own_goals(room: Room) -> None:
    room.world.goal(room.world.student(room.classroom), "a classmate's")
    room.world.goal(room.another().student, "of another class")
    assert goal_names(room) == []


@pytest.mark.spec("6.11")
@pytest.mark.usefixtures("goals")
@pytest.mark.parametrize("query", ["", "?status=current", "?status=completed&limit=1"])
def test_headers_count_all_completed_goals_regardless_of_the_page(room: Room, query: str) -> None:
    headers = room.tablet.get(f"/api/students/{room.student.id}/goals{query}").headers
    assert (headers["x-goals-completed"], headers["x-goals-goalbucks"]) == ("3", "75")


def test_headers_are_updated_when_a_goal_is_reopened(room: Room) -> None:
    goal = room.world.completed_goal(room.student, goalbucks=40)
    room.desk.post(f"/api/goals/{goal.id}/reopen")
    headers = room.tablet.get(f"/api/students/{room.student.id}/goals").headers
    assert (headers["x-goals-completed"], headers["x-goals-goalbucks"]) == ("0", "0")


@pytest.mark.spec("6.5")
def test_current_goal_is_overdue_after_its_due_date_in_server_local_time(room: Room, hands: Hands) -> None:
    today = hands.now.astimezone().date()
    room.world.goal(room.student, "due today", due_date=today)
    room.world.goal(room.student, "some day")
    done = room.world.goal(room.student, "done", due_date=today)
    path = f"/api/students/{room.student.id}/goals"
    assert not any(goal["overdue"] for goal in room.desk.get(path).json())
    hands.move(days=1)
    room.desk.post(f"/api/goals/{done.id}/complete")
    assert [goal["name"] for goal in room.desk.get(path).json() if goal["overdue"]] == ["due today"]
