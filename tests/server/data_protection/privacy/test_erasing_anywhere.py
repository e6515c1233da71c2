"""A student erased from a class computer or a school's server (docs/privacy.md); backups: test_erasing.py."""

import pytest

from server.data_protection.privacy import erasure
from server.domain.students.models import Student
from tests.factories.lived_in import live_in
from tests.factories.room import Room
from tests.factories.stored import image_files, stored
from tests.factories.world import error

pytestmark = pytest.mark.postgresql

MARKS = ("Xanthippe", "Quillfeather", "xan.quill")


def erasable(room: Room) -> Student:
    student = room.world.student(room.classroom, MARKS[0], MARKS[1], username=MARKS[2])
    live_in(Room(room.world, room.teacher, room.classroom, student, room.desk, room.world.signed_in(student)))
    return student


def test_neither_rows_nor_images_are_left_and_what_is_others_stays(room: Room) -> None:
    live_in(room)
    others = image_files(room.world)
    student = erasable(room)
    assert image_files(room.world) != others
    erased = room.desk.post(f"/api/students/{student.id}/erase")
    assert erased.json() == {"done": True, "backupsRewritten": 0, "backupsLeft": [], "finishesLater": False}
    assert image_files(room.world) == others
    rows = repr(stored(room.world))
    assert [mark for mark in (*MARKS, student.id) if mark in rows] == []
    assert room.student.first_name in rows


def test_it_is_gone_for_whoever_looks_and_for_itself(room: Room) -> None:
    student = erasable(room)
    tablet = room.world.signed_in(student)
    assert room.desk.post(f"/api/students/{student.id}/erase").status_code == 200
    assert error(room.desk.get(f"/api/students/{student.id}")) == (404, "not_found")
    assert error(tablet.get("/api/auth/session")) == (401, "not_signed_in")


def test_a_school_is_answered_when_it_is_done_since_another_process_may_be_asked_next(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(erasure, "RESPONSE_TIMEOUT_SECONDS", 0)
    answer = room.desk.post(f"/api/students/{erasable(room).id}/erase").json()
    assert answer["done"] is not room.world.services.deployment.uses_sqlite
