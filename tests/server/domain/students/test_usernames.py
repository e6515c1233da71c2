"""Usernames are unique within a class, ignoring case and surrounding whitespace (specification 5.2)."""

from functools import partial
from typing import Any

import pytest

from tests.factories.app import error
from tests.factories.classroom import TestClassroom
from tests.factories.concurrency import run_concurrently
from tests.factories.snapshots import assert_unchanged, count_rows

pytestmark = pytest.mark.postgresql

CALL = "/api/students"
ERROR_MESSAGE = "Another student in this class already has this username. Please choose another one."
EQUAL_USERNAMES = ["amara.o", "\u00a0AMARA.O\n"]


def student_body(classroom: TestClassroom, username: str) -> dict[str, Any]:
    return {
        "firstName": "Noor",
        "lastName": "Ali",
        "username": username,
        "password": "pass",
        "classroomId": classroom.row.id,
    }


@pytest.mark.spec("5.2")
@pytest.mark.parametrize("username", EQUAL_USERNAMES)
def test_creating_a_student_with_a_taken_username_is_409(classroom: TestClassroom, username: str) -> None:
    classroom.test_app.student(classroom.row, username="amara.o")
    with assert_unchanged(classroom.test_app):
        response = classroom.teacher_client.post(CALL, student_body(classroom, username))
    assert error(response) == (409, "username_taken")
    assert response.json()["error"] == ERROR_MESSAGE


@pytest.mark.parametrize("username", EQUAL_USERNAMES)
def test_renaming_a_student_to_a_taken_username_is_409(classroom: TestClassroom, username: str) -> None:
    classroom.test_app.student(classroom.row, username="amara.o")
    with assert_unchanged(classroom.test_app):
        response = classroom.teacher_client.put(f"{CALL}/{classroom.student.id}", student_body(classroom, username))
    assert error(response) == (409, "username_taken")
    assert (
        classroom.student_client.get("/api/auth/session").status_code == 200
    )  # the new password was not stored either


@pytest.mark.spec("5.2")
@pytest.mark.parametrize(
    ("existing", "requested"), [("Straße", "STRASSE"), ("ÉMILE", "émile"), ("İstanbul", "i̇stanbul")]
)
def test_usernames_are_compared_without_case_in_all_scripts(
    classroom: TestClassroom, existing: str, requested: str
) -> None:
    classroom.test_app.student(classroom.row, username=existing)
    assert error(classroom.teacher_client.post(CALL, student_body(classroom, requested))) == (409, "username_taken")


@pytest.mark.parametrize("username", ["amara o", "amara.o2", "amara", "ámara.o"])
def test_usernames_that_differ_otherwise_are_allowed(classroom: TestClassroom, username: str) -> None:
    classroom.test_app.student(classroom.row, username="amara.o")
    assert classroom.teacher_client.post(CALL, student_body(classroom, username)).status_code == 201


@pytest.mark.spec("5.2")
def test_same_username_is_allowed_in_another_class(classroom: TestClassroom) -> None:
    classroom.test_app.student(classroom.row, username="amara.o")
    for other in (classroom.other_classroom(), classroom.other_teachers_classroom()):
        assert other.teacher_client.post(CALL, student_body(other, "amara.o")).status_code == 201


@pytest.mark.parametrize("username", EQUAL_USERNAMES)
def test_student_may_change_the_case_of_its_own_username(classroom: TestClassroom, username: str) -> None:
    student = classroom.test_app.student(classroom.row, username="amara.o")
    response = classroom.teacher_client.put(f"{CALL}/{student.id}", student_body(classroom, username))
    assert response.status_code == 200
    assert response.json()["username"] == username.strip()


def test_username_of_a_deleted_student_is_free_again(classroom: TestClassroom) -> None:
    student = classroom.test_app.student(classroom.row, username="amara.o")
    classroom.teacher_client.delete(f"{CALL}/{student.id}")
    assert classroom.teacher_client.post(CALL, student_body(classroom, "amara.o")).status_code == 201


def test_concurrent_creations_with_one_username_succeed_once(classroom: TestClassroom) -> None:
    teacher_clients = [classroom.test_app.client_for(classroom.teacher) for _ in range(4)]
    names = ["noor", "NOOR", " noor ", "Noor"]
    responses = run_concurrently(
        *(
            partial(teacher_client.post, CALL, student_body(classroom, name))
            for teacher_client, name in zip(teacher_clients, names, strict=True)
        ),
    )
    assert sorted(response.status_code for response in responses) == [201, 409, 409, 409]
    assert count_rows(classroom.test_app, "students") == 2


def test_concurrent_renames_to_one_username_succeed_once(classroom: TestClassroom) -> None:
    students = [classroom.test_app.student(classroom.row) for _ in range(2)]
    teacher_clients = [classroom.test_app.client_for(classroom.teacher) for _ in students]
    calls = [
        partial(teacher_client.put, f"{CALL}/{student.id}", student_body(classroom, "noor"))
        for teacher_client, student in zip(teacher_clients, students, strict=True)
    ]
    assert sorted(response.status_code for response in run_concurrently(*calls)) == [200, 409]
