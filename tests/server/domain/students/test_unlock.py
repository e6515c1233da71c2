"""Unlocking of a student whose failed sign-ins reached the limit (specification 2.21)."""

import pytest
from httpx2 import Response

from server.domain.students.models import Student
from tests.factories.passwords import PASSWORD
from tests.factories.room import Room
from tests.factories.stored import count, nothing_stored
from tests.factories.world import Browser, error
from tests.server.conftest import MakeWorld

LIMITED = (429, "too_many_attempts")


def sign_in(browser: Browser, room: Room, password: str = "wrong", student: Student | None = None) -> Response:
    username = (student or room.student).username
    body = {"username": username, "password": password, "classCode": room.classroom.class_code}
    return browser.post("/api/auth/student", body)


def lock(room: Room, browser: Browser | None = None, student: Student | None = None) -> None:
    for _ in range(10):
        assert sign_in(browser or room.world.device(), room, student=student).status_code == 401
    assert error(sign_in(browser or room.world.device(), room, PASSWORD, student)) == LIMITED


def unlock(room: Room) -> Response:
    return room.desk.post(f"/api/students/{room.student.id}/unlock")


@pytest.mark.spec("2.21")
def test_an_unlocked_student_signs_in_at_once(room: Room) -> None:
    lock(room)
    answer = unlock(room)
    assert (answer.status_code, answer.content) == (204, b"")
    assert sign_in(room.world.device(), room, PASSWORD).status_code == 200


def test_unlocking_resets_the_failures_of_a_known_browser(room: Room) -> None:
    known = room.world.device()
    assert sign_in(known, room, PASSWORD).status_code == 200
    lock(room, known)
    unlock(room)
    assert sign_in(known, room, PASSWORD).status_code == 200


def test_unlocking_resets_the_failures_from_every_address(room: Room) -> None:
    for number in range(5):
        for _ in range(10):
            assert sign_in(room.world.device(f"10.0.0.{number}"), room).status_code == 401
    assert error(sign_in(room.world.device("10.0.0.4"), room, PASSWORD)) == LIMITED
    unlock(room)
    assert sign_in(room.world.device("10.0.0.4"), room, PASSWORD).status_code == 200


def test_after_unlocking_failures_are_counted_from_zero(room: Room) -> None:
    lock(room)
    unlock(room)
    lock(room)


def test_an_unlocked_student_can_change_the_password_again(room: Room) -> None:
    path = f"/api/students/{room.student.id}/password"
    body = {"currentPassword": "wrong", "newPassword": "changed"}
    for _ in range(10):
        assert room.tablet.put(path, body).status_code == 422
    assert error(room.tablet.put(path, body)) == LIMITED
    unlock(room)
    assert room.tablet.put(path, body | {"currentPassword": PASSWORD}).status_code == 204


def test_unlocking_a_student_keeps_classmates_locked(room: Room) -> None:
    classmate = room.world.student(room.classroom)
    lock(room)
    lock(room, student=classmate)
    unlock(room)
    assert error(sign_in(room.world.device(), room, PASSWORD, classmate)) == LIMITED


def test_unlocking_removes_the_students_failures_from_the_address_limit(
    make_world: MakeWorld,
) -> None:
    room = Room.of(make_world(address_failure_limit=12))
    classmate = room.world.student(room.classroom)
    lock(room)
    for _ in range(2):
        sign_in(room.world.device(), room, student=classmate)
    assert error(sign_in(room.world.device(), room, PASSWORD, classmate)) == LIMITED
    unlock(room)
    assert sign_in(room.world.device(), room, PASSWORD, classmate).status_code == 200
    assert count(room.world, "sign_in_failures") == 2


def test_unlocking_a_student_who_is_not_locked_changes_nothing(room: Room) -> None:
    with nothing_stored(room.world):
        assert unlock(room).status_code == 204


def test_another_teacher_and_the_student_cannot_unlock(room: Room) -> None:
    elsewhere = room.elsewhere()
    lock(room)
    path = f"/api/students/{room.student.id}/unlock"
    with nothing_stored(room.world):
        assert error(elsewhere.desk.post(path)) == (404, "not_found")
        assert error(room.tablet.post(path)) == (403, "wrong_role")
    assert error(sign_in(room.world.device(), room, PASSWORD)) == LIMITED
