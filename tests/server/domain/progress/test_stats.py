"""Rows of the class dashboard (specification 4.5)."""

from typing import Any

import pytest
from pydantic import TypeAdapter

from server import clock
from server.domain.progress.schemas import StudentStatsResponse
from tests.factories.classroom import PreparedClassroom
from tests.factories.fake_clock import FakeClock
from tests.factories.response_fields import STUDENT, STUDENT_STATS


def stats(classroom: PreparedClassroom) -> list[dict[str, Any]]:
    listed = classroom.teacher_client.get(f"/api/classrooms/{classroom.row.id}/students/stats")
    assert listed.status_code == 200
    rows: list[dict[str, Any]] = listed.json()
    assert all(set(row) == STUDENT_STATS for row in rows)
    return rows


def progress(classroom: PreparedClassroom) -> tuple[int, int, str | None]:
    """Return completed goals, goalbucks and last goal of the class's only student."""
    (row,) = stats(classroom)
    return row["goalsCompleted"], row["goalbucks"], row["lastGoalName"]


@pytest.mark.postgresql
def test_stats_of_a_new_student_are_zero(classroom: PreparedClassroom) -> None:
    assert progress(classroom) == (0, 0, None)


@pytest.mark.spec("4.5", "13.3")
def test_stats_row_includes_the_student_fields(classroom: PreparedClassroom) -> None:
    (row,) = stats(classroom)
    (student,) = classroom.teacher_client.get(f"/api/classrooms/{classroom.row.id}/students").json()
    assert {field: row[field] for field in STUDENT} == student


@pytest.mark.postgresql
def test_stats_are_sorted_by_last_then_first_name(classroom: PreparedClassroom) -> None:
    for first, last in (("zoe", "Adams"), ("Émile", "adams"), ("Ana", "Ódor"), ("Ana", "Ozil"), ("Bob", "adams")):
        classroom.test_app.student(classroom.row, first, last)
    names = [f"{row['firstName']} {row['lastName']}" for row in stats(classroom)]
    assert names == ["Bob adams", "Émile adams", "zoe Adams", "Ana Ódor", "Amara Okafor", "Ana Ozil"]


@pytest.mark.spec("4.5")
def test_stats_count_only_completed_goals(classroom: PreparedClassroom) -> None:
    classroom.test_app.goal(classroom.student)
    classroom.test_app.submission(classroom.test_app.goal(classroom.student))
    classroom.test_app.completed_goal(classroom.student, "Read", 5)
    classroom.test_app.completed_goal(classroom.student, "Write", 7)
    assert progress(classroom) == (2, 12, "Write")


@pytest.mark.postgresql
@pytest.mark.spec("4.5")
def test_stats_show_the_spendable_goalbucks(classroom: PreparedClassroom) -> None:
    classroom.test_app.completed_goal(classroom.student, goalbucks=50)
    classroom.test_app.ledger_entry(classroom.student, -30)
    classroom.test_app.ledger_entry(classroom.student, 4, "award")
    assert progress(classroom)[:2] == (1, 24)


@pytest.mark.postgresql
@pytest.mark.spec("4.5")
def test_last_goal_is_the_most_recently_completed_one(classroom: PreparedClassroom, fake_clock: FakeClock) -> None:
    early, late = (
        classroom.test_app.goal(classroom.student, "early"),
        classroom.test_app.goal(classroom.student, "late"),
    )
    for goal, name in ((late, "late"), (early, "early")):
        fake_clock.advance(minutes=1)
        classroom.teacher_client.post(f"/api/goals/{goal.id}/complete")
        assert progress(classroom)[2] == name


@pytest.mark.postgresql
def test_approval_is_counted_until_it_is_undone(classroom: PreparedClassroom, fake_clock: FakeClock) -> None:
    classroom.test_app.completed_goal(classroom.student, "before", 1)
    fake_clock.advance(minutes=1)
    submission = classroom.test_app.submission(classroom.test_app.goal(classroom.student, "Read", 25))
    classroom.teacher_client.patch(f"/api/submissions/{submission.id}/review", {"status": "approved"})
    assert progress(classroom) == (2, 26, "Read")
    classroom.teacher_client.post(f"/api/submissions/{submission.id}/undo-review")
    assert progress(classroom) == (1, 1, "before")


def test_reopened_goal_is_no_longer_counted(classroom: PreparedClassroom) -> None:
    goal = classroom.test_app.completed_goal(classroom.student)
    classroom.teacher_client.post(f"/api/goals/{goal.id}/reopen")
    assert progress(classroom) == (0, 0, None)


@pytest.mark.postgresql
@pytest.mark.spec("4.5")
def test_current_goals_are_counted_until_they_are_completed_or_deleted(classroom: PreparedClassroom) -> None:
    first, second, _ = (classroom.test_app.goal(classroom.student) for _ in range(3))
    assert stats(classroom)[0]["currentGoals"] == 3
    classroom.teacher_client.post(f"/api/goals/{first.id}/complete")
    classroom.teacher_client.delete(f"/api/goals/{second.id}")
    assert stats(classroom)[0]["currentGoals"] == 1


@pytest.mark.postgresql
def test_each_student_has_separate_stats(classroom: PreparedClassroom) -> None:
    students = [classroom.student, *(classroom.test_app.student(classroom.row) for _ in range(3))]
    for number, student in enumerate(students):
        for _ in range(number):
            classroom.test_app.completed_goal(student, f"Goal of {student.username}", 10)
    shown = {row["id"]: (row["goalsCompleted"], row["goalbucks"], row["lastGoalName"]) for row in stats(classroom)}
    assert shown == {
        student.id: (number, number * 10, f"Goal of {student.username}" if number else None)
        for number, student in enumerate(students)
    }


def test_stats_exclude_other_classes(classroom: PreparedClassroom) -> None:
    other = classroom.other_classroom()
    other.test_app.completed_goal(other.student)
    assert [row["id"] for row in stats(classroom)] == [classroom.student.id]


def test_stats_of_an_empty_class_have_no_rows(classroom: PreparedClassroom) -> None:
    classroom.teacher_client.delete(f"/api/students/{classroom.student.id}")
    assert stats(classroom) == []


def test_a_response_value_of_another_type_causes_a_warning_when_it_is_sent() -> None:
    row = StudentStatsResponse("1", "amara", "Amara", "Okafor", "2", "ABC123", clock.now(), 0, 0, None, 0)
    row.goalbucks = "3"  # type: ignore[assignment]
    with pytest.warns(UserWarning, match="Expected `int`.*goalbucks"):
        TypeAdapter(list[StudentStatsResponse]).dump_json([row])
