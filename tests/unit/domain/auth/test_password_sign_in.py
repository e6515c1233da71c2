"""Rules of sign-in with a password."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime
from unittest.mock import AsyncMock

import pytest

from server.domain.auth.password_sign_in import (
    InvalidStudentCredentialsError,
    InvalidTeacherCredentialsError,
    PasswordSignIn,
)
from server.domain.auth.sign_in import SignInContext
from server.domain.teachers.service import TeacherDisabledError
from server.errors import InvalidError
from server.security.sessions import SignInSession
from server.security.throttle import KnownBrowser, SignInFailure, TooManyAttemptsError
from tests.factories.passwords import PASSWORD
from tests.unit.domain.auth.accounts import EMAIL, Accounts


@pytest.mark.spec("2.5")
def test_a_students_sign_in_starts_a_session_and_makes_the_browser_known(
    context: SignInContext, accounts: Accounts
) -> None:
    student, code = accounts.add_student()
    login = asyncio.run(PasswordSignIn(context).sign_in_student(" AMARA ", PASSWORD, code.lower()))
    assert login.response.user.id == student.id
    assert (accounts.count(SignInSession), accounts.count(KnownBrowser)) == (1, 1)
    assert accounts.activity_kinds()[-1] == "sign_in"


def test_a_teachers_sign_in_replaces_the_browsers_session_and_keeps_its_browser_token(
    context: SignInContext, accounts: Accounts
) -> None:
    accounts.add_teacher()
    first = asyncio.run(PasswordSignIn(context).sign_in_teacher(EMAIL, PASSWORD))
    client = replace(context.client, session_token=first.session.token, browser_token=first.browser_token)
    second = asyncio.run(PasswordSignIn(replace(context, client=client)).sign_in_teacher(EMAIL, PASSWORD))
    assert second.session.token != first.session.token
    assert second.browser_token == first.browser_token
    assert (accounts.count(SignInSession), accounts.count(KnownBrowser)) == (1, 1)


def test_a_wrong_password_records_a_failure_and_an_event(context: SignInContext, accounts: Accounts) -> None:
    accounts.add_teacher()
    with pytest.raises(InvalidTeacherCredentialsError):
        asyncio.run(PasswordSignIn(context).sign_in_teacher(EMAIL, "don\u02bct tell"))
    assert (accounts.count(SignInFailure), accounts.count(SignInSession)) == (1, 0)
    assert accounts.activity_kinds()[-1] == "sign_in_failed"


def test_an_unknown_account_records_a_failure_without_an_event(context: SignInContext, accounts: Accounts) -> None:
    with pytest.raises(InvalidTeacherCredentialsError):
        asyncio.run(PasswordSignIn(context).sign_in_teacher(EMAIL, PASSWORD))
    assert (accounts.count(SignInFailure), accounts.activity_kinds()) == (1, [])


def test_only_an_unknown_class_code_counts_toward_the_limit_of_class_codes(
    context: SignInContext, accounts: Accounts
) -> None:
    _, code = accounts.add_student()
    sign_in = PasswordSignIn(context)
    with pytest.raises(InvalidStudentCredentialsError):
        asyncio.run(sign_in.sign_in_student("amara", "wrong", code))
    assert accounts.rate_events() == []
    with pytest.raises(InvalidStudentCredentialsError):
        asyncio.run(sign_in.sign_in_student("amara", PASSWORD, "222222"))
    assert accounts.rate_events() == ["class_code"]


@pytest.mark.parametrize(
    ("credentials", "fields"),
    [
        (("", "", ""), {"username", "password"}),
        ((" ", "x", "222222"), {"username"}),
        (("amara", "", "222222"), {"password"}),
        (("amara", "x", " "), {"classCode"}),
    ],
)
def test_missing_credentials_are_named_and_not_counted(
    context: SignInContext, accounts: Accounts, credentials: tuple[str, str, str], fields: set[str]
) -> None:
    with pytest.raises(InvalidError) as error:
        asyncio.run(PasswordSignIn(context).sign_in_student(*credentials))
    assert set(error.value.fields or ()) == fields
    assert accounts.count(SignInFailure) == 0


def test_a_disabled_teacher_is_told_so_only_with_the_right_password(context: SignInContext, accounts: Accounts) -> None:
    accounts.add_teacher(disabled_at=datetime.now(UTC))
    sign_in = PasswordSignIn(context)
    with pytest.raises(InvalidTeacherCredentialsError):
        asyncio.run(sign_in.sign_in_teacher(EMAIL, "wrong"))
    with pytest.raises(TeacherDisabledError):
        asyncio.run(sign_in.sign_in_teacher(EMAIL, PASSWORD))
    assert accounts.count(SignInSession) == 0


@pytest.mark.spec("2.17")
@pytest.mark.parametrize("exists", [True, False])
def test_beyond_the_limit_no_password_of_a_teacher_is_verified_however_the_email_is_typed(
    context: SignInContext, accounts: Accounts, monkeypatch: pytest.MonkeyPatch, *, exists: bool
) -> None:
    email = "o'neil@school.test"
    if exists:
        accounts.add_teacher(email)
    verify = AsyncMock(return_value=False)
    monkeypatch.setattr(context.password_hasher, "check", verify)
    sign_in = PasswordSignIn(context)
    for typed in (email, " O\u2019Neil@School.test ") * 5:
        with pytest.raises(InvalidTeacherCredentialsError):
            asyncio.run(sign_in.sign_in_teacher(typed, "wrong"))
    with pytest.raises(TooManyAttemptsError, match="Please wait a few minutes"):
        asyncio.run(sign_in.sign_in_teacher(email, PASSWORD))
    assert verify.await_count == 10


@pytest.mark.spec("2.17")
@pytest.mark.parametrize("exists", [True, False])
def test_beyond_the_limit_a_student_asks_the_teacher_however_username_and_code_were_typed(
    context: SignInContext, accounts: Accounts, *, exists: bool
) -> None:
    code = accounts.add_student()[1] if exists else "ZZZZZZ"
    sign_in = PasswordSignIn(context)
    for username, typed in (("amara", code), (" AMARA ", f" {code.lower()}")) * 5:
        with pytest.raises(InvalidStudentCredentialsError):
            asyncio.run(sign_in.sign_in_student(username, "wrong", typed))
    with pytest.raises(TooManyAttemptsError, match="Ask your teacher"):
        asyncio.run(sign_in.sign_in_student("amara", PASSWORD, code))


def test_an_unknown_account_is_verified_without_a_hash(context: SignInContext, monkeypatch: pytest.MonkeyPatch) -> None:
    verify = AsyncMock(return_value=False)
    monkeypatch.setattr(context.password_hasher, "check", verify)
    with pytest.raises(InvalidStudentCredentialsError):
        asyncio.run(PasswordSignIn(context).sign_in_student("nobody", PASSWORD, "222222"))
    verify.assert_awaited_once_with(None, PASSWORD)
