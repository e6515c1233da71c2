"""Whether somebody new gets an account: who sits at the class computer, or knows a school's invite code."""

from dataclasses import dataclass
from typing import Self

from sqlalchemy.orm import Session

from server.domain.auth import rate_limits
from server.domain.teachers import invites
from server.errors import DomainError
from server.security import rates
from server.security.rates import Counted


class RegistrationClosedError(DomainError):
    """A school's server takes teachers with the school's invite code only."""

    status = 403
    code = "registration_closed"
    sentence = "New teachers need an invite code from the school."


class WrongInviteError(RegistrationClosedError):
    """There is no such code, or it counts no more: which of them, nobody is told."""

    sentence = "This invite code isn't right, or it is no longer valid. Please ask your school for one."


@dataclass(frozen=True, slots=True)
class Admission:
    """What somebody new brings along, from this address. `refusal`: why nobody gets an account, whatever they bring."""

    address: str
    refusal: DomainError | None = None
    by_invite: bool = False
    invite_code: str = ""

    @classmethod
    def closed(cls, refusal: DomainError) -> Self:
        """Nobody new is let in."""
        return cls("", refusal)

    def require(self) -> None:
        """Raise what can be said without asking the database."""
        if self.refusal is not None:
            raise self.refusal
        if self.by_invite and not self.invite_code.strip():
            raise RegistrationClosedError

    def check(self, db: Session) -> None:
        """`WrongInviteError`, or `TooOftenError` after too many of them from here.

        The right code is let in even then: nobody guesses it, and a student must not lock a staffroom out.
        """
        self._find_invite(db)

    def use(self, db: Session) -> None:
        """The same, and the invite is used by the account that this transaction makes."""
        if (invite := self._find_invite(db)) is not None:
            invites.use(invite)

    def wrong_invite(self) -> tuple[Counted, ...]:
        """What counts a code that was wrong."""
        return rate_limits.wrong_invite(self.address)

    def registration(self) -> tuple[Counted, ...]:
        """What counts a try to make an account."""
        return (
            rate_limits.invited_registration(self.address) if self.by_invite else rate_limits.registration(self.address)
        )

    def _find_invite(self, db: Session) -> invites.Invite | None:
        self.require()
        if not self.by_invite:
            return None
        invite = invites.find(db, self.invite_code)
        if invite is None:
            rates.require(db, self.wrong_invite())
            raise WrongInviteError
        return invite
