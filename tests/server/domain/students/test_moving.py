"""Moving a student with all data to another class of the same teacher (specification 5.9)."""

from functools import partial
from typing import Any

import pytest
from httpx2 import Response
from sqlalchemy import select

from server.database.base import Base
from server.domain.class_goals.models import ClassGoalGift
from server.domain.groups.models import StudentGroupMember
from server.domain.savings.models import SavingsGoal
from server.domain.series.service import leave_all
from server.domain.students.models import Student
from tests.factories.api_client import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.concurrency import run_concurrently
from tests.factories.full_history import create_full_history, tables_with_columns
from tests.factories.response_fields import STUDENT
from tests.factories.snapshots import assert_unchanged, list_image_files, take_snapshot

OWN_LISTS = (
    "/api/students/{}/goals",
    "/api/students/{}/goalbucks",
    "/api/students/{}/ledger",
    "/api/submissions/student/{}",
    "/api/goal-suggestions/student/{}",
    "/api/purchases/student/{}",
)


def move(classroom: PreparedClassroom, classroom_id: str, student: Student | None = None) -> Response:
    return classroom.teacher_client.put(
        f"/api/students/{(student or classroom.student).id}/classroom", {"classroomId": classroom_id}
    )


def referenced_classes(classroom: PreparedClassroom) -> dict[str, set[str]]:
    """Return the classes of the student's rows in each table with a student and a class, except the activity log."""
    with classroom.test_app.open_session() as db:
        return {
            name: set(db.scalars(select(table.c.classroom_id).where(table.c.student_id == classroom.student.id)))
            for name, table in Base.metadata.tables.items()
            if name in set(tables_with_columns("student_id", "classroom_id")) - {"activity"}
        }


def create_history_that_moves(classroom: PreparedClassroom) -> None:
    """Create a full history, without what a student leaves by moving: groups, series, savings and class goal."""
    create_full_history(classroom)
    (class_goal,) = classroom.student_client.get(f"/api/class-goals/classroom/{classroom.row.id}").json()
    assert classroom.student_client.delete(f"/api/class-goals/{class_goal['id']}/gifts").status_code == 204
    with classroom.test_app.transactions.writing() as db:
        for left in (StudentGroupMember, SavingsGoal, ClassGoalGift):
            db.query(left).delete()
        leave_all(db, classroom.student.id)


def own_data(classroom: PreparedClassroom) -> dict[str, Any]:
    """Return everything that the student can read, without class ids."""
    seen = {path: classroom.student_client.get(path.format(classroom.student.id)).json() for path in OWN_LISTS}
    for rows in seen.values():
        for row in rows if isinstance(rows, list) else ():
            row.pop("classroomId", None)
    return seen


def test_move_response_shows_the_student_in_the_new_class(classroom: PreparedClassroom) -> None:
    other = classroom.other_classroom()
    before = classroom.teacher_client.get(f"/api/students/{classroom.student.id}").json()
    response = move(classroom, other.row.id)
    assert response.status_code == 200
    assert set(response.json()) == STUDENT
    assert response.json() == before | {"classroomId": other.row.id, "classCode": other.row.class_code}
    assert classroom.student_client.get(f"/api/students/{classroom.student.id}").json() == response.json()


@pytest.mark.postgresql
@pytest.mark.spec("5.9")
def test_move_updates_the_class_in_every_table_that_references_the_student(classroom: PreparedClassroom) -> None:
    other = classroom.other_classroom()
    create_full_history(classroom)
    for each in (classroom, other):
        assert move(classroom, each.row.id).status_code == 200
        named = referenced_classes(classroom)
        assert all(classes == {each.row.id} for classes in named.values()), named


@pytest.mark.spec("5.9")
def test_moved_student_keeps_all_own_data(classroom: PreparedClassroom) -> None:
    create_history_that_moves(classroom)
    before = own_data(classroom)
    assert all(before.values())
    move(classroom, classroom.other_classroom().row.id)
    assert own_data(classroom) == before


@pytest.mark.postgresql
def test_deleting_the_old_class_after_a_move_keeps_the_student(classroom: PreparedClassroom) -> None:
    create_full_history(classroom)
    move(classroom, classroom.other_classroom().row.id)
    before, seen = take_snapshot(classroom.test_app), own_data(classroom)
    images = list_image_files(classroom.test_app)
    assert images
    assert classroom.teacher_client.delete(f"/api/classrooms/{classroom.row.id}").status_code == 204
    after = take_snapshot(classroom.test_app)
    for table in set(tables_with_columns("student_id")) - {"activity"}:
        assert after[table] == before[table], table
    assert list_image_files(classroom.test_app) == images
    assert own_data(classroom) == seen


@pytest.mark.spec("5.9")
def test_moved_student_stays_signed_in_and_then_needs_the_new_class_code(classroom: PreparedClassroom) -> None:
    other = classroom.other_classroom()
    move(classroom, other.row.id)
    assert classroom.student_client.get("/api/auth/session").json()["user"]["classroomId"] == other.row.id
    body = {"username": classroom.student.username, "password": "open sesame"}
    for classroom_row, status in ((classroom.row, 401), (other.row, 200)):
        response = classroom.test_app.lan_client().post(
            "/api/auth/student", body | {"classCode": classroom_row.class_code}
        )
        assert response.status_code == status


def test_moving_there_and_back_changes_nothing(classroom: PreparedClassroom) -> None:
    other = classroom.other_classroom()
    create_history_that_moves(classroom)
    before = take_snapshot(classroom.test_app)
    assert move(classroom, other.row.id).status_code == 200
    assert move(classroom, classroom.row.id).status_code == 200
    after = take_snapshot(classroom.test_app)
    assert len(after.pop("activity")) == len(before.pop("activity")) + 2
    assert after == before


class TestRefusals:
    @pytest.mark.postgresql
    def test_concurrent_moves_of_equal_usernames_succeed_once(self, classroom: PreparedClassroom) -> None:
        third = classroom.test_app.classroom(classroom.teacher)
        students = [
            classroom.test_app.student(each.row, username="amara") for each in (classroom, classroom.other_classroom())
        ]
        teacher_clients = [classroom.test_app.client_for(classroom.teacher) for _ in students]
        responses = run_concurrently(
            *(
                partial(teacher_client.put, f"/api/students/{student.id}/classroom", {"classroomId": third.id})
                for teacher_client, student in zip(teacher_clients, students, strict=True)
            )
        )
        assert sorted(response.status_code for response in responses) == [200, 409]

    def test_moving_to_another_teachers_class_is_404(self, classroom: PreparedClassroom) -> None:
        elsewhere = classroom.other_teachers_classroom()
        with assert_unchanged(classroom.test_app):
            assert error(move(classroom, elsewhere.row.id)) == (404, "not_found")
