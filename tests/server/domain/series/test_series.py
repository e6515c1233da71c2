"""Series over HTTP: what their calls answer, and what bad input is told."""

from datetime import timedelta
from typing import Any

import pytest

from server import clock
from tests.factories.api_client import error
from tests.factories.classroom import PreparedClassroom

CALL = "/api/goal-series"


def body(classroom: PreparedClassroom, **changes: object) -> dict[str, Any]:
    until = clock.local_date() + timedelta(days=30)
    every_day = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    fields = {"name": "Read", "goalbucks": 5, "weekdays": every_day, "until": str(until), "studentIds": None}
    return {"classroomId": classroom.row.id, **fields, **changes}


@pytest.mark.postgresql
@pytest.mark.spec("22.1", "22.2")
def test_a_new_series_gives_each_student_todays_goal_and_is_listed(classroom: PreparedClassroom) -> None:
    series = classroom.teacher_client.post(CALL, body(classroom, details="A page")).json()
    today = clock.local_date()
    assert (series["given"], series["completed"], series["className"]) == (1, 0, classroom.row.name)
    assert (series["from"], series["nextDay"]) == (str(today), str(today + timedelta(days=1)))
    assert classroom.teacher_client.get(f"{CALL}/teacher/{classroom.teacher.id}").json() == [series]
    (goal,) = classroom.student_client.get(f"/api/students/{classroom.student.id}/goals").json()
    assert (goal["name"], goal["dueDate"], goal["seriesId"], goal["overdue"]) == (
        "Read",
        str(today),
        series["id"],
        False,
    )
    (row,) = classroom.teacher_client.get(f"/api/assignments/teacher/{classroom.teacher.id}").json()
    assert (row["name"], row["total"], row["assignmentId"]) == ("Read", 1, goal["assignmentId"])
    assert row["seriesId"] == series["id"]


@pytest.mark.spec("22.1")
def test_a_field_that_is_not_valid_is_named(read_only_classroom: PreparedClassroom) -> None:
    response = read_only_classroom.teacher_client.post(CALL, body(read_only_classroom, weekdays=["mon", "mon"]))
    assert error(response) == (422, "invalid")
    assert set(response.json()["fields"]) == {"weekdays"}


@pytest.mark.postgresql
@pytest.mark.spec("22.2")
def test_todays_goals_are_made_for_those_who_have_none(classroom: PreparedClassroom) -> None:
    series = classroom.teacher_client.post(CALL, body(classroom)).json()
    classroom.test_app.student(classroom.row, "Noor", "Ali")
    made = classroom.teacher_client.post(f"{CALL}/{series['id']}/today")
    assert (made.status_code, made.json()["count"]) == (201, 1)
    assert classroom.teacher_client.post(f"{CALL}/{series['id']}/today").json()["count"] == 0


@pytest.mark.postgresql
@pytest.mark.spec("22.1", "22.5")
def test_a_stopped_series_can_not_be_changed(classroom: PreparedClassroom) -> None:
    path = f"{CALL}/{classroom.teacher_client.post(CALL, body(classroom)).json()['id']}"
    stopped = classroom.teacher_client.post(f"{path}/stop", {"endOpen": True}).json()
    assert stopped["stoppedAt"] is not None
    assert stopped["nextDay"] is None
    (goal,) = classroom.teacher_client.get(f"/api/students/{classroom.student.id}/goals?status=ended").json()
    assert (goal["seriesId"], goal["endedReason"]) == (stopped["id"], "missed")
    for answer in (
        classroom.teacher_client.post(f"{path}/stop", {"endOpen": False}),
        classroom.teacher_client.post(f"{path}/today"),
        classroom.teacher_client.put(path, body(classroom)),
    ):
        assert error(answer) == (409, "series_stopped")


@pytest.mark.postgresql
@pytest.mark.spec("22.5")
def test_a_student_who_moves_leaves_the_series(classroom: PreparedClassroom) -> None:
    classroom.teacher_client.post(CALL, body(classroom, studentIds=[classroom.student.id]))
    other = classroom.test_app.classroom(classroom.teacher, "Room 13")
    path = f"/api/students/{classroom.student.id}"
    assert classroom.teacher_client.put(f"{path}/classroom", {"classroomId": other.id}).status_code == 200
    (goal,) = classroom.teacher_client.get(f"{path}/goals?status=ended").json()
    assert (goal["seriesId"], goal["classroomId"]) == (None, other.id)
    (series,) = classroom.teacher_client.get(f"{CALL}/teacher/{classroom.teacher.id}").json()
    assert series["studentIds"] == []


def test_a_series_whose_chosen_students_have_gone_can_be_changed(classroom: PreparedClassroom) -> None:
    fields = body(classroom, studentIds=[classroom.student.id])
    path = f"{CALL}/{classroom.teacher_client.post(CALL, fields).json()['id']}"
    classroom.teacher_client.delete(f"/api/students/{classroom.student.id}")
    changed = classroom.teacher_client.put(path, fields | {"name": "Read", "studentIds": []})
    assert (changed.status_code, changed.json()["name"], changed.json()["studentIds"]) == (200, "Read", [])
    assert error(classroom.teacher_client.post(CALL, fields | {"studentIds": []})) == (422, "invalid")
