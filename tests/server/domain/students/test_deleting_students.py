"""Deleting a student removes all goals, progress and images (specification 5.10)."""

import pytest
from sqlalchemy import text

from tests.factories.classroom import PreparedClassroom
from tests.factories.images import photo_jpeg
from tests.factories.snapshots import assert_unchanged, list_image_files, take_snapshot, without_activity_log

PHOTO = photo_jpeg(300, 400, grain=False)
STUDENT_TABLES = ("students", "goals", "submissions", "goalbuck_entries", "balances", "sessions")


@pytest.mark.postgresql
@pytest.mark.spec("5.10")
def test_deleting_a_student_removes_only_that_students_rows_and_images(classroom: PreparedClassroom) -> None:
    classmate = classroom.test_app.student(classroom.row)
    mate = classroom.test_app.client_for(classmate)
    mate.upload(classroom.test_app.goal(classmate), image=PHOTO)
    classroom.test_app.completed_goal(classmate)
    classroom.teacher_client.delete(f"/api/students/{classroom.student.id}")
    before = take_snapshot(classroom.test_app)

    student = classroom.test_app.student(classroom.row)
    student_client = classroom.test_app.client_for(student)
    student_client.upload(classroom.test_app.goal(student), image=PHOTO, text="Done")
    classroom.test_app.submission(classroom.test_app.goal(student))
    classroom.test_app.completed_goal(student)
    assert len(list_image_files(classroom.test_app)) == 4
    response = classroom.teacher_client.delete(f"/api/students/{student.id}")
    assert (response.status_code, response.content) == (204, b"")
    after = take_snapshot(classroom.test_app)
    for table in (*STUDENT_TABLES, "image files"):
        assert after[table] == before[table], table
    assert student.id not in repr(without_activity_log(after))


@pytest.mark.sqlite_file
def test_failed_student_delete_keeps_rows_and_images(classroom: PreparedClassroom) -> None:
    classroom.student_client.upload(classroom.test_app.goal(classroom.student), image=PHOTO)
    with classroom.test_app.transactions.writing() as db:
        db.execute(
            text(
                "CREATE TRIGGER refuse BEFORE DELETE ON students "
                "BEGIN SELECT RAISE(ABORT, 'a disk that is full, say'); END"
            )
        )
    with assert_unchanged(classroom.test_app):
        assert classroom.teacher_client.delete(f"/api/students/{classroom.student.id}").status_code >= 500
    assert len(list_image_files(classroom.test_app)) == 2
    assert classroom.student_client.get("/api/auth/session").status_code == 200
