"""Erasure calls on a class computer and on a school server (docs/privacy.md); backups: test_erasure.py."""

import pytest

from server.data_protection.privacy import erasure
from server.domain.students.models import Student
from tests.factories.lived_in import live_in
from tests.factories.room import Room
from tests.factories.stored import image_files, stored
from tests.factories.world import error

pytestmark = pytest.mark.postgresql

NAMES = ("Xanthippe", "Quillfeather", "xan.quill")


def student_with_history(room: Room) -> Student:
    student = room.world.student(room.classroom, NAMES[0], NAMES[1], username=NAMES[2])
    live_in(Room(room.world, room.teacher, room.classroom, student, room.desk, room.world.signed_in(student)))
    return student


def test_erasure_removes_rows_and_images_of_the_student_only(room: Room) -> None:
    live_in(room)
    others = image_files(room.world)
    student = student_with_history(room)
    assert image_files(room.world) != others
    erased = room.desk.post(f"/api/students/{student.id}/erase")
    assert erased.json() == {"done": True, "backupsRewritten": 0, "backupsLeft": [], "finishesLater": False}
    assert image_files(room.world) == others
    rows = repr(stored(room.world))
    assert [mark for mark in (*NAMES, student.id) if mark in rows] == []
    assert room.student.first_name in rows


def test_erased_student_is_404_for_the_teacher_and_signed_out(room: Room) -> None:
    student = student_with_history(room)
    tablet = room.world.signed_in(student)
    assert room.desk.post(f"/api/students/{student.id}/erase").status_code == 200
    assert error(room.desk.get(f"/api/students/{student.id}")) == (404, "not_found")
    assert error(tablet.get("/api/auth/session")) == (401, "not_signed_in")


def test_school_server_answers_only_when_the_erasure_is_complete(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(erasure, "RESPONSE_TIMEOUT_SECONDS", 0)
    answer = room.desk.post(f"/api/students/{student_with_history(room).id}/erase").json()
    assert answer["done"] is not room.world.services.deployment.uses_sqlite
