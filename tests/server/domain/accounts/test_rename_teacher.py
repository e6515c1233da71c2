"""Change of a teacher's own name (docs/api.md, Accounts)."""

from typing import Any

import pytest

from tests.factories.bad_values import NOT_A_NAME
from tests.factories.fields import TEACHER_USER
from tests.factories.room import Room
from tests.factories.stored import nothing_stored
from tests.factories.world import error


def rename(room: Room, name: object) -> Any:
    return room.desk.put(f"/api/teachers/{room.teacher.id}", {"name": name})


def test_the_new_name_is_returned_trimmed_and_shown_by_the_session(room: Room) -> None:
    answer = rename(room, "  Elena Ruiz 😀\t")
    assert answer.status_code == 200
    user = answer.json()["user"]
    assert set(answer.json()) == {"user"}
    assert set(user) == TEACHER_USER
    assert (user["id"], user["role"], user["name"]) == (room.teacher.id, "teacher", "Elena Ruiz 😀")
    assert room.desk.get("/api/auth/session").json()["user"] == user


def test_every_session_of_the_teacher_shows_the_new_name_and_the_same_email(room: Room) -> None:
    other = room.world.signed_in(room.teacher)
    before = other.get("/api/auth/session").json()["user"]
    rename(room, "Elena Ruiz")
    assert other.get("/api/auth/session").json()["user"] == before | {"name": "Elena Ruiz"}


def test_fields_other_than_the_name_are_ignored(room: Room) -> None:
    extra = {"name": "Elena Ruiz", "id": "x", "role": "student", "email": "x@school.test", "username": "x"}
    before = room.desk.get("/api/auth/session").json()["user"]
    user = room.desk.put(f"/api/teachers/{room.teacher.id}", extra).json()["user"]
    assert user == before | {"name": "Elena Ruiz"}


@pytest.mark.parametrize("name", ["Bo", "x" * 200])
def test_a_teachers_name_may_have_2_to_200_characters(room: Room, name: str) -> None:
    assert rename(room, name).status_code == 200


@pytest.mark.parametrize("value", [*NOT_A_NAME, "B", " B "])
def test_an_invalid_name_of_a_teacher_is_422(untouched: Room, value: object) -> None:
    with nothing_stored(untouched.world):
        answer = rename(untouched, value)
    assert error(answer) == (422, "invalid")
    assert set(answer.json()["fields"]) == {"name"}


def test_another_teachers_name_is_404_and_a_students_attempt_is_403(room: Room) -> None:
    elsewhere = room.elsewhere()
    for teacher_id in (elsewhere.teacher.id, room.student.id, "00000000-0000-7000-8000-000000000000", "%00"):
        with nothing_stored(room.world):
            assert error(room.desk.put(f"/api/teachers/{teacher_id}", {"name": "Mine"})) == (404, "not_found")
    with nothing_stored(room.world):
        answer = room.tablet.put(f"/api/teachers/{room.teacher.id}", {"name": "Mine"})
    assert error(answer) == (403, "wrong_role")
