"""Lists of submissions, newest first (specification 11.8)."""

from typing import Any

import pytest

from tests.factories.fields import SUBMISSION, SUBMISSION_ROW
from tests.factories.room import Room
from tests.factories.world import error

pytestmark = pytest.mark.postgresql


def rows(room: Room, query: str = "") -> list[dict[str, Any]]:
    listed = room.desk.get(f"/api/submissions/teacher/{room.teacher.id}{query}")
    assert listed.status_code == 200
    found: list[dict[str, Any]] = listed.json()
    assert all(set(row) == SUBMISSION_ROW for row in found)
    return found


def own_submissions(room: Room, query: str = "") -> list[dict[str, Any]]:
    path = f"/api/submissions/student/{room.student.id}{query}"
    listed = room.tablet.get(path)
    assert listed.status_code == 200
    assert listed.json() == room.desk.get(path).json()
    found: list[dict[str, Any]] = listed.json()
    assert all(set(row) == SUBMISSION for row in found)
    return found


@pytest.fixture
def submission_ids(room: Room) -> list[str]:
    """Ids of two pending, one approved and two denied submissions of the student, newest first."""
    row_ids = [room.world.submission(room.world.goal(room.student, f"Goal {number}")).id for number in range(5)]
    for submission_id, body in (
        (row_ids[1], {"status": "approved"}),
        (row_ids[2], {"status": "denied", "comment": "Blurred"}),
        (row_ids[4], {"status": "denied", "comment": "Blurred"}),
    ):
        assert room.desk.patch(f"/api/submissions/{submission_id}/review", body).status_code == 200
    return row_ids[::-1]


def row_ids(listed: list[dict[str, Any]]) -> list[str]:
    return [row["id"] for row in listed]


@pytest.mark.spec("13.5")
def test_teachers_submission_row_names_student_class_and_goal(room: Room) -> None:
    room.world.submission(room.world.goal(room.student, "Read", 25))
    (row,) = rows(room)
    (submission,) = own_submissions(room)
    names = {"studentName": "Amara Okafor", "className": room.classroom.name, "goalName": "Read", "goalbucks": 25}
    assert row == submission | names | {"earlierTries": []}


def test_pending_row_contains_previous_attempts_newest_first(room: Room) -> None:
    goal = room.world.goal(room.student)
    room.world.submission(room.world.goal(room.student, "Another goal"))
    for comment in ("Too short", "Too blurred"):
        submission_ids = room.world.submission(goal)
        body = {"status": "denied", "comment": comment, "allowResubmission": True}
        assert room.desk.patch(f"/api/submissions/{submission_ids.id}/review", body).status_code == 200
    last = room.world.submission(goal)
    listed = {row["id"]: row["earlierTries"] for row in rows(room)}
    assert [each["comment"] for each in listed.pop(last.id)] == ["Too blurred", "Too short"]
    assert list(listed.values()) == [[], [], []]


def test_submission_row_shows_current_names(room: Room) -> None:
    submission = room.world.submission(room.world.goal(room.student))
    room.desk.put(f"/api/classrooms/{room.classroom.id}", {"name": "Art"})
    room.desk.put(f"/api/goals/{submission.goal_id}", {"name": "Paint", "goalbucks": 7})
    room.desk.put(f"/api/students/{room.student.id}", {"firstName": "Ama", "lastName": "O", "username": "ama"})
    (row,) = rows(room)
    told = (row["studentName"], row["className"], row["goalName"], row["goalbucks"])
    assert told == ("Ama O", "Art", "Paint", 7)


@pytest.mark.spec("7.10")
def test_teacher_sees_submissions_of_own_classes_newest_first(room: Room) -> None:
    other, elsewhere = room.another(), room.elsewhere()
    made = [room.world.submission(room.world.goal(each.student)).id for each in (room, other, elsewhere, room)]
    assert row_ids(rows(room)) == [made[3], made[1], made[0]]
    assert row_ids(rows(elsewhere)) == [made[2]]


@pytest.mark.spec("11.2")
def test_student_sees_only_own_submissions(room: Room) -> None:
    classmate = room.world.student(room.classroom)
    room.world.submission(room.world.goal(classmate))
    submission = room.world.submission(room.world.goal(room.student))
    assert row_ids(own_submissions(room)) == [submission.id]


def test_submission_lists_are_empty_without_submissions(room: Room) -> None:
    assert rows(room) == []
    assert own_submissions(room) == []


@pytest.mark.parametrize(
    ("status", "places"), [("pending", [1, 4]), ("approved", [3]), ("denied", [0, 2]), ("unheard-of", [])]
)
def test_submissions_are_filtered_by_status(
    room: Room, submission_ids: list[str], status: str, places: list[int]
) -> None:
    for listed in (rows(room, f"?status={status}"), own_submissions(room, f"?status={status}")):
        assert row_ids(listed) == [submission_ids[place] for place in places]


def test_submissions_of_all_statuses_are_listed_without_a_filter(room: Room, submission_ids: list[str]) -> None:
    assert row_ids(rows(room)) == row_ids(own_submissions(room)) == submission_ids


@pytest.mark.parametrize("limit", [1, 2, 5, 500])
def test_submission_list_limit_is_respected(room: Room, submission_ids: list[str], limit: int) -> None:
    assert (
        row_ids(rows(room, f"?limit={limit}"))
        == row_ids(own_submissions(room, f"?limit={limit}"))
        == submission_ids[:limit]
    )


@pytest.mark.spec("11.8")
def test_before_parameter_returns_older_submissions(room: Room, submission_ids: list[str]) -> None:
    for place, submission_id in enumerate(submission_ids):
        for read in (rows, own_submissions):
            assert row_ids(read(room, f"?before={submission_id}")) == submission_ids[place + 1 :]
            assert row_ids(read(room, f"?before={submission_id}&limit=2")) == submission_ids[place + 1 : place + 3]
    assert row_ids(rows(room, f"?status=denied&limit=1&before={submission_ids[0]}")) == [submission_ids[2]]


@pytest.mark.parametrize("query", ["limit=0", "limit=501", "limit=many", f"status={'x' * 21}", f"before={'x' * 65}"])
def test_invalid_submission_list_parameters_are_422(untouched: Room, query: str) -> None:
    for path in (
        f"/api/submissions/teacher/{untouched.teacher.id}",
        f"/api/submissions/student/{untouched.student.id}",
    ):
        answer = untouched.desk.get(f"{path}?{query}")
        assert error(answer) == (422, "invalid")
        assert set(answer.json()["fields"]) == {query.partition("=")[0]}


def test_another_teachers_submission_list_is_404(room: Room) -> None:
    elsewhere = room.elsewhere()
    for teacher_id in (elsewhere.teacher.id, "00000000-0000-7000-8000-000000000000", room.student.id, "%00"):
        assert error(room.desk.get(f"/api/submissions/teacher/{teacher_id}")) == (404, "not_found")
