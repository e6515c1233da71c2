"""`GET /api/classrooms/{id}/signed-in`: the students with an active session."""

from typing import Any

import pytest

from tests.factories.app import RunningApp
from tests.factories.classroom import PreparedClassroom
from tests.factories.fake_clock import FakeClock


def list_signed_in(classroom: PreparedClassroom) -> list[dict[str, Any]]:
    return classroom.list_rows(f"/api/classrooms/{classroom.row.id}/signed-in", {"studentId", "endsAt"})


def signed_in_ids(classroom: PreparedClassroom) -> list[str]:
    return [row["studentId"] for row in list_signed_in(classroom)]


@pytest.mark.spec("4.7")
def test_student_is_listed_from_sign_in_to_sign_out(classroom: PreparedClassroom, test_app: RunningApp) -> None:
    newcomer = test_app.student(classroom.row)
    assert signed_in_ids(classroom) == [classroom.student.id]
    student_client = test_app.lan_client()
    assert classroom.sign_in_student(student_client, student=newcomer).status_code == 200
    assert signed_in_ids(classroom) == sorted([classroom.student.id, newcomer.id])
    assert student_client.post("/api/auth/logout").status_code == 204
    assert signed_in_ids(classroom) == [classroom.student.id]


def test_student_with_two_devices_is_listed_once_until_both_sign_out(
    classroom: PreparedClassroom, test_app: RunningApp
) -> None:
    phone = test_app.client_for(classroom.student)
    assert signed_in_ids(classroom) == [classroom.student.id]
    phone.post("/api/auth/logout")
    assert signed_in_ids(classroom) == [classroom.student.id]
    classroom.student_client.post("/api/auth/logout")
    assert signed_in_ids(classroom) == []


@pytest.mark.postgresql
@pytest.mark.spec("4.7")
def test_student_is_listed_until_two_idle_hours_have_passed(
    classroom: PreparedClassroom, fake_clock: FakeClock
) -> None:
    (started,) = list_signed_in(classroom)
    fake_clock.advance(hours=1, minutes=59)
    classroom.student_client.get(f"/api/students/{classroom.student.id}")
    (used,) = list_signed_in(classroom)
    assert used["endsAt"] > started["endsAt"]
    fake_clock.advance(hours=1, minutes=59)
    assert signed_in_ids(classroom) == [classroom.student.id]
    fake_clock.advance(minutes=2)
    assert signed_in_ids(classroom) == []


def test_students_of_other_classes_and_teachers_are_not_listed(classroom: PreparedClassroom) -> None:
    other, elsewhere = classroom.other_classroom(), classroom.other_teachers_classroom()
    assert signed_in_ids(classroom) == [classroom.student.id]
    assert signed_in_ids(other) == [other.student.id]
    assert elsewhere.teacher_client.get(f"/api/classrooms/{classroom.row.id}/signed-in").status_code == 404
