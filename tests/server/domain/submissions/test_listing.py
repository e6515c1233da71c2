"""Lists of submissions, newest first (specification 11.8)."""

from typing import Any

import pytest

from tests.factories.app import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.response_fields import SUBMISSION, SUBMISSION_ROW


def rows(classroom: PreparedClassroom, query: str = "") -> list[dict[str, Any]]:
    listed = classroom.teacher_client.get(f"/api/submissions/teacher/{classroom.teacher.id}{query}")
    assert listed.status_code == 200
    found: list[dict[str, Any]] = listed.json()
    assert all(set(row) == SUBMISSION_ROW for row in found)
    return found


def own_submissions(classroom: PreparedClassroom, query: str = "") -> list[dict[str, Any]]:
    path = f"/api/submissions/student/{classroom.student.id}{query}"
    listed = classroom.student_client.get(path)
    assert listed.status_code == 200
    assert listed.json() == classroom.teacher_client.get(path).json()
    found: list[dict[str, Any]] = listed.json()
    assert all(set(row) == SUBMISSION for row in found)
    return found


@pytest.fixture
def submission_ids(classroom: PreparedClassroom) -> list[str]:
    """Ids of two pending, one approved and two denied submissions of the student, newest first."""
    made = [
        classroom.test_app.submission(classroom.test_app.goal(classroom.student, f"Goal {number}")).id
        for number in range(5)
    ]
    for submission_id, body in (
        (made[1], {"status": "approved"}),
        (made[2], {"status": "denied", "comment": "Blurred"}),
        (made[4], {"status": "denied", "comment": "Blurred"}),
    ):
        assert classroom.teacher_client.patch(f"/api/submissions/{submission_id}/review", body).status_code == 200
    return made[::-1]


def row_ids(listed: list[dict[str, Any]]) -> list[str]:
    return [row["id"] for row in listed]


@pytest.mark.spec("13.5")
def test_teachers_submission_row_names_student_class_and_goal(classroom: PreparedClassroom) -> None:
    classroom.test_app.submission(classroom.test_app.goal(classroom.student, "Read", 25))
    (row,) = rows(classroom)
    (submission,) = own_submissions(classroom)
    names = {"studentName": "Amara Okafor", "className": classroom.row.name, "goalName": "Read", "goalbucks": 25}
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


def test_submission_row_shows_current_names(classroom: PreparedClassroom) -> None:
    submission = classroom.test_app.submission(classroom.test_app.goal(classroom.student))
    classroom.teacher_client.put(f"/api/classrooms/{classroom.row.id}", {"name": "Art"})
    classroom.teacher_client.put(f"/api/goals/{submission.goal_id}", {"name": "Paint", "goalbucks": 7})
    classroom.teacher_client.put(
        f"/api/students/{classroom.student.id}", {"firstName": "Ama", "lastName": "O", "username": "ama"}
    )
    (row,) = rows(classroom)
    shown = (row["studentName"], row["className"], row["goalName"], row["goalbucks"])
    assert shown == ("Ama O", "Art", "Paint", 7)


@pytest.mark.postgresql
@pytest.mark.spec("7.10")
def test_teacher_sees_submissions_of_own_classes_newest_first(classroom: PreparedClassroom) -> None:
    other, elsewhere = classroom.other_classroom(), classroom.other_teachers_classroom()
    made = [
        classroom.test_app.submission(classroom.test_app.goal(each.student)).id
        for each in (classroom, other, elsewhere, classroom)
    ]
    assert row_ids(rows(classroom)) == [made[3], made[1], made[0]]
    assert row_ids(rows(elsewhere)) == [made[2]]


@pytest.mark.spec("11.2")
def test_student_sees_only_own_submissions(classroom: PreparedClassroom) -> None:
    classmate = classroom.test_app.student(classroom.row)
    classroom.test_app.submission(classroom.test_app.goal(classmate))
    submission = classroom.test_app.submission(classroom.test_app.goal(classroom.student))
    assert row_ids(own_submissions(classroom)) == [submission.id]


def test_submission_lists_are_empty_without_submissions(classroom: PreparedClassroom) -> None:
    assert rows(classroom) == []
    assert own_submissions(classroom) == []


@pytest.mark.postgresql
@pytest.mark.spec("11.8")
def test_before_parameter_returns_older_submissions(classroom: PreparedClassroom, submission_ids: list[str]) -> None:
    for place, submission_id in enumerate(submission_ids):
        for read in (rows, own_submissions):
            assert row_ids(read(classroom, f"?before={submission_id}")) == submission_ids[place + 1 :]
            assert row_ids(read(classroom, f"?before={submission_id}&limit=2")) == submission_ids[place + 1 : place + 3]
    assert row_ids(rows(classroom, f"?status=denied&limit=1&before={submission_ids[0]}")) == [submission_ids[2]]


@pytest.mark.parametrize("query", ["limit=0", "limit=501", "limit=many", f"status={'x' * 21}", f"before={'x' * 65}"])
def test_invalid_submission_list_parameters_are_422(read_only_classroom: PreparedClassroom, query: str) -> None:
    for path in (
        f"/api/submissions/teacher/{read_only_classroom.teacher.id}",
        f"/api/submissions/student/{read_only_classroom.student.id}",
    ):
        response = read_only_classroom.teacher_client.get(f"{path}?{query}")
        assert error(response) == (422, "invalid")
        assert set(response.json()["fields"]) == {query.partition("=")[0]}


def test_another_teachers_submission_list_is_404(classroom: PreparedClassroom) -> None:
    elsewhere = classroom.other_teachers_classroom()
    for teacher_id in (elsewhere.teacher.id, "00000000-0000-7000-8000-000000000000", classroom.student.id, "%00"):
        assert error(classroom.teacher_client.get(f"/api/submissions/teacher/{teacher_id}")) == (404, "not_found")
