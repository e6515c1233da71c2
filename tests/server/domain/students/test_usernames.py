"""Usernames are unique within a class, ignoring case and surrounding whitespace (specification 5.2)."""

from functools import partial
from typing import Any

import pytest

from tests.factories.at_once import at_once
from tests.factories.room import Room
from tests.factories.stored import count, nothing_stored
from tests.factories.world import error

pytestmark = pytest.mark.postgresql

CALL = "/api/students"
ERROR_MESSAGE = "Another student in this class already has this username. Please choose another one."
EQUAL_USERNAMES = ["amara.o", "\u00a0AMARA.O\n"]


def student_body(room: Room, username: str) -> dict[str, Any]:
    return {
        "firstName": "Noor",
        "lastName": "Ali",
        "username": username,
        "password": "pass",
        "classroomId": room.classroom.id,
    }


@pytest.mark.spec("5.2")
@pytest.mark.parametrize("username", EQUAL_USERNAMES)
def test_creating_a_student_with_a_taken_username_is_409(room: Room, username: str) -> None:
    room.world.student(room.classroom, username="amara.o")
    with nothing_stored(room.world):
        answer = room.desk.post(CALL, student_body(room, username))
    assert error(answer) == (409, "username_taken")
    assert answer.json()["error"] == ERROR_MESSAGE


@pytest.mark.parametrize("username", EQUAL_USERNAMES)
def test_renaming_a_student_to_a_taken_username_is_409(room: Room, username: str) -> None:
    room.world.student(room.classroom, username="amara.o")
    with nothing_stored(room.world):
        answer = room.desk.put(f"{CALL}/{room.student.id}", student_body(room, username))
    assert error(answer) == (409, "username_taken")
    assert room.tablet.get("/api/auth/session").status_code == 200  # the new password was not stored either


@pytest.mark.spec("5.2")
@pytest.mark.parametrize(("held", "asked"), [("Straße", "STRASSE"), ("ÉMILE", "émile"), ("İstanbul", "i̇stanbul")])
def test_usernames_are_compared_without_case_in_all_scripts(room: Room, held: str, asked: str) -> None:
    room.world.student(room.classroom, username=held)
    assert error(room.desk.post(CALL, student_body(room, asked))) == (409, "username_taken")


@pytest.mark.parametrize("username", ["amara o", "amara.o2", "amara", "ámara.o"])
def test_usernames_that_differ_otherwise_are_allowed(room: Room, username: str) -> None:
    room.world.student(room.classroom, username="amara.o")
    assert room.desk.post(CALL, student_body(room, username)).status_code == 201


@pytest.mark.spec("5.2")
def test_same_username_is_allowed_in_another_class(room: Room) -> None:
    room.world.student(room.classroom, username="amara.o")
    for other in (room.another(), room.elsewhere()):
        assert other.desk.post(CALL, student_body(other, "amara.o")).status_code == 201


@pytest.mark.parametrize("username", EQUAL_USERNAMES)
def test_student_may_change_the_case_of_its_own_username(room: Room, username: str) -> None:
    student = room.world.student(room.classroom, username="amara.o")
    answer = room.desk.put(f"{CALL}/{student.id}", student_body(room, username))
    assert answer.status_code == 200
    assert answer.json()["username"] == username.strip()


def test_username_of_a_deleted_student_is_free_again(room: Room) -> None:
    student = room.world.student(room.classroom, username="amara.o")
    room.desk.delete(f"{CALL}/{student.id}")
    assert room.desk.post(CALL, student_body(room, "amara.o")).status_code == 201


def test_concurrent_creations_with_one_username_succeed_once(room: Room) -> None:
    desks = [room.world.signed_in(room.teacher) for _ in range(4)]
    names = ["noor", "NOOR", " noor ", "Noor"]
    answers = at_once(
        *(partial(desk.post, CALL, student_body(room, name)) for desk, name in zip(desks, names, strict=True)),
    )
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]
    assert count(room.world, "students") == 2


def test_concurrent_renames_to_one_username_succeed_once(room: Room) -> None:
    students = [room.world.student(room.classroom) for _ in range(2)]
    desks = [room.world.signed_in(room.teacher) for _ in students]
    calls = [
        partial(desk.put, f"{CALL}/{student.id}", student_body(room, "noor"))
        for desk, student in zip(desks, students, strict=True)
    ]
    assert sorted(answer.status_code for answer in at_once(*calls)) == [200, 409]
