"""Moving a student with all data to another class of the same teacher (specification 5.9)."""

from functools import partial
from typing import Any

import pytest
from httpx2 import Response
from sqlalchemy import select

from server.database.base import Base
from server.domain.goalbucks.service import find_mismatches
from server.domain.students.models import Student
from tests.factories.at_once import at_once
from tests.factories.bad_values import UNKNOWN_IDS
from tests.factories.fields import STUDENT
from tests.factories.lived_in import live_in, tables_with
from tests.factories.room import Room
from tests.factories.stored import but_the_log, image_files, nothing_stored, stored
from tests.factories.world import error

pytestmark = pytest.mark.postgresql

OWN_LISTS = (
    "/api/students/{}/goals",
    "/api/students/{}/goalbucks",
    "/api/students/{}/ledger",
    "/api/submissions/student/{}",
    "/api/goal-suggestions/student/{}",
    "/api/purchases/student/{}",
)


def move(room: Room, classroom_id: str, student: Student | None = None) -> Response:
    return room.desk.put(f"/api/students/{(student or room.student).id}/classroom", {"classroomId": classroom_id})


def referenced_classes(room: Room) -> dict[str, set[str]]:
    """Return the classes referenced by the student's rows, for each table with a student and a class."""
    with room.world.look() as db:
        return {
            name: set(db.scalars(select(table.c.classroom_id).where(table.c.student_id == room.student.id)))
            for name, table in Base.metadata.tables.items()
            if name in tables_with("student_id", "classroom_id")
        }


def own_data(room: Room) -> dict[str, Any]:
    """Return everything that the student can read, without class ids."""
    seen = {path: room.tablet.get(path.format(room.student.id)).json() for path in OWN_LISTS}
    for rows in seen.values():
        for row in rows if isinstance(rows, list) else ():
            row.pop("classroomId", None)
    return seen


def test_move_response_shows_the_student_in_the_new_class(room: Room) -> None:
    other = room.another()
    before = room.desk.get(f"/api/students/{room.student.id}").json()
    answer = move(room, other.classroom.id)
    assert answer.status_code == 200
    assert set(answer.json()) == STUDENT
    assert answer.json() == before | {"classroomId": other.classroom.id, "classCode": other.classroom.class_code}
    assert room.tablet.get(f"/api/students/{room.student.id}").json() == answer.json()


@pytest.mark.spec("5.9")
def test_move_updates_the_class_in_every_table_that_references_the_student(room: Room) -> None:
    other = room.another()
    live_in(room)
    for each in (room, other):
        assert move(room, each.classroom.id).status_code == 200
        named = referenced_classes(room)
        assert set(named) == set(tables_with("student_id", "classroom_id"))
        assert all(classes == {each.classroom.id} for classes in named.values()), named


def test_moved_student_keeps_all_own_data(room: Room) -> None:
    live_in(room)
    before = own_data(room)
    assert all(before.values())
    move(room, room.another().classroom.id)
    assert own_data(room) == before


def test_deleting_the_old_class_after_a_move_keeps_the_student(room: Room) -> None:
    live_in(room)
    move(room, room.another().classroom.id)
    before, seen = stored(room.world), own_data(room)
    images = image_files(room.world)
    assert images
    assert room.desk.delete(f"/api/classrooms/{room.classroom.id}").status_code == 204
    after = stored(room.world)
    for table in set(tables_with("student_id")) - {"activity"}:
        assert after[table] == before[table], table
    assert image_files(room.world) == images
    assert own_data(room) == seen


def test_deleting_the_new_class_deletes_the_moved_student(room: Room) -> None:
    other = room.another()
    live_in(room)
    move(room, other.classroom.id)
    room.desk.delete(f"/api/classrooms/{other.classroom.id}")
    assert room.student.id not in repr(but_the_log(stored(room.world)))
    assert image_files(room.world) == []


@pytest.mark.spec("5.9")
def test_balance_of_a_moved_student_is_unchanged(room: Room) -> None:
    other = room.another()
    live_in(room)
    balance = room.tablet.get(f"/api/students/{room.student.id}/goalbucks").json()
    move(room, other.classroom.id)
    with room.world.look() as db:
        assert find_mismatches(db) == []
    rows = {row["id"]: row for row in room.desk.get(f"/api/classrooms/{other.classroom.id}/students/stats").json()}
    assert rows[room.student.id]["goalbucks"] == balance["balance"] == 107
    assert room.desk.get(f"/api/classrooms/{room.classroom.id}/students/stats").json() == []


def test_teachers_lists_show_the_new_class_of_a_moved_student(room: Room) -> None:
    classroom = room.world.classroom(room.teacher, "Art")
    live_in(room)
    move(room, classroom.id)
    for path in ("submissions", "goal-suggestions", "goals", "students"):
        rows = room.desk.get(f"/api/{path}/teacher/{room.teacher.id}").json()
        assert {row["className"] for row in rows} == {"Art"}, path
    assert len(room.desk.get(f"/api/purchases/classroom/{classroom.id}").json()) == 3
    assert room.desk.get(f"/api/purchases/classroom/{room.classroom.id}").json() == []


