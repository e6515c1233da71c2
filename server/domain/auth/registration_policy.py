"""Who may register as a teacher: anyone at the class computer itself; at a school, holders of an invite code."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Self

from sqlalchemy.orm import Session

from server.database.transactions import Transactions
from server.domain.auth import sign_in_limits
from server.domain.teachers import invites
from server.errors import DomainError
from server.requests import rate_limit
from server.requests.rate_limit import RateKey


class RegistrationClosedError(DomainError):
    """A school's server requires an invite code for registration."""

    status = 403
    code = "registration_closed"
    sentence = "New teachers need an invite code from the school."


class WrongInviteError(RegistrationClosedError):
    """The invite code is unknown, used up or expired; the response doesn't say which."""

    key = "wrong_invite"
    sentence = "This invite code isn't right, or it is no longer valid. Please ask your school for one."


@dataclass(frozen=True, slots=True)
class RegistrationPolicy:
    """Conditions for a registration from `address`, and the invite code that came with it.

    `refusal`: the error that refuses every registration; None if registration is open.
    """

    address: str
    refusal: DomainError | None = None
    requires_invite: bool = False
    invite_code: str = ""

    @classmethod
    def closed(cls, refusal: DomainError) -> Self:
        """A policy that refuses every registration with this error."""
        return cls("", refusal)

    def precheck(self) -> None:
        """Check what needs no database: whether registration is open and a required invite code was given."""
        if self.refusal is not None:
            raise self.refusal
        if self.requires_invite and not self.invite_code.strip():
            raise RegistrationClosedError

    def check(self, db: Session) -> None:
        """Raise `WrongInviteError`, or `RateLimitExceededError` after too many wrong codes from this address.

        A valid code is accepted beyond that limit too: it can't be guessed, and a student's wrong codes must not lock
        out teachers behind the same address.
        """
        self._find_invite(db)

    def check_and_consume(self, db: Session) -> None:
        """Check as `check` does, and consume one use of the invite in this transaction."""
        if (invite := self._find_invite(db)) is not None:
            invites.consume(invite)

    def wrong_invite_keys(self) -> tuple[RateKey, ...]:
        """Rate limit keys that a wrong invite code counts towards."""
        return (sign_in_limits.WRONG_INVITE_LIMIT.for_key(self.address),)

    def registration_keys(self) -> tuple[RateKey, ...]:
        """Rate limit keys that an attempt to register counts towards."""
        if self.requires_invite:
            return (sign_in_limits.INVITED_REGISTRATION_LIMIT.for_key(self.address),)
        return (
            sign_in_limits.REGISTRATION_LIMIT.for_key(self.address),
            sign_in_limits.TOTAL_REGISTRATION_LIMIT.for_key(""),
        )

    def _find_invite(self, db: Session) -> invites.Invite | None:
        self.precheck()
        if not self.requires_invite:
            return None
        invite = invites.find_valid(db, self.invite_code)
        if invite is None:
            rate_limit.check(db, self.wrong_invite_keys())
            raise WrongInviteError
        return invite


@asynccontextmanager
async def counting_wrong_invites(transactions: Transactions, policy: RegistrationPolicy) -> AsyncIterator[None]:
    """Count a wrong invite code in a transaction of its own, as the failed one is rolled back."""
    try:
        yield
    except WrongInviteError:
        await transactions.write(lambda db: rate_limit.consume(db, policy.wrong_invite_keys()))
        raise
