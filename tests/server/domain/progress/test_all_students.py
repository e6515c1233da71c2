"""The students of all classes of a teacher with their progress (specification 3.5)."""

from typing import Any

import pytest

from tests.factories.fields import STUDENT_STATS_ROW
from tests.factories.room import Room
from tests.factories.world import error

pytestmark = pytest.mark.postgresql


def rows(room: Room) -> list[dict[str, Any]]:
    listed = room.desk.get(f"/api/students/teacher/{room.teacher.id}")
    assert listed.status_code == 200
    found: list[dict[str, Any]] = listed.json()
    assert all(set(row) == STUDENT_STATS_ROW for row in found)
    return found


def test_student_row_is_the_dashboard_row_with_the_class_name(room: Room) -> None:
    other = room.another()
    room.world.completed_goal(room.student, "Read", 5)
    room.world.award(other.student, 7)
    for each in (room, other):
        (row,) = room.desk.get(f"/api/classrooms/{each.classroom.id}/students/stats").json()
        assert row | {"className": each.classroom.name} in rows(room)
    assert len(rows(room)) == 2


def test_all_students_are_sorted_by_last_then_first_name_across_classes(room: Room) -> None:
    other = room.another()
    for each, first, last in (
        (room, "zoe", "Adams"),
        (other, "Émile", "adams"),
        (room, "Ana", "Ódor"),
        (other, "Bob", "adams"),
    ):
        room.world.student(each.classroom, first, last)
    names = [f"{row['firstName']} {row['lastName']}" for row in rows(room)]
    assert names == ["Bob adams", "Émile adams", "zoe Adams", "Ana Ódor", "Amara Okafor", "Amara Okafor"]


def test_each_student_has_the_class_code_of_its_class(room: Room) -> None:
    other = room.another()
    told = {row["id"]: (row["classroomId"], row["classCode"]) for row in rows(room)}
    assert told == {each.student.id: (each.classroom.id, each.classroom.class_code) for each in (room, other)}


def test_students_of_other_teachers_are_not_listed(room: Room) -> None:
    elsewhere = room.elsewhere()
    assert [row["id"] for row in rows(room)] == [room.student.id]
    assert [row["id"] for row in rows(elsewhere)] == [elsewhere.student.id]


def test_all_students_is_empty_without_students(room: Room) -> None:
    room.desk.delete(f"/api/students/{room.student.id}")
    assert rows(room) == []


def test_another_teachers_student_list_is_404(room: Room) -> None:
    for teacher_id in (room.elsewhere().teacher.id, "00000000-0000-7000-8000-000000000000", room.student.id, "%00"):
        assert error(room.desk.get(f"/api/students/teacher/{teacher_id}")) == (404, "not_found")
