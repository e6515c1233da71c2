"""Deleting a student removes all goals, progress and images (specification 5.10)."""

import pytest
from sqlalchemy import text

from tests.factories.images import photo_jpeg
from tests.factories.room import Room
from tests.factories.stored import but_the_log, image_files, nothing_stored, stored
from tests.factories.world import error

pytestmark = pytest.mark.postgresql

PHOTO = photo_jpeg(300, 400, grain=False)
STUDENT_TABLES = ("students", "goals", "submissions", "goalbuck_entries", "balances", "sessions")


@pytest.mark.spec("5.10")
def test_deleting_a_student_removes_only_that_students_rows_and_images(room: Room) -> None:
    classmate = room.world.student(room.classroom)
    mate = room.world.signed_in(classmate)
    mate.upload(room.world.goal(classmate), image=PHOTO)
    room.world.completed_goal(classmate)
    room.desk.delete(f"/api/students/{room.student.id}")
    before = stored(room.world)

    student = room.world.student(room.classroom)
    tablet = room.world.signed_in(student)
    tablet.upload(room.world.goal(student), image=PHOTO, text="Done")
    room.world.submission(room.world.goal(student))
    room.world.completed_goal(student)
    assert len(image_files(room.world)) == 4
    answer = room.desk.delete(f"/api/students/{student.id}")
    assert (answer.status_code, answer.content) == (204, b"")
    after = stored(room.world)
    for table in (*STUDENT_TABLES, "image files"):
        assert after[table] == before[table], table
    assert student.id not in repr(but_the_log(after))


@pytest.mark.spec("5.10")
def test_deleted_student_is_signed_out_and_cannot_sign_in(room: Room) -> None:
    goal = room.world.goal(room.student)
    room.desk.delete(f"/api/students/{room.student.id}")
    assert error(room.tablet.get(f"/api/students/{room.student.id}")) == (401, "not_signed_in")
    assert error(room.tablet.upload(goal, image=PHOTO)) == (401, "not_signed_in")
    assert image_files(room.world) == []


def test_deleted_student_is_in_no_list(room: Room) -> None:
    room.world.submission(room.world.goal(room.student))
    room.desk.delete(f"/api/students/{room.student.id}")
    for path in (
        f"/api/classrooms/{room.classroom.id}/students",
        f"/api/classrooms/{room.classroom.id}/students/stats",
        f"/api/submissions/teacher/{room.teacher.id}",
    ):
        assert room.desk.get(path).json() == []
    for path in ("", "/goals", "/goalbucks", "/ledger"):
        assert error(room.desk.get(f"/api/students/{room.student.id}{path}")) == (404, "not_found")
    assert error(room.desk.delete(f"/api/students/{room.student.id}")) == (404, "not_found")


def test_last_student_of_a_class_can_be_deleted(room: Room) -> None:
    assert room.desk.delete(f"/api/students/{room.student.id}").status_code == 204
    assert len(room.desk.get("/api/classrooms").json()) == 1


@pytest.mark.sqlite_file
def test_failed_student_delete_keeps_rows_and_images(room: Room) -> None:
    room.tablet.upload(room.world.goal(room.student), image=PHOTO)
    with room.world.transactions.writing() as db:
        db.execute(
            text(
                "CREATE TRIGGER refuse BEFORE DELETE ON students "
                "BEGIN SELECT RAISE(ABORT, 'a disk that is full, say'); END"
            )
        )
    with nothing_stored(room.world):
        assert room.desk.delete(f"/api/students/{room.student.id}").status_code >= 500
    assert len(image_files(room.world)) == 2
    assert room.tablet.get("/api/auth/session").status_code == 200
