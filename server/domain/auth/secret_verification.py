"""Verification of passwords and recovery codes within the limits on failed attempts.

See docs/decisions/0022-sign-in-limits-without-lockout.md.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import replace
from datetime import timedelta
from typing import Final, Protocol, TypeVar

from sqlalchemy.orm import Session

from server.database.transactions import Transactions
from server.domain.auth.sign_in import ClientContext, LoginCandidate, SignInContext, check_rate_limits
from server.requests import fair_queue, rate_limit
from server.requests.fair_queue import AccountBusyError, FairQueues
from server.requests.rate_limit import RateLimit
from server.security.throttle import AccountLimitError

Result = TypeVar("Result")
Result_co = TypeVar("Result_co", covariant=True)
_POLL_INTERVAL_SECONDS: Final = 0.2
QUEUED_ATTEMPT_LIMIT: Final = RateLimit("sign_in_turn", 1, timedelta(seconds=1), AccountBusyError)
"""Of an account beyond its limit of failures, over all processes; an attempt that exceeds it goes on waiting."""


class CompleteAttempt(Protocol[Result_co]):
    """Callback that completes an attempt once its secret has been verified."""

    async def __call__(self, client: ClientContext, *, correct: bool) -> Result_co:
        """Record the failure, or act on the success; check the rate limits again in the same transaction."""


async def verify_secret(
    context: SignInContext, candidate: LoginCandidate, secret: str, complete: CompleteAttempt[Result]
) -> Result:
    """Verify the secret and return `await complete(client, correct=...)`.

    An attempt beyond the account's failure limit waits in a queue first. Raises `TooManyAttemptsError`,
    `RateLimitExceededError` and `QueueFullError`.
    """
    transactions, queues = context.transactions, context.queues

    async def verify_once(client: ClientContext) -> Result:
        with queues.sign_in_slot(client.address):
            async with queues.password_semaphore.acquire(client.address):
                await transactions.read(lambda db: check_rate_limits(db, client, candidate))
                correct = await context.password_hasher.check(candidate.secret_hash, secret)
            return await complete(client, correct=correct)

    with suppress(AccountLimitError):
        return await verify_once(context.client)
    client = replace(context.client, holds_account_slot=True)
    async with _queued(queues, transactions, client, candidate):
        return await verify_once(client)


@asynccontextmanager
async def _queued(
    queues: FairQueues, transactions: Transactions, client: ClientContext, candidate: LoginCandidate
) -> AsyncIterator[None]:
    """Queue an attempt beyond the account's failure limit: one at a time, and one a second over all processes."""
    async with AsyncExitStack() as stack:
        try:
            async with asyncio.timeout(fair_queue.ACCOUNT_SLOT_TIMEOUT_SECONDS):
                await stack.enter_async_context(queues.account_slot(candidate.account_key, client.address))
                await _wait_for_slot(transactions, client, candidate)
        except TimeoutError:
            raise AccountBusyError from None
        yield


async def _wait_for_slot(transactions: Transactions, client: ClientContext, candidate: LoginCandidate) -> None:
    while True:
        if await transactions.write(lambda db: _take_slot(db, client, candidate)):
            return
        await asyncio.sleep(_POLL_INTERVAL_SECONDS)


def _take_slot(db: Session, client: ClientContext, candidate: LoginCandidate) -> bool:
    """Take the account's one attempt of this second; return whether it was free.

    Raises `TooManyAttemptsError` if the client's address has failed at this account meanwhile.
    """
    check_rate_limits(db, client, candidate)
    try:
        rate_limit.consume(db, [QUEUED_ATTEMPT_LIMIT.for_key(candidate.account_key)])
    except AccountBusyError:
        return False
    return True
