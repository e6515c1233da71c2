"""Attempts to prove a password or a recovery code, within the limits on failures (docs/decisions/0022)."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import replace
from typing import Final, Protocol, TypeVar

from fastapi import Request
from sqlalchemy.orm import Session

from server.database.transactions import Transactions
from server.domain.auth import rate_limits
from server.domain.auth.cookies import device_of
from server.domain.auth.service import Candidate, Device, check_brakes
from server.security import fair_queue, rates
from server.security.fair_queue import AccountBusyError, Queues
from server.security.passwords import check_password
from server.security.rates import TooOftenError
from server.security.services import CoreServices, services_of
from server.security.throttle import AccountLimitError

Result = TypeVar("Result")
Result_co = TypeVar("Result_co", covariant=True)
_POLL_SECONDS: Final = 0.2


class Conclude(Protocol[Result_co]):
    """What follows from a checked secret."""

    async def __call__(self, device: Device, *, correct: bool) -> Result_co:
        """Record the failure, or act on the success; checks the limits again in its transaction."""


async def attempt(
    request: Request, steps: Transactions, candidate: Candidate, secret: str, conclude: Conclude[Result]
) -> Result:
    """Check the secret and return `await conclude(device, correct=...)`.

    An attempt beyond the account's limit waits for its turn and is made then. Raises `TooManyAttemptsError`,
    `TooOftenError` and `BusyError`.
    """
    queues = services_of(request, CoreServices).queues

    async def once(device: Device) -> Result:
        with queues.sign_in(device.address):
            async with queues.passwords.of(device.address):
                await steps.read(lambda db: check_brakes(db, device, candidate))
                correct = await check_password(candidate.password_hash, secret)
            return await conclude(device, correct=correct)

    device = device_of(request)
    with suppress(AccountLimitError):
        return await once(device)
    device = replace(device, has_turn=True)
    async with _turn(queues, steps, device, candidate):
        return await once(device)


@asynccontextmanager
async def _turn(queues: Queues, steps: Transactions, device: Device, candidate: Candidate) -> AsyncIterator[None]:
    """A turn for an attempt beyond the account's limit: one at a time, and over all processes one a second."""
    async with AsyncExitStack() as stack:
        try:
            async with asyncio.timeout(fair_queue.TURN_WAIT_SECONDS):
                await stack.enter_async_context(queues.account(candidate.account, device.address))
                await _wait_for_second(steps, device, candidate)
        except TimeoutError:
            raise AccountBusyError from None
        yield


async def _wait_for_second(steps: Transactions, device: Device, candidate: Candidate) -> None:
    while True:
        if await steps.write(lambda db: _take_second(db, device, candidate)):
            return
        await asyncio.sleep(_POLL_SECONDS)


def _take_second(db: Session, device: Device, candidate: Candidate) -> bool:
    """Whether the account's one attempt of this second is now this one.

    `TooManyAttemptsError` when the device's address has failed at the account meanwhile.
    """
    check_brakes(db, device, candidate)
    try:
        rates.count(db, [rate_limits.turn(candidate.account)])
    except TooOftenError:
        return False
    return True
