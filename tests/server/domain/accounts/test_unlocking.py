"""The teacher can let a student in again that the brakes keep out (specification 2.21)."""

import pytest
from httpx2 import Response

from server.domain.students.models import Student
from tests.factories.bad_values import UNKNOWN_IN_PATHS
from tests.factories.passwords import PASSWORD
from tests.factories.room import Room
from tests.factories.stored import count, nothing_stored
from tests.factories.world import Browser, error
from tests.server.conftest import MakeWorld

BRAKED = (429, "too_many_attempts")


def tries(browser: Browser, room: Room, password: str = "wrong", student: Student | None = None) -> Response:
    username = (student or room.student).username
    body = {"username": username, "password": password, "classCode": room.classroom.class_code}
    return browser.post("/api/auth/student", body)


def lock(room: Room, browser: Browser | None = None, student: Student | None = None) -> None:
    for _ in range(10):
        assert tries(browser or room.world.device(), room, student=student).status_code == 401
    assert error(tries(browser or room.world.device(), room, PASSWORD, student)) == BRAKED


def unlock(room: Room) -> Response:
    return room.desk.post(f"/api/students/{room.student.id}/unlock")


@pytest.mark.spec("2.21")
def test_it_gets_in_at_once_with_the_right_password(room: Room) -> None:
    lock(room)
    answer = unlock(room)
    assert (answer.status_code, answer.content) == (204, b"")
    assert tries(room.world.device(), room, PASSWORD).status_code == 200


def test_a_known_browser_that_failed_too_often_gets_in_too(room: Room) -> None:
    known = room.world.device()
    assert tries(known, room, PASSWORD).status_code == 200
    lock(room, known)
    unlock(room)
    assert tries(known, room, PASSWORD).status_code == 200


def test_from_every_address(room: Room) -> None:
    for number in range(5):
        for _ in range(10):
            assert tries(room.world.device(f"10.0.0.{number}"), room).status_code == 401
    assert error(tries(room.world.device("10.0.0.4"), room, PASSWORD)) == BRAKED
    unlock(room)
    assert tries(room.world.device("10.0.0.4"), room, PASSWORD).status_code == 200


def test_a_wrong_password_stays_wrong_and_is_counted_anew(room: Room) -> None:
    lock(room)
    unlock(room)
    lock(room)


def test_a_student_that_cannot_change_its_password_can_again(room: Room) -> None:
    path = f"/api/students/{room.student.id}/password"
    body = {"currentPassword": "wrong", "newPassword": "changed"}
    for _ in range(10):
        assert room.tablet.put(path, body).status_code == 422
    assert error(room.tablet.put(path, body)) == BRAKED
    unlock(room)
    assert room.tablet.put(path, body | {"currentPassword": PASSWORD}).status_code == 204


def test_classmates_stay_locked_out(room: Room) -> None:
    classmate = room.world.student(room.classroom)
    lock(room)
    lock(room, student=classmate)
    unlock(room)
    assert error(tries(room.world.device(), room, PASSWORD, classmate)) == BRAKED


def test_the_brake_on_an_address_is_not_released_by_it_but_its_failures_no_longer_count(
    make_world: MakeWorld,
) -> None:
    room = Room.of(make_world(address_failure_limit=12))
    classmate = room.world.student(room.classroom)
    lock(room)
    for _ in range(2):
        tries(room.world.device(), room, student=classmate)
    assert error(tries(room.world.device(), room, PASSWORD, classmate)) == BRAKED
    unlock(room)
    assert tries(room.world.device(), room, PASSWORD, classmate).status_code == 200
    assert count(room.world, "sign_in_failures") == 2


def test_one_that_is_not_locked_out_may_be_unlocked(room: Room) -> None:
    with nothing_stored(room.world):
        assert unlock(room).status_code == 204


@pytest.mark.parametrize("unknown", UNKNOWN_IN_PATHS)
def test_an_unknown_student_is_404(untouched: Room, unknown: str) -> None:
    assert error(untouched.desk.post(f"/api/students/{unknown}/unlock")) == (404, "not_found")


def test_neither_another_teacher_nor_the_student_itself_can(room: Room) -> None:
    elsewhere = room.elsewhere()
    lock(room)
    path = f"/api/students/{room.student.id}/unlock"
    with nothing_stored(room.world):
        assert error(elsewhere.desk.post(path)) == (404, "not_found")
        assert error(room.tablet.post(path)) == (403, "wrong_role")
    assert error(tries(room.world.device(), room, PASSWORD)) == BRAKED
