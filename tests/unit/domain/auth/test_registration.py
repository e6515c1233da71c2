"""Rules of registration: policy, limits, invite codes and repeated requests."""

import asyncio

import pytest

from server.domain.auth.registration import Registration
from server.domain.auth.registration_policy import (
    RegistrationClosedError,
    RegistrationPolicy,
    WrongInviteError,
)
from server.domain.auth.schemas import LocalRegistrationRequest
from server.domain.auth.sign_in import SignInContext
from server.domain.teachers.models import Teacher
from server.domain.teachers.service import EmailTakenError
from server.requests.gates import TeacherNotAllowedHereError
from server.requests.rate_limit import RateLimitExceededError
from server.security.sessions import SignInSession
from server.security.throttle import KnownBrowser
from tests.factories.passwords import PASSWORD
from tests.unit.domain.auth.accounts import EMAIL, IDENTITY, Accounts

OPEN = RegistrationPolicy("127.0.0.1")
BODY = LocalRegistrationRequest(name="Elena Rivera", email=EMAIL, password=PASSWORD)


def with_invite(code: str) -> RegistrationPolicy:
    """The policy of a school's server for a request with this invite code."""
    return RegistrationPolicy("192.168.1.77", requires_invite=True, invite_code=code)


def test_a_local_registration_stores_a_hash_and_signs_in(context: SignInContext, accounts: Accounts) -> None:
    login = asyncio.run(Registration(context, OPEN).register_local(BODY))
    teacher = accounts.teacher(login.response.user.id)
    assert asyncio.run(context.password_hasher.check(teacher.password_hash, PASSWORD))
    assert not teacher.email_verified
    assert accounts.activity_kinds() == ["registered", "sign_in"]
    assert (accounts.count(SignInSession), accounts.count(KnownBrowser)) == (1, 1)


def test_a_failed_registration_counts_toward_the_limit_too(context: SignInContext, accounts: Accounts) -> None:
    accounts.add_teacher()
    with pytest.raises(EmailTakenError):
        asyncio.run(Registration(context, OPEN).register_local(BODY))
    assert accounts.rate_events() == ["all_registrations", "registration"]


@pytest.mark.spec("11.11")
def test_the_eleventh_registration_of_an_address_is_refused(context: SignInContext, accounts: Accounts) -> None:
    accounts.add_teacher()
    registration = Registration(context, OPEN)
    for _ in range(10):
        with pytest.raises(EmailTakenError):
            asyncio.run(registration.register_local(BODY))
    with pytest.raises(RateLimitExceededError):
        asyncio.run(registration.register_local(BODY))


def test_a_refused_registration_counts_toward_no_limit(context: SignInContext, accounts: Accounts) -> None:
    policy = RegistrationPolicy.closed(TeacherNotAllowedHereError())
    with pytest.raises(TeacherNotAllowedHereError):
        asyncio.run(Registration(context, policy).register_local(BODY))
    assert (accounts.count(Teacher), accounts.rate_events()) == (0, [])


def test_a_wrong_invite_code_counts_as_such_and_not_as_a_registration(
    context: SignInContext, accounts: Accounts
) -> None:
    registration = Registration(context, with_invite("wrong"))
    with pytest.raises(WrongInviteError):
        asyncio.run(registration.register_local(BODY))
    with pytest.raises(WrongInviteError):
        asyncio.run(registration.register_identity(IDENTITY))
    assert accounts.rate_events() == ["invite", "invite"]


def test_an_invite_is_used_up_by_a_successful_registration_alone(context: SignInContext, accounts: Accounts) -> None:
    accounts.add_teacher()
    registration = Registration(context, with_invite(accounts.add_invite()))
    with pytest.raises(EmailTakenError):
        asyncio.run(registration.register_local(BODY))
    asyncio.run(registration.register_local(BODY.model_copy(update={"email": "diego@school.test"})))
    with pytest.raises(WrongInviteError):
        asyncio.run(registration.register_local(BODY.model_copy(update={"email": "noor@school.test"})))


def test_registering_an_identity_again_reuses_the_account_and_needs_no_invite(
    context: SignInContext, accounts: Accounts
) -> None:
    registration = Registration(context, with_invite(accounts.add_invite()))
    first = asyncio.run(registration.register_identity(IDENTITY))
    again = asyncio.run(registration.register_identity(IDENTITY))
    assert again.response == first.response
    assert accounts.count(Teacher) == 1


@pytest.mark.spec("2.7")
def test_an_identity_whose_email_has_a_local_account_is_not_registered(
    context: SignInContext, accounts: Accounts
) -> None:
    accounts.add_teacher()
    with pytest.raises(EmailTakenError):
        asyncio.run(Registration(context, OPEN).register_identity(IDENTITY))
    assert accounts.count(SignInSession) == 0


@pytest.mark.parametrize(
    ("policy", "refusal"),
    [
        (RegistrationPolicy.closed(TeacherNotAllowedHereError()), TeacherNotAllowedHereError),
        (with_invite(""), RegistrationClosedError),
        (with_invite(" "), RegistrationClosedError),
    ],
)
def test_the_precheck_refuses_without_the_database(policy: RegistrationPolicy, refusal: type[Exception]) -> None:
    with pytest.raises(refusal) as error:
        policy.precheck()
    assert type(error.value) is refusal


@pytest.mark.parametrize("policy", [OPEN, with_invite("any code")])
def test_the_precheck_allows_what_only_the_database_can_decide(policy: RegistrationPolicy) -> None:
    policy.precheck()


def test_registrations_with_an_invite_have_a_higher_limit_for_an_address_and_none_in_total() -> None:
    assert [key.limit.max_events for key in OPEN.registration_keys()] == [10, 50]
    assert [key.limit.max_events for key in with_invite("any code").registration_keys()] == [200]
