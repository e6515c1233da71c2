"""Fixtures: students to erase."""

import pytest

from server.domain.students.models import Student
from tests.factories.classroom import PreparedClassroom
from tests.factories.full_history import create_full_history
from tests.server.data_protection.privacy.erasure_helpers import (
    FIRST,
    GOAL,
    LAST,
    OWN_PHOTO,
    TEXT,
    USERNAME,
    write_to_free_pages,
)


@pytest.fixture
def erased_student(classroom: PreparedClassroom) -> Student:
    """A student with unique names and rows in every table, including deleted rows and former names."""
    test_app = classroom.test_app
    student = test_app.student(classroom.row, FIRST, LAST, username=USERNAME)
    own = PreparedClassroom(
        test_app, classroom.teacher, classroom.row, student, classroom.teacher_client, test_app.client_for(student)
    )
    create_full_history(own)
    assert own.student_client.upload(test_app.goal(student, GOAL), image=OWN_PHOTO, text=TEXT).status_code == 201
    gone = test_app.goal(student, f"{GOAL} again")
    assert classroom.teacher_client.delete(f"/api/goals/{gone.id}").status_code == 204
    for password in ("wrong", "class-password"):
        credentials = {"username": USERNAME, "password": password, "classCode": classroom.row.class_code}
        test_app.lan_client().post("/api/auth/student", credentials)
    body = {"studentId": student.id, "classroomId": classroom.row.id, "name": GOAL, "goalbucks": 5}
    assert classroom.teacher_client.post("/api/goals", body, headers={"Idempotency-Key": "one"}).status_code == 201
    write_to_free_pages(test_app.data_folder / "goalbucks.db", TEXT)
    return student


@pytest.fixture
def newcomer(classroom: PreparedClassroom) -> Student:
    """A student without any activity."""
    return classroom.test_app.student(classroom.row, FIRST, LAST)
