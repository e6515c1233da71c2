"""Usernames are unique within a class, ignoring case and surrounding whitespace (specification 5.2)."""

from functools import partial
from typing import Any

import pytest

from tests.factories.api_client import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.concurrency import run_concurrently
from tests.factories.snapshots import assert_unchanged, count_rows

CALL = "/api/students"
ERROR_MESSAGE = "Another student in this class already has this username. Please choose another one."


def student_body(classroom: PreparedClassroom, username: str) -> dict[str, Any]:
    return {
        "firstName": "Noor",
        "lastName": "Ali",
        "username": username,
        "password": "pass",
        "classroomId": classroom.row.id,
    }


@pytest.mark.spec("5.2")
def test_creating_a_student_with_a_taken_username_is_409(classroom: PreparedClassroom) -> None:
    classroom.test_app.student(classroom.row, username="amara.o")
    with assert_unchanged(classroom.test_app):
        response = classroom.teacher_client.post(CALL, student_body(classroom, " AMARA.O"))
    assert error(response) == (409, "username_taken")
    assert response.json()["error"] == ERROR_MESSAGE


@pytest.mark.spec("5.2")
@pytest.mark.parametrize(
    ("username", "code", "problem"),
    [
        ("amara\u200b.o", "username_invisible", "This username has a character that can't be seen."),
        ("amara.\u043e", "username_mixed", "This username mixes letters of two alphabets in one word"),
    ],
)
def test_a_new_username_that_looks_like_another_one_is_422(
    classroom: PreparedClassroom, username: str, code: str, problem: str
) -> None:
    body = student_body(classroom, username)
    with assert_unchanged(classroom.test_app):
        for response in (
            classroom.teacher_client.post(CALL, body),
            classroom.teacher_client.put(f"{CALL}/{classroom.student.id}", body),
        ):
            assert error(response) == (422, code)
            assert response.json()["fields"]["username"].startswith(problem)


@pytest.mark.postgresql
def test_concurrent_creations_with_one_username_succeed_once(classroom: PreparedClassroom) -> None:
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


@pytest.mark.postgresql
def test_concurrent_renames_to_one_username_succeed_once(classroom: PreparedClassroom) -> None:
    students = [classroom.test_app.student(classroom.row) for _ in range(2)]
    teacher_clients = [classroom.test_app.client_for(classroom.teacher) for _ in students]
    calls = [
        partial(teacher_client.put, f"{CALL}/{student.id}", student_body(classroom, "noor"))
        for teacher_client, student in zip(teacher_clients, students, strict=True)
    ]
    assert sorted(response.status_code for response in run_concurrently(*calls)) == [200, 409]
