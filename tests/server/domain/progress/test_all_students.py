"""The students of all classes of a teacher with their progress (specification 3.5)."""

from typing import Any

import pytest

from tests.factories.app import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.response_fields import STUDENT_STATS_ROW


def rows(classroom: PreparedClassroom) -> list[dict[str, Any]]:
    listed = classroom.teacher_client.get(f"/api/students/teacher/{classroom.teacher.id}")
    assert listed.status_code == 200
    found: list[dict[str, Any]] = listed.json()
    assert all(set(row) == STUDENT_STATS_ROW for row in found)
    return found


def test_student_row_is_the_dashboard_row_with_the_class_name(classroom: PreparedClassroom) -> None:
    other = classroom.other_classroom()
    classroom.test_app.completed_goal(classroom.student, "Read", 5)
    classroom.test_app.award(other.student, 7)
    for each in (classroom, other):
        (row,) = classroom.teacher_client.get(f"/api/classrooms/{each.row.id}/students/stats").json()
        assert row | {"className": each.row.name} in rows(classroom)
    assert len(rows(classroom)) == 2


@pytest.mark.postgresql
def test_all_students_are_sorted_by_last_then_first_name_across_classes(classroom: PreparedClassroom) -> None:
    other = classroom.other_classroom()
    for each, first, last in (
        (classroom, "zoe", "Adams"),
        (other, "Émile", "adams"),
        (classroom, "Ana", "Ódor"),
        (other, "Bob", "adams"),
    ):
        classroom.test_app.student(each.row, first, last)
    names = [f"{row['firstName']} {row['lastName']}" for row in rows(classroom)]
    assert names == ["Bob adams", "Émile adams", "zoe Adams", "Ana Ódor", "Amara Okafor", "Amara Okafor"]


def test_each_student_has_the_class_code_of_its_class(classroom: PreparedClassroom) -> None:
    other = classroom.other_classroom()
    shown = {row["id"]: (row["classroomId"], row["classCode"]) for row in rows(classroom)}
    assert shown == {each.student.id: (each.row.id, each.row.class_code) for each in (classroom, other)}


def test_students_of_other_teachers_are_not_listed(classroom: PreparedClassroom) -> None:
    elsewhere = classroom.other_teachers_classroom()
    assert [row["id"] for row in rows(classroom)] == [classroom.student.id]
    assert [row["id"] for row in rows(elsewhere)] == [elsewhere.student.id]


def test_all_students_is_empty_without_students(classroom: PreparedClassroom) -> None:
    classroom.teacher_client.delete(f"/api/students/{classroom.student.id}")
    assert rows(classroom) == []


def test_another_teachers_student_list_is_404(classroom: PreparedClassroom) -> None:
    for teacher_id in (
        classroom.other_teachers_classroom().teacher.id,
        "00000000-0000-7000-8000-000000000000",
        classroom.student.id,
        "%00",
    ):
        assert error(classroom.teacher_client.get(f"/api/students/teacher/{teacher_id}")) == (404, "not_found")
