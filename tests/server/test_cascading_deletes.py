"""Deleting a student or a class removes its rows from every table that references it."""

import pytest

from tests.factories.classroom import PreparedClassroom
from tests.factories.full_history import create_full_history, tables_with_columns
from tests.factories.snapshots import list_image_files, take_snapshot, without_activity_log

pytestmark = pytest.mark.postgresql


@pytest.mark.spec("4.8", "5.10")
@pytest.mark.parametrize("what", ["student", "classroom"])
def test_deleting_student_or_class_removes_exactly_its_rows_from_every_table(
    classroom: PreparedClassroom, what: str
) -> None:
    others = [classroom.other_classroom(), classroom.other_teachers_classroom()]
    for other in others:
        create_full_history(other)
    others_rows = take_snapshot(classroom.test_app)
    others_images = list_image_files(classroom.test_app)
    create_full_history(classroom)
    suggestion = {"suggestedName": "Swim", "suggestedGoalbucks": 5}
    classroom.student_client.post(
        "/api/goal-suggestions", suggestion, headers={"Idempotency-Key": "its response is kept for a day"}
    )
    rows = take_snapshot(classroom.test_app)
    for table in tables_with_columns("student_id"):
        assert classroom.student.id in repr(rows[table]), f"{table}: create_full_history adds no row"
    row_id = classroom.student.id if what == "student" else classroom.row.id
    assert classroom.teacher_client.delete(f"/api/{what}s/{row_id}").status_code == 204
    left = take_snapshot(classroom.test_app)
    assert row_id not in repr(without_activity_log(left))
    assert classroom.student.id not in repr(without_activity_log(left))
    assert list_image_files(classroom.test_app) == others_images
    for other in others:
        for table in tables_with_columns("student_id"):
            own = [row for row in others_rows[table] if other.student.id in row]
            assert [row for row in left[table] if other.student.id in row] == own, table


def test_deleting_a_student_leaves_the_store_unchanged(classroom: PreparedClassroom) -> None:
    create_full_history(classroom)
    before = take_snapshot(classroom.test_app)["store_items"]
    classroom.teacher_client.delete(f"/api/students/{classroom.student.id}")
    assert take_snapshot(classroom.test_app)["store_items"] == before
