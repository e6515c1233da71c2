"""Changes to an account while a password for it is being verified, which takes a while."""

from collections.abc import Callable

import pytest
from httpx2 import Response

from server.domain.students.models import Student
from server.school.admin.service import reset_password
from tests.factories.api_client import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.passwords import PASSWORD
from tests.factories.snapshots import count_rows

DuringVerification = Callable[[Callable[[], object]], None]


@pytest.fixture
def during_verification(classroom: PreparedClassroom, monkeypatch: pytest.MonkeyPatch) -> DuringVerification:
    """Run an action after the password was verified, before the sign-in is completed."""

    hasher = classroom.test_app.services.password_hasher
    check_password = hasher.check

    def arrange(action: Callable[[], object]) -> None:
        async def check(hashed: str | None, password: str) -> bool:
            correct = await check_password(hashed, password)
            action()
            return correct

        monkeypatch.setattr(hasher, "check", check)

    return arrange


def sign_in(classroom: PreparedClassroom, role: str) -> Response:
    login_name = classroom.student.username if role == "student" else classroom.teacher.email
    body = {"username": login_name, "password": PASSWORD, "classCode": classroom.row.class_code}
    return classroom.test_app.anonymous_client().post(f"/api/auth/{role}", body)


def give_new_password(classroom: PreparedClassroom, role: str) -> None:
    with classroom.test_app.transactions.writing() as db:
        if role == "teacher":
            reset_password(db, classroom.teacher.email, "a new hash")
        else:
            db.get_one(Student, classroom.student.id).password_hash = "a new hash"


@pytest.mark.parametrize("role", ["student", "teacher"])
def test_a_password_replaced_during_its_verification_is_wrong(
    classroom: PreparedClassroom, during_verification: DuringVerification, role: str
) -> None:
    during_verification(lambda: give_new_password(classroom, role))
    before = count_rows(classroom.test_app, "known_browsers")
    assert error(sign_in(classroom, role)) == (401, "invalid_credentials")
    assert count_rows(classroom.test_app, "known_browsers") == before
    assert count_rows(classroom.test_app, "sign_in_failures") == 1


def test_a_student_deleted_during_the_verification_is_not_signed_in(
    classroom: PreparedClassroom, during_verification: DuringVerification
) -> None:
    def delete() -> None:
        with classroom.test_app.transactions.writing() as db:
            db.delete(db.get_one(Student, classroom.student.id))

    during_verification(delete)
    assert error(sign_in(classroom, "student")) == (401, "invalid_credentials")
