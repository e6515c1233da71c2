"""A school's invite codes: who knows one may register as a teacher."""

import hashlib
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import String, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from server import clock
from server.database.base import Row, UtcTime
from server.database.locking import held
from server.security.recovery import new_code, normalise

NAME_LENGTH = 8
"""Of what an administrator calls an invite by: its code is known to nobody here."""


class Invite(Row):
    """One code, kept as a digest: it is long enough that nobody guesses it from that."""

    __tablename__ = "invites"

    code_hash: Mapped[str] = mapped_column(String(64), unique=True)
    expires_at: Mapped[datetime | None] = mapped_column(UtcTime)
    uses_left: Mapped[int | None]
    """So many more teachers; None: as many as want to."""

    @property
    def name(self) -> str:
        """What the list calls it: the part of its id that is like no other's."""
        return self.id[-NAME_LENGTH:]

    def counts(self) -> bool:
        """Whether somebody may still register with it."""
        return self.uses_left != 0 and (self.expires_at is None or clock.now() < self.expires_at)


def _digest(code: str) -> str:
    return hashlib.sha256(normalise(code).encode("utf-8", "replace")).hexdigest()


def make(db: Session, *, uses: int | None, expires_at: datetime | None) -> str:
    """A new code, which nobody can read again."""
    code = new_code()
    db.add(Invite(code_hash=_digest(code), uses_left=uses, expires_at=expires_at))
    db.flush()
    return code


def find(db: Session, code: str) -> Invite | None:
    """The invite with this code that still counts; nobody else uses it until this transaction ends."""
    invite = db.scalar(held(db, select(Invite).where(Invite.code_hash == _digest(code)), Invite))
    return invite if invite is not None and invite.counts() else None


def use(invite: Invite) -> None:
    """Somebody registers with it, in the transaction that found it."""
    if invite.uses_left is not None:
        invite.uses_left -= 1


def all_invites(db: Session) -> Sequence[Invite]:
    """All of them, used up and expired ones too, the oldest first."""
    return db.scalars(select(Invite).order_by(Invite.id)).all()


def named(db: Session, text: str) -> Invite | None:
    """The invite that the administrator means, by its name in the list or by its code."""
    found = db.scalar(select(Invite).where(Invite.code_hash == _digest(text)))
    if found is not None:
        return found
    return next((each for each in all_invites(db) if each.name == text.strip().casefold()), None)
