"""Moving several students to another class: all or none (specification 5.19)."""

from functools import partial

import pytest
from httpx2 import Response

from server.domain.students.models import Student
from tests.factories.api_client import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.concurrency import run_concurrently
from tests.factories.snapshots import assert_unchanged

ROUNDS = 5


def move(classroom: PreparedClassroom, to: str, *students: Student) -> Response:
    body = {"studentIds": [student.id for student in students]}
    return classroom.teacher_client.post(f"/api/classrooms/{to}/students/move", body)


@pytest.mark.spec("5.19")
def test_the_response_counts_the_students_who_were_not_there_already(classroom: PreparedClassroom) -> None:
    other = classroom.other_classroom()
    assert move(classroom, other.row.id, classroom.student, other.student).json() == {"count": 1}
    assert move(classroom, other.row.id, classroom.student, other.student).json() == {"count": 0}
    listed = classroom.teacher_client.get(f"/api/classrooms/{other.row.id}/students").json()
    assert {student["id"] for student in listed} == {classroom.student.id, other.student.id}


@pytest.mark.postgresql
@pytest.mark.spec("5.19")
def test_a_student_who_does_not_fit_keeps_all_where_they_are(classroom: PreparedClassroom) -> None:
    other = classroom.test_app.classroom(classroom.teacher, "Room 13")
    fits = classroom.test_app.student(classroom.row, "Noor", "Ali")
    classroom.test_app.student(other, username=classroom.student.username)
    with assert_unchanged(classroom.test_app):
        response = move(classroom, other.id, fits, classroom.student)
    assert error(response) == (409, "username_taken")
    label = f"{classroom.student.full_name} (@{classroom.student.username})"
    assert (response.json()["key"], response.json()["params"]) == (
        "usernames_taken",
        {"className": "Room 13", "names": label},
    )


@pytest.mark.postgresql
def test_moves_of_the_same_students_and_a_purchase_wait_for_each_other(classroom: PreparedClassroom) -> None:
    test_app, student = classroom.test_app, classroom.student
    others = [test_app.classroom(classroom.teacher, name) for name in ("Room 13", "Room 14")]
    classmate = test_app.student(classroom.row, "Noor", "Ali")
    test_app.award(student, 100)
    item = test_app.store_item(classroom.row)
    order = {"studentId": student.id, "itemId": item.id}
    for _ in range(ROUNDS):
        *moved, bought = run_concurrently(
            partial(move, classroom, others[0].id, student, classmate),
            partial(move, classroom, others[1].id, classmate, student),
            partial(classroom.student_client.post, "/api/purchases", order),
        )
        assert [response.status_code for response in moved] == [200, 200]
        assert bought.status_code in {201, 404}
        purchases = classroom.teacher_client.get(f"/api/purchases/student/{student.id}").json()
        now = classroom.teacher_client.get(f"/api/students/{student.id}").json()
        assert {purchase["classroomId"] for purchase in purchases} <= {now["classroomId"]}
        assert move(classroom, classroom.row.id, student, classmate).json() == {"count": 2}
