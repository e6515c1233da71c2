"""Rows of the class dashboard (specification 4.5)."""

from typing import Any

import pytest

from tests.factories.fields import STUDENT, STUDENT_STATS
from tests.factories.room import Room
from tests.server.conftest import Hands

pytestmark = pytest.mark.postgresql


def stats(room: Room) -> list[dict[str, Any]]:
    listed = room.desk.get(f"/api/classrooms/{room.classroom.id}/students/stats")
    assert listed.status_code == 200
    rows: list[dict[str, Any]] = listed.json()
    assert all(set(row) == STUDENT_STATS for row in rows)
    return rows


def progress(room: Room) -> tuple[int, int, str | None]:
    """Return completed goals, goalbucks and last goal of the class's only student."""
    (row,) = stats(room)
    return row["goalsCompleted"], row["goalbucks"], row["lastGoalName"]


def test_stats_of_a_new_student_are_zero(room: Room) -> None:
    assert progress(room) == (0, 0, None)


@pytest.mark.spec("4.5", "13.3")
def test_stats_row_includes_the_student_fields(room: Room) -> None:
    (row,) = stats(room)
    (student,) = room.desk.get(f"/api/classrooms/{room.classroom.id}/students").json()
    assert {field: row[field] for field in STUDENT} == student


def test_stats_are_sorted_by_last_then_first_name(room: Room) -> None:
    for first, last in (("zoe", "Adams"), ("Émile", "adams"), ("Ana", "Ódor"), ("Ana", "Ozil"), ("Bob", "adams")):
        room.world.student(room.classroom, first, last)
    names = [f"{row['firstName']} {row['lastName']}" for row in stats(room)]
    assert names == ["Bob adams", "Émile adams", "zoe Adams", "Ana Ódor", "Amara Okafor", "Ana Ozil"]


@pytest.mark.spec("4.5")
def test_stats_count_only_completed_goals(room: Room) -> None:
    room.world.goal(room.student)
    room.world.submission(room.world.goal(room.student))
    room.world.completed_goal(room.student, "Read", 5)
    room.world.completed_goal(room.student, "Write", 7)
    assert progress(room) == (2, 12, "Write")


@pytest.mark.spec("4.5")
def test_stats_show_the_spendable_goalbucks(room: Room) -> None:
    room.world.completed_goal(room.student, goalbucks=50)
    room.world.entry(room.student, -30)
    room.world.entry(room.student, 4, "award")
    assert progress(room)[:2] == (1, 24)


@pytest.mark.spec("4.5")
def test_last_goal_is_the_most_recently_completed_one(room: Room, hands: Hands) -> None:
    early, late = room.world.goal(room.student, "early"), room.world.goal(room.student, "late")
    for goal, name in ((late, "late"), (early, "early")):
        hands.move(minutes=1)
        room.desk.post(f"/api/goals/{goal.id}/complete")
        assert progress(room)[2] == name


def test_approval_is_counted_until_it_is_undone(room: Room, hands: Hands) -> None:
    room.world.completed_goal(room.student, "before", 1)
    hands.move(minutes=1)
    submission = room.world.submission(room.world.goal(room.student, "Read", 25))
    room.desk.patch(f"/api/submissions/{submission.id}/review", {"status": "approved"})
    assert progress(room) == (2, 26, "Read")
    room.desk.post(f"/api/submissions/{submission.id}/undo-review")
    assert progress(room) == (1, 1, "before")


def test_reopened_goal_is_no_longer_counted(room: Room) -> None:
    goal = room.world.completed_goal(room.student)
    room.desk.post(f"/api/goals/{goal.id}/reopen")
    assert progress(room) == (0, 0, None)


@pytest.mark.spec("4.5")
def test_current_goals_are_counted_until_they_are_completed_or_deleted(room: Room) -> None:
    first, second, _ = (room.world.goal(room.student) for _ in range(3))
    assert stats(room)[0]["currentGoals"] == 3
    room.desk.post(f"/api/goals/{first.id}/complete")
    room.desk.delete(f"/api/goals/{second.id}")
    assert stats(room)[0]["currentGoals"] == 1


def test_each_student_has_separate_stats(room: Room) -> None:
    students = [room.student, *(room.world.student(room.classroom) for _ in range(3))]
    for number, student in enumerate(students):
        for _ in range(number):
            room.world.completed_goal(student, f"Goal of {student.username}", 10)
    told = {row["id"]: (row["goalsCompleted"], row["goalbucks"], row["lastGoalName"]) for row in stats(room)}
    assert told == {
        student.id: (number, number * 10, f"Goal of {student.username}" if number else None)
        for number, student in enumerate(students)
    }


def test_stats_exclude_other_classes(room: Room) -> None:
    other = room.another()
    other.world.completed_goal(other.student)
    assert [row["id"] for row in stats(room)] == [room.student.id]


def test_stats_of_an_empty_class_have_no_rows(room: Room) -> None:
    room.desk.delete(f"/api/students/{room.student.id}")
    assert stats(room) == []
