"""Deleting a class removes everything listed in the confirmation, including images (specification 4.8)."""

from functools import partial

import pytest

from tests.factories.api_client import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.concurrency import run_concurrently
from tests.factories.images import photo_jpeg
from tests.factories.snapshots import list_image_files, take_snapshot, without_activity_log

CLASS_TABLES = ("classrooms", "students", "goals", "submissions", "goalbuck_entries", "balances")
PHOTO = photo_jpeg(300, 400, grain=False)


def fill_class(classroom: PreparedClassroom) -> None:
    """Add goals, submissions with and without an image, a completed goal and a second student."""
    goals = [classroom.test_app.goal(classroom.student) for _ in range(3)]
    assert classroom.student_client.upload(goals[0], image=PHOTO).status_code == 201
    sent = classroom.student_client.upload(goals[1], image=PHOTO, text="Done").json()
    assert (
        classroom.teacher_client.patch(f"/api/submissions/{sent['id']}/review", {"status": "approved"}).status_code
        == 200
    )
    assert classroom.student_client.upload(goals[2], text="Done").status_code == 201
    classroom.test_app.completed_goal(classroom.test_app.student(classroom.row))


@pytest.mark.postgresql
@pytest.mark.spec("4.8")
def test_deleting_a_class_removes_all_its_rows_and_images(classroom: PreparedClassroom) -> None:
    fill_class(classroom)
    assert len(list_image_files(classroom.test_app)) == 4
    response = classroom.teacher_client.delete(f"/api/classrooms/{classroom.row.id}")
    assert (response.status_code, response.content) == (204, b"")
    left = take_snapshot(classroom.test_app)
    assert {table: left[table] for table in CLASS_TABLES} == {table: [] for table in CLASS_TABLES}
    assert left["image files"] == []
    assert classroom.row.id not in repr(without_activity_log(left))
    assert len(left["teachers"]) == 1


def test_deleting_a_class_leaves_other_classes_unchanged(classroom: PreparedClassroom) -> None:
    other, elsewhere = classroom.other_classroom(), classroom.other_teachers_classroom()
    for each in (other, elsewhere):
        fill_class(each)
    before = take_snapshot(classroom.test_app)
    third = classroom.other_classroom()
    fill_class(third)
    classroom.teacher_client.delete(f"/api/classrooms/{third.row.id}")
    after = take_snapshot(classroom.test_app)
    for table in (*CLASS_TABLES, "image files"):
        assert after[table] == before[table]


def test_deleted_class_is_404_for_teacher_and_students(classroom: PreparedClassroom) -> None:
    goal = classroom.test_app.goal(classroom.student)
    sent = classroom.student_client.upload(goal, image=PHOTO).json()
    classroom.teacher_client.delete(f"/api/classrooms/{classroom.row.id}")
    for path in (f"/api/classrooms/single/{classroom.row.id}", f"/api/submissions/{sent['id']}/image"):
        assert error(classroom.teacher_client.get(path)) == (404, "not_found")
    assert classroom.teacher_client.get("/api/classrooms").json() == []
    assert error(classroom.student_client.get(f"/api/students/{classroom.student.id}/goals")) == (401, "not_signed_in")
    assert error(classroom.student_client.upload(goal, text="Done")) == (401, "not_signed_in")


@pytest.mark.postgresql
def test_concurrent_class_deletes_succeed_once_and_are_404_otherwise(classroom: PreparedClassroom) -> None:
    teacher_clients = [classroom.test_app.client_for(classroom.teacher) for _ in range(2)]
    responses = run_concurrently(
        *(partial(teacher_client.delete, f"/api/classrooms/{classroom.row.id}") for teacher_client in teacher_clients)
    )
    assert sorted(response.status_code for response in responses) == [204, 404]
