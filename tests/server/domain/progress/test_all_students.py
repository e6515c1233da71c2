"""The students of all classes of a teacher with their progress (specification 3.5)."""

from typing import Any

from tests.factories.classroom import PreparedClassroom
from tests.factories.response_fields import STUDENT_STATS_ROW


def rows(classroom: PreparedClassroom) -> list[dict[str, Any]]:
    return classroom.list_rows(f"/api/students/teacher/{classroom.teacher.id}", STUDENT_STATS_ROW)


def test_student_row_is_the_dashboard_row_with_the_class_name(classroom: PreparedClassroom) -> None:
    other = classroom.other_classroom()
    classroom.test_app.completed_goal(classroom.student, "Read", 5)
    classroom.test_app.award(other.student, 7)
    for each in (classroom, other):
        (row,) = classroom.teacher_client.get(f"/api/classrooms/{each.row.id}/students/stats").json()
        assert row | {"className": each.row.name} in rows(classroom)
    assert len(rows(classroom)) == 2
