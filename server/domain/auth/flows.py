"""How a request becomes a session: by a password, or by what the identity provider vouches for."""

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
from server.security import rates
from server.security.gates import TeacherNotAllowedHereError, comes_from_own_computer
from server.security.identity_provider import Identity, IdentityProviderNotConfiguredError
from server.security.passwords import hash_password
from server.security.services import CoreServices, services_of

Entered = tuple[SignedIn, SessionAnswer]


def admission_of(request: Request, invite_code: str | None = None) -> Admission:
    """What somebody new needs here, and brings."""
    deployment = services_of(request, CoreServices).deployment
    address = device_of(request).address
    if deployment.registration_needs_invite:
        return Admission(address, by_invite=True, invite_code=invite_code or "")
    return Admission(address, None if comes_from_own_computer(request) else TeacherNotAllowedHereError())


async def identify(request: Request, token: str) -> Identity:
    """Whom the identity provider vouches for; its errors, and `IdentityProviderNotConfiguredError`."""
    services = services_of(request, CoreServices)
    if services.identity_provider is None:
        raise IdentityProviderNotConfiguredError
    with services.queues.token(device_of(request).address):
        return await services.identity_provider.identify(token)


async def enter_with_password(  # noqa: PLR0913 - a request's parts, and two ways to differ
    request: Request,
    response: Response,
    steps: Transactions,
    candidate: Candidate,
    password: str,
    *,
    link: Identity | None = None,
) -> SessionAnswer:
    """A session for the account whose password this is; with `link` the identity is the teacher's from now on."""

    async def conclude(device: Device, *, correct: bool) -> Entered | None:
        def work(db: Session) -> Entered | None:
            signed_in = service.conclude(db, device, candidate, correct=correct, link=link)
            return None if signed_in is None else _entered(db, signed_in)

        return await steps.write(work)

    result = await attempt(request, steps, candidate, password, conclude)
    if result is None:
        raise service.INVALID[candidate.role] if link is None else service.WrongLinkPasswordError
    return _admit(request, response, result)


async def enter_with_identity(  # noqa: PLR0913 - likewise
    request: Request,
    response: Response,
    steps: Transactions,
    identity: Identity,
    *,
    password: str,
    admission: Admission,
) -> SessionAnswer:
    """A session for whom the identity provider vouches for; `password` links the local account of the same e-mail.

    Somebody new gets an account, if admitted.
    """
    device = device_of(request)
    if password:
        candidate = await steps.read(lambda db: service.find_link(db, device, identity))
        if candidate is not None:
            return await enter_with_password(request, response, steps, candidate, password, link=identity)
    async with _counting_wrong_invites(steps, admission):
        entered = await steps.write(lambda db: _entered(db, service.enter(db, device, identity, admission)))
    return _admit(request, response, entered)


async def register_identity(
    request: Request, response: Response, steps: Transactions, token: str, admission: Admission
) -> SessionAnswer:
    """A new account for whom the identity provider vouches for, signed in."""
    identity = await identify(request, token)
    device = device_of(request)

    def check(db: Session) -> None:
        if find_by_provider_uid(db, identity.uid) is None:  # else it was made before, and the answer was lost
            admission.check(db)

    # Who doesn't know the code must not use up the tries of the whole school.
    async with _counting_wrong_invites(steps, admission):
        await steps.read(check)
    await _count_registration(steps, admission)
    async with _counting_wrong_invites(steps, admission):
        entered = await steps.write(lambda db: _entered(db, service.register_identity(db, device, identity, admission)))
    return _admit(request, response, entered)


async def register_local(
    request: Request, response: Response, steps: Transactions, body: RegistrationBody, admission: Admission
) -> SessionAnswer:
    """A new local account, signed in."""
    async with _counting_wrong_invites(steps, admission):
        await steps.read(admission.check)
    await _count_registration(steps, admission)
    hashed = await hash_password(body.password)
    device = device_of(request)

    def work(db: Session) -> Entered:
        return _entered(db, service.register(db, device, admission, body, hashed))

    return _admit(request, response, await steps.write(work))


async def _count_registration(steps: Transactions, admission: Admission) -> None:
    """`TooOftenError` when too many accounts were asked for; a try counts whatever comes of it."""
    counted = admission.registration()
    await steps.read(lambda db: rates.require(db, counted))
    await steps.write(lambda db: rates.count(db, counted))


@asynccontextmanager
async def _counting_wrong_invites(steps: Transactions, admission: Admission) -> AsyncIterator[None]:
    """What a refusal rolled back counts all the same."""
    try:
        yield
    except WrongInviteError:
        await steps.write(lambda db: rates.count(db, admission.wrong_invite()))
        raise


def _entered(db: Session, signed_in: SignedIn) -> Entered:
    return signed_in, session_answer(db, signed_in.role, signed_in.account_id)


def _admit(request: Request, response: Response, entered: Entered) -> SessionAnswer:
    signed_in, answer = entered
    set_cookies(request, response, signed_in)
    return answer
