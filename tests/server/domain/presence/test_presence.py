"""`GET /api/classrooms/{id}/signed-in`: the students with an active session."""

from typing import Any

import pytest

from tests.factories.passwords import PASSWORD
from tests.factories.room import Room
from tests.factories.world import World
from tests.server.conftest import Hands

pytestmark = pytest.mark.postgresql


def list_signed_in(room: Room) -> list[dict[str, Any]]:
    answer = room.desk.get(f"/api/classrooms/{room.classroom.id}/signed-in")
    assert answer.status_code == 200
    rows: list[dict[str, Any]] = answer.json()
    assert all(set(row) == {"studentId", "endsAt"} for row in rows)
    return rows


def signed_in_ids(room: Room) -> list[str]:
    return [row["studentId"] for row in list_signed_in(room)]


@pytest.mark.spec("4.7")
def test_student_is_listed_from_sign_in_to_sign_out(room: Room, world: World) -> None:
    newcomer = world.student(room.classroom)
    assert signed_in_ids(room) == [room.student.id]
    tablet = world.device()
    body = {"username": newcomer.username, "password": PASSWORD, "classCode": room.classroom.class_code}
    assert tablet.post("/api/auth/student", body).status_code == 200
    assert signed_in_ids(room) == sorted([room.student.id, newcomer.id])
    assert tablet.post("/api/auth/logout").status_code == 204
    assert signed_in_ids(room) == [room.student.id]


def test_student_with_two_devices_is_listed_once_until_both_sign_out(room: Room, world: World) -> None:
    phone = world.signed_in(room.student)
    assert signed_in_ids(room) == [room.student.id]
    phone.post("/api/auth/logout")
    assert signed_in_ids(room) == [room.student.id]
    room.tablet.post("/api/auth/logout")
    assert signed_in_ids(room) == []


@pytest.mark.spec("4.7")
def test_student_is_listed_until_two_idle_hours_have_passed(room: Room, hands: Hands) -> None:
    (begun,) = list_signed_in(room)
    hands.move(hours=1, minutes=59)
    room.tablet.get(f"/api/students/{room.student.id}")
    (used,) = list_signed_in(room)
    assert used["endsAt"] > begun["endsAt"]
    hands.move(hours=1, minutes=59)
    assert signed_in_ids(room) == [room.student.id]
    hands.move(minutes=2)
    assert signed_in_ids(room) == []


def test_password_reset_removes_the_student_from_the_list(room: Room) -> None:
    body = {"firstName": "Amara", "lastName": "Okafor", "username": room.student.username, "password": "new one"}
    assert room.desk.put(f"/api/students/{room.student.id}", body).status_code == 200
    assert signed_in_ids(room) == []


def test_students_of_other_classes_and_teachers_are_not_listed(room: Room) -> None:
    other, elsewhere = room.another(), room.elsewhere()
    assert signed_in_ids(room) == [room.student.id]
    assert signed_in_ids(other) == [other.student.id]
    assert elsewhere.desk.get(f"/api/classrooms/{room.classroom.id}/signed-in").status_code == 404
