"""Deleting a class removes everything listed in the confirmation, including images (specification 4.8)."""

from functools import partial

import pytest

from tests.factories.at_once import at_once
from tests.factories.images import photo_jpeg
from tests.factories.room import Room
from tests.factories.stored import but_the_log, image_files, nothing_stored, stored
from tests.factories.world import error

pytestmark = pytest.mark.postgresql

CLASS_TABLES = ("classrooms", "students", "goals", "submissions", "goalbuck_entries", "balances")
PHOTO = photo_jpeg(300, 400, grain=False)


def fill_class(room: Room) -> None:
    """Add goals, submissions with and without an image, a completed goal and a second student."""
    goals = [room.world.goal(room.student) for _ in range(3)]
    assert room.tablet.upload(goals[0], image=PHOTO).status_code == 201
    sent = room.tablet.upload(goals[1], image=PHOTO, text="Done").json()
    assert room.desk.patch(f"/api/submissions/{sent['id']}/review", {"status": "approved"}).status_code == 200
    assert room.tablet.upload(goals[2], text="Done").status_code == 201
    room.world.completed_goal(room.world.student(room.classroom))


@pytest.mark.spec("4.8")
def test_deleting_a_class_removes_all_its_rows_and_images(room: Room) -> None:
    fill_class(room)
    assert len(image_files(room.world)) == 4
    answer = room.desk.delete(f"/api/classrooms/{room.classroom.id}")
    assert (answer.status_code, answer.content) == (204, b"")
    left = stored(room.world)
    assert {table: left[table] for table in CLASS_TABLES} == {table: [] for table in CLASS_TABLES}
    assert left["image files"] == []
    assert room.classroom.id not in repr(but_the_log(left))
    assert len(left["teachers"]) == 1


def test_deleting_a_class_leaves_other_classes_unchanged(room: Room) -> None:
    other, elsewhere = room.another(), room.elsewhere()
    for each in (other, elsewhere):
        fill_class(each)
    before = stored(room.world)
    third = room.another()
    fill_class(third)
    room.desk.delete(f"/api/classrooms/{third.classroom.id}")
    after = stored(room.world)
    for table in (*CLASS_TABLES, "image files"):
        assert after[table] == before[table]


def test_deleted_class_is_404_for_teacher_and_students(room: Room) -> None:
    goal = room.world.goal(room.student)
    sent = room.tablet.upload(goal, image=PHOTO).json()
    room.desk.delete(f"/api/classrooms/{room.classroom.id}")
    for path in (
        f"/api/classrooms/single/{room.classroom.id}",
        f"/api/classrooms/{room.classroom.id}/students",
        f"/api/classrooms/{room.classroom.id}/students/stats",
        f"/api/students/{room.student.id}",
        f"/api/students/{room.student.id}/goals",
        f"/api/submissions/{sent['id']}/image",
    ):
        assert error(room.desk.get(path)) == (404, "not_found")
    assert room.desk.get("/api/classrooms").json() == []
    assert room.desk.get(f"/api/submissions/teacher/{room.teacher.id}").json() == []
    assert error(room.tablet.get(f"/api/students/{room.student.id}/goals")) == (401, "not_signed_in")
    assert error(room.tablet.upload(goal, text="Done")) == (401, "not_signed_in")
    assert error(room.desk.delete(f"/api/classrooms/{room.classroom.id}")) == (404, "not_found")


def test_concurrent_class_deletes_succeed_once_and_are_404_otherwise(room: Room) -> None:
    desks = [room.world.signed_in(room.teacher) for _ in range(2)]
    answers = at_once(*(partial(desk.delete, f"/api/classrooms/{room.classroom.id}") for desk in desks))
    assert sorted(answer.status_code for answer in answers) == [204, 404]


def test_another_teachers_class_is_404_like_an_unknown_one(room: Room) -> None:
    elsewhere = room.elsewhere()
    with nothing_stored(room.world):
        theirs = room.desk.delete(f"/api/classrooms/{elsewhere.classroom.id}")
        nobodys = room.desk.delete("/api/classrooms/00000000-0000-7000-8000-000000000000")
    assert error(theirs) == (404, "not_found")
    assert theirs.json() == nobodys.json()
