"""A teacher's own name (docs/api.md, Accounts)."""

from typing import Any

import pytest

from tests.factories.bad_values import NOT_A_NAME
from tests.factories.fields import TEACHER_USER
from tests.factories.room import Room
from tests.factories.stored import nothing_stored
from tests.factories.world import error


def rename(room: Room, name: object) -> Any:
    return room.desk.put(f"/api/teachers/{room.teacher.id}", {"name": name})


def test_the_new_name_is_answered_and_is_the_sessions(room: Room) -> None:
    answer = rename(room, "  Elena Ruiz 😀\t")
    assert answer.status_code == 200
    user = answer.json()["user"]
    assert set(answer.json()) == {"user"}
    assert set(user) == TEACHER_USER
    assert (user["id"], user["role"], user["name"]) == (room.teacher.id, "teacher", "Elena Ruiz 😀")
    assert room.desk.get("/api/auth/session").json()["user"] == user


def test_every_browser_of_the_teacher_sees_it_and_the_email_stays(room: Room) -> None:
    other = room.world.signed_in(room.teacher)
    before = other.get("/api/auth/session").json()["user"]
    rename(room, "Elena Ruiz")
    assert other.get("/api/auth/session").json()["user"] == before | {"name": "Elena Ruiz"}


def test_what_is_not_asked_for_is_ignored(room: Room) -> None:
    extra = {"name": "Elena Ruiz", "id": "x", "role": "student", "email": "x@school.test", "username": "x"}
    before = room.desk.get("/api/auth/session").json()["user"]
    told = room.desk.put(f"/api/teachers/{room.teacher.id}", extra).json()["user"]
    assert told == before | {"name": "Elena Ruiz"}


@pytest.mark.parametrize("name", ["Bo", "x" * 200])
def test_it_has_2_to_200_characters(room: Room, name: str) -> None:
    assert rename(room, name).status_code == 200


@pytest.mark.parametrize("value", [*NOT_A_NAME, "B", " B "])
def test_a_wrong_name_is_422(untouched: Room, value: object) -> None:
    with nothing_stored(untouched.world):
        answer = rename(untouched, value)
    assert error(answer) == (422, "invalid")
    assert set(answer.json()["fields"]) == {"name"}


def test_nobody_renames_somebody_else(room: Room) -> None:
    elsewhere = room.elsewhere()
    for teacher_id in (elsewhere.teacher.id, room.student.id, "00000000-0000-7000-8000-000000000000", "%00"):
        with nothing_stored(room.world):
            assert error(room.desk.put(f"/api/teachers/{teacher_id}", {"name": "Mine"})) == (404, "not_found")
    with nothing_stored(room.world):
        answer = room.tablet.put(f"/api/teachers/{room.teacher.id}", {"name": "Mine"})
    assert error(answer) == (403, "wrong_role")
