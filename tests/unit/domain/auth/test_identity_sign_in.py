"""Rules of sign-in with a verified identity: finding, linking and creating the account."""

import asyncio
from dataclasses import replace

import pytest

from server.domain.auth.identity_sign_in import (
    IdentityConflictError,
    IdentitySignIn,
    LinkRequiredError,
    NoAccountError,
    WrongLinkPasswordError,
    verify_identity_token,
)
from server.domain.auth.registration_policy import RegistrationPolicy, WrongInviteError
from server.domain.auth.sign_in import SignInContext
from server.domain.teachers.models import Teacher
from server.security.identity_provider import IdentityProviderNotConfiguredError
from server.security.sessions import SignInSession
from server.security.throttle import SignInFailure, TooManyAttemptsError
from tests.factories.passwords import PASSWORD
from tests.unit.domain.auth.accounts import EMAIL, IDENTITY, Accounts

OPEN = RegistrationPolicy("127.0.0.1")
CLOSED = RegistrationPolicy.closed(NoAccountError())
UNVERIFIED = replace(IDENTITY, is_email_verified=False)


def test_an_unknown_identity_gets_an_account_if_the_policy_allows_it(
    context: SignInContext, accounts: Accounts
) -> None:
    login = asyncio.run(IdentitySignIn(context, OPEN).sign_in(IDENTITY))
    assert accounts.teacher(login.response.user.id).provider_uid == IDENTITY.uid
    assert accounts.rate_events() == ["all_registrations", "registration"]
    assert accounts.activity_kinds() == ["registered", "sign_in"]


def test_an_unknown_identity_gets_the_policys_refusal(context: SignInContext, accounts: Accounts) -> None:
    with pytest.raises(NoAccountError):
        asyncio.run(IdentitySignIn(context, CLOSED).sign_in(IDENTITY))
    assert accounts.count(Teacher) == 0


def test_a_linked_identity_signs_in_under_a_closed_policy(context: SignInContext, accounts: Accounts) -> None:
    teacher_id = accounts.add_teacher(password_hash=None, provider_uid=IDENTITY.uid)
    other_email = replace(IDENTITY, email="elena.okafor@school.test")
    assert asyncio.run(IdentitySignIn(context, CLOSED).sign_in(other_email)).response.user.id == teacher_id


def test_a_local_account_with_the_identitys_email_requires_its_password(
    context: SignInContext, accounts: Accounts
) -> None:
    accounts.add_teacher()
    with pytest.raises(LinkRequiredError):
        asyncio.run(IdentitySignIn(context, OPEN).sign_in(IDENTITY))
    assert accounts.count(SignInSession) == 0


def test_the_local_accounts_password_links_the_identity(context: SignInContext, accounts: Accounts) -> None:
    teacher_id = accounts.add_teacher()
    login = asyncio.run(IdentitySignIn(context, CLOSED).sign_in(IDENTITY, PASSWORD))
    assert login.response.user.id == teacher_id
    teacher = accounts.teacher(teacher_id)
    assert (teacher.provider_uid, teacher.email_verified, teacher.has_password) == (IDENTITY.uid, True, True)
    assert accounts.activity_kinds()[-2:] == ["identity_connected", "sign_in"]


@pytest.mark.spec("2.11")
def test_ten_wrong_link_passwords_link_nothing_and_are_the_limit_of_sign_ins(
    context: SignInContext, accounts: Accounts
) -> None:
    teacher_id = accounts.add_teacher()
    for _ in range(10):
        with pytest.raises(WrongLinkPasswordError):
            asyncio.run(IdentitySignIn(context, OPEN).sign_in(IDENTITY, "wrong"))
    with pytest.raises(TooManyAttemptsError):
        asyncio.run(IdentitySignIn(context, OPEN).sign_in(IDENTITY, PASSWORD))
    assert accounts.teacher(teacher_id).provider_uid is None
    assert accounts.count(SignInFailure) == 10


def test_the_email_of_an_account_with_another_identity_and_no_password_is_a_conflict(
    context: SignInContext, accounts: Accounts
) -> None:
    accounts.add_teacher(password_hash=None, provider_uid="uid-of-somebody-else")
    with pytest.raises(IdentityConflictError):
        asyncio.run(IdentitySignIn(context, OPEN).sign_in(IDENTITY))


def test_an_identity_linked_to_another_account_during_the_verification_is_a_conflict(
    context: SignInContext, accounts: Accounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    teacher_id = accounts.add_teacher()

    async def link_elsewhere(_password_hash: str | None, _password: str) -> bool:
        accounts.add_teacher("other@school.test", provider_uid=IDENTITY.uid)
        return True

    monkeypatch.setattr(context.password_hasher, "check", link_elsewhere)
    with pytest.raises(IdentityConflictError):
        asyncio.run(IdentitySignIn(context, OPEN).sign_in(IDENTITY, PASSWORD))
    assert accounts.teacher(teacher_id).provider_uid is None
    assert accounts.count(SignInSession) == 0


@pytest.mark.parametrize("password", ["", PASSWORD])
def test_a_remote_client_with_an_unverified_email_learns_nothing_about_the_local_account(
    remote_context: SignInContext, accounts: Accounts, password: str
) -> None:
    accounts.add_teacher()
    with pytest.raises(NoAccountError):
        asyncio.run(IdentitySignIn(remote_context, CLOSED).sign_in(UNVERIFIED, password))
    assert accounts.count(SignInFailure) == 0


@pytest.mark.parametrize("email_verified", [True, False])
def test_only_the_first_verified_sign_in_revokes_the_password_and_sessions(
    context: SignInContext, accounts: Accounts, *, email_verified: bool
) -> None:
    teacher_id = accounts.add_teacher(provider_uid=IDENTITY.uid)
    sign_in = IdentitySignIn(context, CLOSED)
    asyncio.run(sign_in.sign_in(UNVERIFIED))
    asyncio.run(sign_in.sign_in(IDENTITY if email_verified else UNVERIFIED))
    teacher = accounts.teacher(teacher_id)
    assert (teacher.email_verified, teacher.has_password) == (email_verified, not email_verified)
    assert accounts.count(SignInSession) == (1 if email_verified else 2)


def test_a_wrong_invite_code_is_counted_although_the_sign_in_is_rolled_back(
    context: SignInContext, accounts: Accounts
) -> None:
    policy = RegistrationPolicy("127.0.0.1", requires_invite=True, invite_code="wrong")
    with pytest.raises(WrongInviteError):
        asyncio.run(IdentitySignIn(context, policy).sign_in(IDENTITY))
    assert (accounts.count(Teacher), accounts.rate_events()) == (0, ["invite"])


def test_an_invite_with_one_use_creates_one_account(context: SignInContext, accounts: Accounts) -> None:
    policy = RegistrationPolicy("127.0.0.1", requires_invite=True, invite_code=accounts.add_invite())
    sign_in = IdentitySignIn(context, policy)
    asyncio.run(sign_in.sign_in(IDENTITY))
    with pytest.raises(WrongInviteError):
        asyncio.run(sign_in.sign_in(replace(IDENTITY, uid="another", email=f"another-{EMAIL}")))
    assert accounts.count(Teacher) == 1


def test_a_token_is_refused_without_a_configured_identity_provider(context: SignInContext) -> None:
    with pytest.raises(IdentityProviderNotConfiguredError):
        asyncio.run(verify_identity_token(context, "a token"))
