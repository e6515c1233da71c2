"""Sign-in and registration flows: from a request to a session, by password or by identity provider token."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import Request, Response
from sqlalchemy.orm import Session

from server.database.transactions import Transactions
from server.domain.auth import service
from server.domain.auth.attempts import attempt
from server.domain.auth.cookies import device_of, set_cookies
from server.domain.auth.queries import session_answer
from server.domain.auth.registration_policy import Admission, WrongInviteError
from server.domain.auth.schemas import RegistrationBody, SessionAnswer
from server.domain.auth.service import Candidate, Device, SignedIn
from server.domain.teachers.service import find_by_provider_uid
from server.security import rate_limit
from server.security.gates import TeacherNotAllowedHereError, comes_from_own_computer
from server.security.identity_provider import Identity, IdentityProviderNotConfiguredError
from server.security.passwords import hash_password
from server.security.services import CoreServices, services_of

_LoginWithResponse = tuple[SignedIn, SessionAnswer]


def admission_of(request: Request, invite_code: str | None = None) -> Admission:
    """Determine whether and how a new account may be registered by this request."""
    deployment = services_of(request, CoreServices).deployment
    address = device_of(request).address
    if deployment.registration_needs_invite:
        return Admission(address, by_invite=True, invite_code=invite_code or "")
    return Admission(address, None if comes_from_own_computer(request) else TeacherNotAllowedHereError())


async def identify(request: Request, token: str) -> Identity:
    """Verify an identity provider token.

    Raises the provider's errors, and `IdentityProviderNotConfiguredError`.
    """
    services = services_of(request, CoreServices)
    if services.identity_provider is None:
        raise IdentityProviderNotConfiguredError
    with services.queues.token(device_of(request).address):
        return await services.identity_provider.identify(token)


async def enter_with_password(  # noqa: PLR0913 - request parts, and two variants
    request: Request,
    response: Response,
    transactions: Transactions,
    candidate: Candidate,
    password: str,
    *,
    link: Identity | None = None,
) -> SessionAnswer:
    """Verify the password and sign in; on success, `link` is connected to the teacher's account."""

    async def complete(client: Device, *, correct: bool) -> _LoginWithResponse | None:
        def work(db: Session) -> _LoginWithResponse | None:
            login = service.conclude(db, client, candidate, correct=correct, link=link)
            return None if login is None else _with_response(db, login)

        return await transactions.write(work)

    result = await attempt(request, transactions, candidate, password, complete)
    if result is None:
        raise service.INVALID[candidate.role] if link is None else service.WrongLinkPasswordError
    return _set_session(request, response, result)


async def enter_with_identity(  # noqa: PLR0913 - as above
    request: Request,
    response: Response,
    transactions: Transactions,
    identity: Identity,
    *,
    password: str,
    admission: Admission,
) -> SessionAnswer:
    """Sign in with a verified identity; `password` links it to the local account with the same e-mail.

    An unknown identity gets a new account if the registration policy allows it.
    """
    client = device_of(request)
    if password:
        candidate = await transactions.read(lambda db: service.find_link(db, client, identity))
        if candidate is not None:
            return await enter_with_password(request, response, transactions, candidate, password, link=identity)
    async with _counting_wrong_invites(transactions, admission):
        result = await transactions.write(lambda db: _with_response(db, service.enter(db, client, identity, admission)))
    return _set_session(request, response, result)


async def register_identity(
    request: Request, response: Response, transactions: Transactions, token: str, policy: Admission
) -> SessionAnswer:
    """Verify the token, create an account for its identity and sign in."""
    identity = await identify(request, token)
    client = device_of(request)

    def check(db: Session) -> None:
        # An existing account was created by an earlier request whose response was lost.
        if find_by_provider_uid(db, identity.uid) is None:
            policy.check(db)

    # Checked first, so that wrong invite codes don't use up the school's limit of registrations.
    async with _counting_wrong_invites(transactions, policy):
        await transactions.read(check)
    await _consume_registration_limit(transactions, policy)
    async with _counting_wrong_invites(transactions, policy):
        result = await transactions.write(
            lambda db: _with_response(db, service.register_identity(db, client, identity, policy))
        )
    return _set_session(request, response, result)


async def register_local(
    request: Request, response: Response, transactions: Transactions, body: RegistrationBody, policy: Admission
) -> SessionAnswer:
    """Create a local account and sign in."""
    async with _counting_wrong_invites(transactions, policy):
        await transactions.read(policy.check)
    await _consume_registration_limit(transactions, policy)
    password_hash = await hash_password(body.password)
    client = device_of(request)

    def work(db: Session) -> _LoginWithResponse:
        return _with_response(db, service.register(db, client, policy, body, password_hash))

    return _set_session(request, response, await transactions.write(work))


async def _consume_registration_limit(transactions: Transactions, policy: Admission) -> None:
    """Count an attempt to register, whatever its outcome; raise `RateLimitExceededError` beyond the limit."""
    keys = policy.registration()
    await transactions.read(lambda db: rate_limit.check(db, keys))
    await transactions.write(lambda db: rate_limit.consume(db, keys))


@asynccontextmanager
async def _counting_wrong_invites(transactions: Transactions, policy: Admission) -> AsyncIterator[None]:
    """Count a wrong invite code in a transaction of its own, as the failed one is rolled back."""
    try:
        yield
    except WrongInviteError:
        await transactions.write(lambda db: rate_limit.consume(db, policy.wrong_invite()))
        raise


def _with_response(db: Session, login: SignedIn) -> _LoginWithResponse:
    return login, session_answer(db, login.role, login.account_id)


def _set_session(request: Request, response: Response, result: _LoginWithResponse) -> SessionAnswer:
    login, body = result
    set_cookies(request, response, login)
    return body
