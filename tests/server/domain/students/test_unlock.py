"""Unlocking of a student whose failed sign-ins reached the limit (specification 2.21)."""

import pytest
from httpx2 import Response

from server.domain.students.models import Student
from server.security import throttle
from server.security.throttle import BROWSER_COOKIE, MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS, SignInAttempt
from tests.factories.api_client import STUDENT_ADDRESS, ApiClient, error
from tests.factories.classroom import PreparedClassroom
from tests.factories.snapshots import count_rows

LIMITED = (429, "too_many_attempts")


def lock(classroom: PreparedClassroom, student: Student | None = None, browser: ApiClient | None = None) -> None:
    """Record ten failures of the student, at the address of `lan_client`."""
    browser_token = browser.http.cookies[BROWSER_COOKIE] if browser else None
    account_key = throttle.account_key("student", (student or classroom.student).id)
    with classroom.test_app.transactions.writing() as db:
        for _ in range(MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS):
            throttle.record_failure(db, SignInAttempt(account_key, STUDENT_ADDRESS[0], browser_token))
            db.flush()
    assert error(classroom.sign_in_student(browser or classroom.test_app.lan_client(), student=student)) == LIMITED


def unlock(classroom: PreparedClassroom) -> Response:
    return classroom.teacher_client.post(f"/api/students/{classroom.student.id}/unlock")


@pytest.mark.spec("2.21")
def test_an_unlocked_student_signs_in_at_once(classroom: PreparedClassroom) -> None:
    lock(classroom)
    response = unlock(classroom)
    assert (response.status_code, response.content) == (204, b"")
    assert classroom.sign_in_student(classroom.test_app.lan_client()).status_code == 200


@pytest.mark.spec("2.21")
def test_a_locked_student_is_listed_until_unlocked_and_told_to_ask_the_teacher(classroom: PreparedClassroom) -> None:
    path = f"/api/classrooms/{classroom.row.id}/locked"
    assert classroom.teacher_client.get(path).json() == []
    lock(classroom)
    refused = classroom.sign_in_student(classroom.test_app.lan_client()).json()
    assert refused["error"] == "Too many wrong sign-ins. Ask your teacher, or wait a few minutes and try again."
    assert [row["studentId"] for row in classroom.teacher_client.get(path).json()] == [classroom.student.id]
    unlock(classroom)
    assert classroom.teacher_client.get(path).json() == []


@pytest.mark.spec("2.21")
def test_unlocking_a_class_unlocks_its_students_and_no_others(classroom: PreparedClassroom) -> None:
    classmate, elsewhere = classroom.test_app.student(classroom.row), classroom.other_classroom()
    for student in (classroom.student, classmate):
        lock(classroom, student)
    lock(elsewhere)
    assert classroom.teacher_client.post(f"/api/classrooms/{classroom.row.id}/unlock").status_code == 204
    for student in (classroom.student, classmate):
        assert classroom.sign_in_student(classroom.test_app.lan_client(), student=student).status_code == 200
    assert count_rows(classroom.test_app, "sign_in_failures") == MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS
