"""Unlocking of a student whose failed sign-ins reached the limit (specification 2.21)."""

import pytest
from httpx2 import Response

from server.domain.students.models import Student
from server.security import throttle
from server.security.throttle import BROWSER_COOKIE, MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS, SignInAttempt
from tests.factories.app import STUDENT_ADDRESS, ApiClient, error
from tests.factories.classroom import PreparedClassroom
from tests.factories.failed_sign_ins import reach_account_limit
from tests.factories.passwords import PASSWORD
from tests.factories.snapshots import assert_unchanged, count_rows
from tests.server.conftest import MakeTestApp

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


def test_unlocking_resets_the_failures_of_a_known_browser(classroom: PreparedClassroom) -> None:
    known = classroom.test_app.lan_client()
    assert classroom.sign_in_student(known).status_code == 200
    lock(classroom, browser=known)
    unlock(classroom)
    assert classroom.sign_in_student(known).status_code == 200


def test_unlocking_resets_the_failures_from_every_address(classroom: PreparedClassroom) -> None:
    with classroom.test_app.transactions.writing() as db:
        reach_account_limit(db, "student", classroom.student.id)
    assert error(classroom.sign_in_student(classroom.test_app.lan_client("10.0.0.4"))) == LIMITED
    unlock(classroom)
    assert classroom.sign_in_student(classroom.test_app.lan_client("10.0.0.4")).status_code == 200


def test_an_unlocked_student_can_change_the_password_again(classroom: PreparedClassroom) -> None:
    path = f"/api/students/{classroom.student.id}/password"
    body = {"currentPassword": PASSWORD, "newPassword": "changed"}
    lock(classroom)
    assert error(classroom.student_client.put(path, body)) == LIMITED
    unlock(classroom)
    assert classroom.student_client.put(path, body).status_code == 204


def test_unlocking_a_student_keeps_classmates_locked(classroom: PreparedClassroom) -> None:
    classmate = classroom.test_app.student(classroom.row)
    lock(classroom)
    lock(classroom, classmate)
    unlock(classroom)
    assert error(classroom.sign_in_student(classroom.test_app.lan_client(), student=classmate)) == LIMITED


def test_unlocking_removes_the_students_failures_from_the_address_limit(make_test_app: MakeTestApp) -> None:
    classroom = PreparedClassroom.create(make_test_app(address_failure_limit=12))
    classmate = classroom.test_app.student(classroom.row)
    lock(classroom)
    for _ in range(2):
        classroom.sign_in_student(classroom.test_app.lan_client(), "wrong", classmate)
    assert error(classroom.sign_in_student(classroom.test_app.lan_client(), student=classmate)) == LIMITED
    unlock(classroom)
    assert classroom.sign_in_student(classroom.test_app.lan_client(), student=classmate).status_code == 200
    assert count_rows(classroom.test_app, "sign_in_failures") == 2


def test_unlocking_a_student_who_is_not_locked_changes_nothing(classroom: PreparedClassroom) -> None:
    with assert_unchanged(classroom.test_app):
        assert unlock(classroom).status_code == 204


def test_another_teacher_and_the_student_cannot_unlock(classroom: PreparedClassroom) -> None:
    elsewhere = classroom.other_teachers_classroom()
    lock(classroom)
    path = f"/api/students/{classroom.student.id}/unlock"
    with assert_unchanged(classroom.test_app):
        assert error(elsewhere.teacher_client.post(path)) == (404, "not_found")
        assert error(classroom.student_client.post(path)) == (403, "wrong_role")
    assert error(classroom.sign_in_student(classroom.test_app.lan_client())) == LIMITED


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


def test_unlocking_a_class_without_failures_changes_nothing(classroom: PreparedClassroom) -> None:
    with assert_unchanged(classroom.test_app):
        assert classroom.teacher_client.post(f"/api/classrooms/{classroom.row.id}/unlock").status_code == 204
