"""Changes to an account while a password for it is being verified, which takes a while."""

from collections.abc import Callable

import pytest
from httpx2 import Response

from server.domain.auth import secret_verification
from server.domain.students.models import Student
from server.school.admin.service import reset_password
from server.security.passwords import check_password
from tests.factories.passwords import PASSWORD
from tests.factories.room import Room
from tests.factories.stored import count
from tests.factories.world import error

pytestmark = pytest.mark.postgresql

DuringVerification = Callable[[Callable[[], object]], None]


@pytest.fixture
def during_verification(monkeypatch: pytest.MonkeyPatch) -> DuringVerification:
    """Run an action after the password was verified, before the sign-in is completed."""

    def arrange(action: Callable[[], object]) -> None:
        async def check(hashed: str | None, password: str) -> bool:
            correct = await check_password(hashed, password)
            action()
            return correct

        monkeypatch.setattr(secret_verification, "check_password", check)

    return arrange


def sign_in(room: Room, role: str) -> Response:
    login_name = room.student.username if role == "student" else room.teacher.email
    body = {"username": login_name, "password": PASSWORD, "classCode": room.classroom.class_code}
    return room.world.visitor().post(f"/api/auth/{role}", body)


def give_new_password(room: Room, role: str) -> None:
    with room.world.transactions.writing() as db:
        if role == "teacher":
            reset_password(db, room.teacher.email, "a new hash")
        else:
            db.get_one(Student, room.student.id).password_hash = "a new hash"


@pytest.mark.parametrize("role", ["student", "teacher"])
def test_a_password_replaced_during_its_verification_is_wrong(
    room: Room, during_verification: DuringVerification, role: str
) -> None:
    during_verification(lambda: give_new_password(room, role))
    before = count(room.world, "known_browsers")
    assert error(sign_in(room, role)) == (401, "invalid_credentials")
    assert count(room.world, "known_browsers") == before
    assert count(room.world, "sign_in_failures") == 1


def test_a_student_deleted_during_the_verification_is_not_signed_in(
    room: Room, during_verification: DuringVerification
) -> None:
    def delete() -> None:
        with room.world.transactions.writing() as db:
            db.delete(db.get_one(Student, room.student.id))

    during_verification(delete)
    assert error(sign_in(room, "student")) == (401, "invalid_credentials")
