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
    return classroom.list_rows(f"/api/classrooms/{classroom.row.id}/students/stats", STUDENT_STATS)


def progress(classroom: PreparedClassroom) -> tuple[int, int, str | None]:
    """Return completed goals, goalbucks and last goal of the class's only student."""
    (row,) = stats(classroom)
    return row["goalsCompleted"], row["goalbucks"], row["lastGoalName"]


@pytest.mark.spec("4.5", "13.3")
def test_stats_row_includes_the_student_fields(classroom: PreparedClassroom) -> None:
    (row,) = stats(classroom)
    (student,) = classroom.teacher_client.get(f"/api/classrooms/{classroom.row.id}/students").json()
    assert {field: row[field] for field in STUDENT} == student


@pytest.mark.postgresql
def test_approval_is_counted_until_it_is_undone(classroom: PreparedClassroom, fake_clock: FakeClock) -> None:
    classroom.test_app.completed_goal(classroom.student, "before", 1)
    fake_clock.advance(minutes=1)
    submission = classroom.test_app.submission(classroom.test_app.goal(classroom.student, "Read", 25))
    classroom.teacher_client.patch(f"/api/submissions/{submission.id}/review", {"status": "approved"})
    assert progress(classroom) == (2, 26, "Read")
    classroom.teacher_client.post(f"/api/submissions/{submission.id}/undo-review")
    assert progress(classroom) == (1, 1, "before")


def test_a_response_value_of_another_type_causes_a_warning_when_it_is_sent() -> None:
    row = StudentStatsResponse("1", "amara", "Amara", "Okafor", "2", "ABC123", clock.now(), None, None, 0, 0, None, 0)
    row.goalbucks = "3"  # type: ignore[assignment]
    with pytest.warns(UserWarning, match="Expected `int`.*goalbucks"):
        TypeAdapter(list[StudentStatsResponse]).dump_json([row])