def test_moved_student_buys_only_in_the_new_classs_store(room: Room) -> None:
    other = room.another()
    old, new = room.world.item(room.classroom), room.world.item(other.classroom)
    room.world.award(room.student, 10)
    move(room, other.classroom.id)
    assert error(room.tablet.post("/api/purchases", {"itemId": old.id})) == (404, "not_found")
    assert room.tablet.post("/api/purchases", {"itemId": new.id}).status_code == 201
    assert error(room.tablet.get(f"/api/store/classroom/{room.classroom.id}")) == (404, "not_found")
    assert room.tablet.get(f"/api/store/classroom/{other.classroom.id}").status_code == 200


@pytest.mark.spec("5.9")
def test_moved_student_stays_signed_in_and_then_needs_the_new_class_code(room: Room) -> None:
    other = room.another()
    move(room, other.classroom.id)
    assert room.tablet.get("/api/auth/session").json()["user"]["classroomId"] == other.classroom.id
    body = {"username": room.student.username, "password": "open sesame"}
    for classroom, status in ((room.classroom, 401), (other.classroom, 200)):
        answer = room.world.device().post("/api/auth/student", body | {"classCode": classroom.class_code})
        assert answer.status_code == status


def test_pending_submissions_of_a_moved_student_can_be_reviewed(room: Room) -> None:
    submission = room.world.submission(room.world.goal(room.student, goalbucks=25))
    move(room, room.another().classroom.id)
    assert room.desk.patch(f"/api/submissions/{submission.id}/review", {"status": "approved"}).status_code == 200
    assert room.tablet.get(f"/api/students/{room.student.id}/goalbucks").json()["balance"] == 25


def test_moving_there_and_back_changes_nothing(room: Room) -> None:
    other = room.another()
    live_in(room)
    before = stored(room.world)
    assert move(room, other.classroom.id).status_code == 200
    assert move(room, room.classroom.id).status_code == 200
    after = stored(room.world)
    assert len(after.pop("activity")) == len(before.pop("activity")) + 2
    assert after == before


def test_moving_to_the_same_class_changes_nothing(room: Room) -> None:
    live_in(room)
    with nothing_stored(room.world):
        assert move(room, room.classroom.id).status_code == 200


def test_moving_a_student_leaves_classmates_unchanged(room: Room) -> None:
    mate = room.world.student(room.classroom)
    classmate = Room(room.world, room.teacher, room.classroom, mate, room.desk, room.world.signed_in(mate))
    live_in(classmate)
    before = referenced_classes(classmate)
    move(room, room.another().classroom.id)
    assert referenced_classes(classmate) == before


class TestRefusals:
    @pytest.mark.parametrize("username", ["amara", " AMARA ", "\uff21mara"])
    def test_moving_to_a_class_with_the_same_username_is_409(self, room: Room, username: str) -> None:
        other = room.another()
        room.world.student(other.classroom, username="Amara")
        student = room.world.student(room.classroom, username=username)
        with nothing_stored(room.world):
            answer = move(room, other.classroom.id, student)
        assert error(answer) == (409, "username_taken")

    def test_concurrent_moves_of_equal_usernames_succeed_once(self, room: Room) -> None:
        third = room.world.classroom(room.teacher)
        students = [room.world.student(each.classroom, username="amara") for each in (room, room.another())]
        desks = [room.world.signed_in(room.teacher) for _ in students]
        answers = at_once(
            *(
                partial(desk.put, f"/api/students/{student.id}/classroom", {"classroomId": third.id})
                for desk, student in zip(desks, students, strict=True)
            )
        )
        assert sorted(answer.status_code for answer in answers) == [200, 409]

    def test_moving_to_another_teachers_class_is_404(self, room: Room) -> None:
        elsewhere = room.elsewhere()
        with nothing_stored(room.world):
            assert error(move(room, elsewhere.classroom.id)) == (404, "not_found")
            assert error(move(room, room.classroom.id, elsewhere.student)) == (404, "not_found")
            assert error(move(elsewhere, elsewhere.classroom.id, room.student)) == (404, "not_found")

    @pytest.mark.parametrize("unknown", UNKNOWN_IDS)
    def test_moving_to_an_unknown_class_is_404(self, untouched: Room, unknown: str) -> None:
        with nothing_stored(untouched.world):
            assert error(move(untouched, unknown)) == (404, "not_found")

    @pytest.mark.parametrize("value", [5, None])
    def test_invalid_class_id_of_a_move_is_422(self, untouched: Room, value: object) -> None:
        with nothing_stored(untouched.world):
            path = f"/api/students/{untouched.student.id}/classroom"
            answer = untouched.desk.put(path, {"classroomId": value})
        assert error(answer) == (422, "invalid")
        assert set(answer.json()["fields"]) == {"classroomId"}
