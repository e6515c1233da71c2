"""Proof that the owner of an account is present: the current password, or a sign-in a short time ago."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import TypeVar

from sqlalchemy.orm import Session

from server import clock
from server.domain.accounts.service import get_account
from server.domain.activity.service import ActivityEvent, record
from server.domain.auth.secret_verification import verify_secret
from server.domain.auth.sign_in import (
    ClientContext,
    LoginCandidate,
    SignInContext,
    check_rate_limits,
)
from server.errors import DomainError, NotAsSubstituteError
from server.requests import rate_limit
from server.requests.rate_limit import TRY_AGAIN, RateLimit, RateLimitExceededError
from server.security import throttle
from server.security.actor import Account, Actor
from server.security.sessions import is_open

Result = TypeVar("Result")

RECENT_SIGN_IN_AGE = timedelta(minutes=10)
"""The age up to which a session counts as a recent sign-in."""


class PasswordChangeLimitError(RateLimitExceededError):
    """Password changes of one account."""

    key = "password_change_limit"
    sentence = f"Your password was changed very often in a short time. {TRY_AGAIN}"


PASSWORD_CHANGE_LIMIT = RateLimit("password", 20, timedelta(hours=1), PasswordChangeLimitError)
"""Each change costs two password hashes, which delay sign-ins."""


class WrongPasswordError(DomainError):
    """The current password is wrong; the session stays valid (specification 2.27)."""

    status = 422
    code = "wrong_password"
    sentence = "This is not your current password."
    about = ("currentPassword",)


class RecentSignInRequiredError(DomainError):
    """The session is too old to set a password, and so lasting access, without the current one."""

    status = 403
    code = "sign_in_again"
    sentence = "Please sign out, sign in again, and then set the password within 10 minutes."


async def with_current_password(
    context: SignInContext, actor: Actor, current_password: str, action: Callable[[ClientContext], Awaitable[Result]]
) -> Result:
    """Return `await action(client)` if the current password is correct; else raise `WrongPasswordError`."""
    candidate = await context.transactions.read(lambda db: find_login_candidate(db, actor))

    async def complete(client: ClientContext, *, correct: bool) -> Result:
        if not correct:
            await context.transactions.write(lambda db: record_wrong_password(db, client, candidate))
            raise WrongPasswordError
        return await action(client)

    return await verify_secret(context, candidate, current_password, complete)


def find_login_candidate(db: Session, actor: Actor) -> LoginCandidate:
    """Return the actor's account as a candidate for re-authentication.

    Raises `RateLimitExceededError` after too many password changes, `NotAsSubstituteError` for a substitute.
    """
    if actor.role == "substitute":
        raise NotAsSubstituteError
    rate_limit.check(db, [PASSWORD_CHANGE_LIMIT.for_key(actor.id)])
    return LoginCandidate(actor.role, "", actor.id, get_account(db, actor).password_hash)


def record_wrong_password(db: Session, client: ClientContext, candidate: LoginCandidate) -> None:
    """Count a wrong current password as a failed sign-in, so that an open session can't be used to guess it.

    Raises the errors of the rate limits.
    """
    check_rate_limits(db, client, candidate)
    throttle.record_failure(db, client.attempt(candidate))
    if candidate.id is not None:
        record(db, Account(candidate.id, candidate.role), ActivityEvent("sign_in_failed"))


def require_recent_sign_in(db: Session, actor: Actor) -> None:
    """Raise `RecentSignInRequiredError` unless the session is at most 10 minutes old."""
    if not is_open(db, actor.session_id, since=clock.now() - RECENT_SIGN_IN_AGE):
        raise RecentSignInRequiredError
