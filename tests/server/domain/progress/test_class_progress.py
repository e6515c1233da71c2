"""The call for the progress of a class (specification 23.1 to 23.3)."""

from typing import Any

import pytest

from tests.factories.api_client import error
from tests.factories.classroom import PreparedClassroom


def progress(classroom: PreparedClassroom, query: str = "") -> dict[str, Any]:
    response = classroom.teacher_client.get(f"/api/classrooms/{classroom.row.id}/progress{query}")
    assert response.status_code == 200
    body: dict[str, Any] = response.json()
    return body


pytestmark = pytest.mark.usefixtures("fake_clock")


@pytest.mark.postgresql
@pytest.mark.spec("23.2", "23.3")
def test_progress_has_weeks_students_and_lists_of_what_is_to_be_done(classroom: PreparedClassroom) -> None:
    classroom.test_app.completed_goal(classroom.student, "Read", 25)
    body = progress(classroom)
    assert (body["from"], body["to"]) == ("2026-07-27", "2026-09-14")
    sums = {"goalsCompleted": 1, "earned": 25, "awards": 0, "spent": 0}
    assert len(body["weeks"]) == 8
    assert body["weeks"][-1] == {"start": "2026-09-14", **sums}
    repeating = {"repeatingGiven": 0, "repeatingCompleted": 0}
    assert body["students"] == [{"studentId": classroom.student.id, **sums, **repeating}]
    assert body["noOpenGoal"] == [{"studentId": classroom.student.id, "since": "2026-09-14T10:00:00Z"}]
    assert (body["overdue"], body["waiting"]) == ([], [])


@pytest.mark.spec("23.1")
def test_a_period_that_does_not_exist_is_refused(classroom: PreparedClassroom) -> None:
    assert len(progress(classroom, "?time=term")["weeks"]) == 1
    for time in ("2weeks", ""):
        response = classroom.teacher_client.get(f"/api/classrooms/{classroom.row.id}/progress?time={time}")
        assert error(response) == (404, "not_found")
        response = classroom.student_client.get(f"/api/students/{classroom.student.id}/progress?time={time}")
        assert error(response) == (404, "not_found")
