"""Lists of submissions, newest first (specification 11.8)."""

from typing import Any

import pytest

from tests.factories.classroom import PreparedClassroom
from tests.factories.response_fields import SUBMISSION, SUBMISSION_ROW


def rows(classroom: PreparedClassroom, query: str = "") -> list[dict[str, Any]]:
    return classroom.list_rows(f"/api/submissions/teacher/{classroom.teacher.id}{query}", SUBMISSION_ROW)


def own_submissions(classroom: PreparedClassroom, query: str = "") -> list[dict[str, Any]]:
    return classroom.list_own_rows(f"/api/submissions/student/{classroom.student.id}{query}", SUBMISSION)


@pytest.mark.spec("13.5")
def test_teachers_submission_row_names_student_class_and_goal(classroom: PreparedClassroom) -> None:
    classroom.test_app.submission(classroom.test_app.goal(classroom.student, "Read", 25))
    (row,) = rows(classroom)
    (submission,) = own_submissions(classroom)
    names = {
        "studentName": "Amara Okafor",
        "className": classroom.row.name,
        "goalName": "Read",
        "goalDetails": None,
        "goalbucks": 25,
        "offeredGoalbucks": None,
    }
    assert row == submission | names | {"earlierTries": []}


@pytest.mark.postgresql
def test_pending_row_contains_previous_attempts_newest_first(classroom: PreparedClassroom) -> None:
    goal = classroom.test_app.goal(classroom.student)
    classroom.test_app.submission(classroom.test_app.goal(classroom.student, "Another goal"))
    for comment in ("Too short", "Too blurred"):
        submission = classroom.test_app.submission(goal)
        body = {"status": "denied", "comment": comment, "allowResubmission": True}
        assert classroom.teacher_client.patch(f"/api/submissions/{submission.id}/review", body).status_code == 200
    last = classroom.test_app.submission(goal)
    listed = {row["id"]: row["earlierTries"] for row in rows(classroom)}
    assert [each["comment"] for each in listed.pop(last.id)] == ["Too blurred", "Too short"]
    assert list(listed.values()) == [[], [], []]
