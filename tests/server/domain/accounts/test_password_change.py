"""Change of one's own password, which needs the current one (specification 2.27)."""

from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest
from argon2 import PasswordHasher
from httpx2 import Response

from server.domain.students.models import Student
from server.domain.teachers.models import Teacher
from tests.factories.api_client import ApiClient, error, is_signed_in
from tests.factories.classroom import PreparedClassroom
from tests.factories.concurrency import run_concurrently
from tests.factories.invalid_values import NON_STRINGS, without_field
from tests.factories.passwords import PASSWORD
from tests.factories.snapshots import assert_unchanged, count_rows, take_snapshot

NEW = "a better one"
WRONG = (422, "wrong_password")
LIMITED = (429, "too_many_attempts")
BODY = {"currentPassword": PASSWORD, "newPassword": NEW}


@dataclass(frozen=True)
class Account:
    """A teacher's or student's own account; `browser` is signed in to it."""

    classroom: PreparedClassroom
    person: Teacher | Student
    browser: ApiClient
    path: str

    def change(self, browser: ApiClient | None = None, **other: object) -> Response:
        return (browser or self.browser).put(self.path, BODY | other)

    def another_browser(self) -> ApiClient:
        return self.classroom.test_app.client_for(self.person)

    def sign_in(self, password: str, browser: ApiClient | None = None) -> int:
        if isinstance(self.person, Teacher):
            body = {"username": self.person.email, "password": password}
            return (browser or self.classroom.test_app.anonymous_client()).post("/api/auth/teacher", body).status_code
        code = self.classroom.row.class_code
        body = {"username": self.person.username, "password": password, "classCode": code}
        return (browser or self.classroom.test_app.lan_client()).post("/api/auth/student", body).status_code


@pytest.fixture(params=["teacher", "student"])
def account(request: pytest.FixtureRequest, classroom: PreparedClassroom) -> Account:
    return account_of(classroom, request.param)


def account_of(classroom: PreparedClassroom, role: str) -> Account:
    if role == "teacher":
        return Account(
            classroom, classroom.teacher, classroom.teacher_client, f"/api/teachers/{classroom.teacher.id}/password"
        )
    return Account(
        classroom, classroom.student, classroom.student_client, f"/api/students/{classroom.student.id}/password"
    )


class TestChange:
    def test_after_the_change_the_new_password_signs_in_and_the_old_one_does_not(self, account: Account) -> None:
        response = account.change()
        assert (response.status_code, response.content) == (204, b"")
        assert account.sign_in(NEW) == 200
        assert account.sign_in(PASSWORD) == 401

    def test_only_an_argon2id_hash_of_the_new_password_is_stored(self, account: Account) -> None:
        account.change()
        rows = repr(take_snapshot(account.classroom.test_app))
        assert NEW not in rows
        with account.classroom.test_app.open_session() as db:
            person = db.merge(account.person, load=True)
            db.refresh(person)
            found = person.password_hash
        assert found is not None
        assert PasswordHasher().verify(found, NEW)


class TestWrongCurrentPassword:
    @pytest.mark.spec("2.27")
    def test_a_wrong_current_password_is_422_and_keeps_the_session(self, account: Account) -> None:
        response = account.change(currentPassword="wrong")
        assert error(response) == WRONG
        assert response.json()["error"] == "This is not your current password."
        assert set(response.json()["fields"]) == {"currentPassword"}
        assert is_signed_in(account.browser)
        assert account.sign_in(PASSWORD) == 200

    def test_a_wrong_current_password_only_records_the_failure(self, account: Account) -> None:
        before = take_snapshot(account.classroom.test_app)
        account.change(currentPassword="wrong")
        after = take_snapshot(account.classroom.test_app)
        assert len(after.pop("sign_in_failures")) == 1
        assert before.pop("sign_in_failures") == []
        assert [row[3] for row in after.pop("activity")[len(before.pop("activity")) :]] == ["sign_in_failed"]
        assert after == before

    @pytest.mark.spec("2.27")
    def test_wrong_current_passwords_and_failed_sign_ins_count_toward_one_limit(self, account: Account) -> None:
        for _ in range(5):
            assert error(account.change(currentPassword="wrong")) == WRONG
            assert account.sign_in("wrong") == 401
        assert error(account.change()) == LIMITED
        assert account.sign_in(PASSWORD) == 429

    @pytest.mark.postgresql
    def test_of_fourteen_concurrent_attempts_only_ten_are_verified(self, classroom: PreparedClassroom) -> None:
        account = account_of(classroom, "student")
        browsers = [account.another_browser() for _ in range(14)]
        responses = run_concurrently(
            *(partial(account.change, browser, currentPassword="wrong") for browser in browsers)
        )
        assert sorted(error(response) for response in responses) == [WRONG] * 10 + [LIMITED] * 4
        assert count_rows(classroom.test_app, "sign_in_failures") == 10


class TestInvalidBody:
    def require_invalid(self, account: Account, body: dict[str, Any], field: str) -> None:
        with assert_unchanged(account.classroom.test_app):
            response = account.browser.put(account.path, body)
        assert error(response) == (422, "invalid")
        assert set(response.json()["fields"]) == {field}

    @pytest.mark.parametrize("new", ["", "12345", "x" * 129, None])
    def test_a_teachers_new_password_without_6_to_128_characters_is_422(
        self, read_only_classroom: PreparedClassroom, new: str | None
    ) -> None:
        self.require_invalid(account_of(read_only_classroom, "teacher"), BODY | {"newPassword": new}, "newPassword")

    @pytest.mark.parametrize("new", ["", "123", "x" * 129, None])
    def test_a_students_new_password_without_4_to_128_characters_is_422(
        self, read_only_classroom: PreparedClassroom, new: str | None
    ) -> None:
        self.require_invalid(account_of(read_only_classroom, "student"), BODY | {"newPassword": new}, "newPassword")

    @pytest.mark.parametrize(("role", "new"), [("teacher", "123456"), ("teacher", "🔑" * 128), ("student", "1234")])
    def test_the_shortest_and_the_longest_new_password_are_accepted(
        self, classroom: PreparedClassroom, role: str, new: str
    ) -> None:
        account = account_of(classroom, role)
        assert account.change(newPassword=new).status_code == 204
        assert account.sign_in(new) == 200

    @pytest.mark.parametrize("role", ["teacher", "student"])
    @pytest.mark.parametrize("field", BODY)
    def test_a_missing_or_invalid_field_is_422_and_named(
        self, read_only_classroom: PreparedClassroom, role: str, field: str
    ) -> None:
        account = account_of(read_only_classroom, role)
        self.require_invalid(account, without_field(BODY, field), field)
        for value in NON_STRINGS:
            self.require_invalid(account, BODY | {field: value.values[0]}, field)
        self.require_invalid(account, BODY | {field: "x" * 1001}, field)
