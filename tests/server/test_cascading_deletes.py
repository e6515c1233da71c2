"""Deleting a student or a class removes its rows from every table that references it."""

import pytest

from tests.factories.lived_in import live_in, tables_with
from tests.factories.room import Room
from tests.factories.stored import but_the_log, image_files, stored

pytestmark = pytest.mark.postgresql


@pytest.mark.parametrize("what", ["student", "classroom"])
def test_deleting_student_or_class_removes_exactly_its_rows_from_every_table(room: Room, what: str) -> None:
    others = [room.another(), room.elsewhere()]
    for other in others:
        live_in(other)
    others_rows = stored(room.world)
    others_images = image_files(room.world)
    live_in(room)
    idea = {"suggestedName": "Swim", "suggestedGoalbucks": 5}
    room.tablet.post("/api/goal-suggestions", idea, headers={"Idempotency-Key": "its answer is kept for a day"})
    rows = stored(room.world)
    for table in tables_with("student_id"):
        assert room.student.id in repr(rows[table]), f"{table}: live_in puts nothing there"
    row_id = room.student.id if what == "student" else room.classroom.id
    assert room.desk.delete(f"/api/{what}s/{row_id}").status_code == 204
    left = stored(room.world)
    assert row_id not in repr(but_the_log(left))
    assert room.student.id not in repr(but_the_log(left))
    assert image_files(room.world) == others_images
    for other in others:
        for table in tables_with("student_id"):
            own = [row for row in others_rows[table] if other.student.id in row]
            assert [row for row in left[table] if other.student.id in row] == own, table


def test_deleting_a_student_leaves_the_store_unchanged(room: Room) -> None:
    live_in(room)
    before = stored(room.world)["store_items"]
    room.desk.delete(f"/api/students/{room.student.id}")
    assert stored(room.world)["store_items"] == before
