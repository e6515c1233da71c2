"""Sign-in and registration flows: from a request to a session, by password or by identity provider token."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import Request, Response
from sqlalchemy.orm import Session

from server.database.transactions import Transactions
from server.domain.auth import service
from server.domain.auth.attempts import verify_secret
from server.domain.auth.cookies import client_context, set_cookies
from server.domain.auth.queries import session_response
from server.domain.auth.registration_policy import RegistrationPolicy, WrongInviteError
from server.domain.auth.schemas import RegistrationBody, SessionAnswer
from server.domain.auth.service import ClientContext, LoginCandidate, LoginResult
from server.domain.teachers.service import find_by_provider_uid
from server.security import rate_limit
from server.security.gates import TeacherNotAllowedHereError, is_local_request
from server.security.identity_provider import IdentityProviderNotConfiguredError, ProviderIdentity
from server.security.passwords import hash_password
from server.security.services import CoreServices, services_of

_LoginWithResponse = tuple[LoginResult, SessionAnswer]


def registration_policy_for(request: Request, invite_code: str | None = None) -> RegistrationPolicy:
    """Determine whether and how a new account may be registered by this request."""
    deployment = services_of(request, CoreServices).deployment
    address = client_context(request).address
    if deployment.registration_needs_invite:
        return RegistrationPolicy(address, requires_invite=True, invite_code=invite_code or "")
    return RegistrationPolicy(address, None if is_local_request(request) else TeacherNotAllowedHereError())


async def verify_identity_token(request: Request, token: str) -> ProviderIdentity:
    """Verify an identity provider token.

    Raises the provider's errors, and `IdentityProviderNotConfiguredError`.
    """
    services = services_of(request, CoreServices)
    if services.identity_provider is None:
        raise IdentityProviderNotConfiguredError
    with services.queues.token_slot(client_context(request).address):
        return await services.identity_provider.verify_token(token)


async def sign_in_with_password(  # noqa: PLR0913 - request parts, and two variants
    request: Request,
    response: Response,
    transactions: Transactions,
    candidate: LoginCandidate,
    password: str,
    *,
    link: ProviderIdentity | None = None,
) -> SessionAnswer:
    """Verify the password and sign in; on success, `link` is connected to the teacher's account."""

    async def complete(client: ClientContext, *, correct: bool) -> _LoginWithResponse | None:
        def work(db: Session) -> _LoginWithResponse | None:
            login = service.complete_sign_in(db, client, candidate, correct=correct, link=link)
            return None if login is None else _with_response(db, login)

        return await transactions.write(work)

    result = await verify_secret(request, transactions, candidate, password, complete)
    if result is None:
        raise service.INVALID_CREDENTIALS_ERRORS[candidate.role] if link is None else service.WrongLinkPasswordError
    return _set_session(request, response, result)


async def sign_in_with_identity(  # noqa: PLR0913 - as above
    request: Request,
    response: Response,
    transactions: Transactions,
    identity: ProviderIdentity,
    *,
    password: str,
    policy: RegistrationPolicy,
) -> SessionAnswer:
    """Sign in with a verified identity; `password` links it to the local account with the same e-mail.

    An unknown identity gets a new account if the registration policy allows it.
    """
    client = client_context(request)
    if password:
        candidate = await transactions.read(lambda db: service.find_link_candidate(db, client, identity))
        if candidate is not None:
            return await sign_in_with_password(request, response, transactions, candidate, password, link=identity)
    async with _counting_wrong_invites(transactions, policy):
        result = await transactions.write(
            lambda db: _with_response(db, service.sign_in_identity(db, client, identity, policy))
        )
    return _set_session(request, response, result)


async def register_identity(
    request: Request, response: Response, transactions: Transactions, token: str, policy: RegistrationPolicy
) -> SessionAnswer:
    """Verify the token, create an account for its identity and sign in."""
    identity = await verify_identity_token(request, token)
    client = client_context(request)

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
    request: Request, response: Response, transactions: Transactions, body: RegistrationBody, policy: RegistrationPolicy
) -> SessionAnswer:
    """Create a local account and sign in."""
    async with _counting_wrong_invites(transactions, policy):
        await transactions.read(policy.check)
    await _consume_registration_limit(transactions, policy)
    password_hash = await hash_password(body.password)
    client = client_context(request)

    def work(db: Session) -> _LoginWithResponse:
        return _with_response(db, service.register_local(db, client, policy, body, password_hash))

    return _set_session(request, response, await transactions.write(work))


async def _consume_registration_limit(transactions: Transactions, policy: RegistrationPolicy) -> None:
    """Count an attempt to register, whatever its outcome; raise `RateLimitExceededError` beyond the limit."""
    keys = policy.registration_keys()
    await transactions.read(lambda db: rate_limit.check(db, keys))
    await transactions.write(lambda db: rate_limit.consume(db, keys))


@asynccontextmanager
async def _counting_wrong_invites(transactions: Transactions, policy: RegistrationPolicy) -> AsyncIterator[None]:
    """Count a wrong invite code in a transaction of its own, as the failed one is rolled back."""
    try:
        yield
    except WrongInviteError:
        await transactions.write(lambda db: rate_limit.consume(db, policy.wrong_invite_keys()))
        raise


def _with_response(db: Session, login: LoginResult) -> _LoginWithResponse:
    return login, session_response(db, login.role, login.account_id)


def _set_session(request: Request, response: Response, result: _LoginWithResponse) -> SessionAnswer:
    login, body = result
    set_cookies(request, response, login)
    return body
