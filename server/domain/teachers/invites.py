"""Invite codes, with which teachers may register at a school's server, or join a class as a co-teacher."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ForeignKey, String, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from server import clock
from server.database.base import Entity, UtcDateTime
from server.database.locking import for_update
from server.security.digest import sha256_hex
from server.security.recovery_codes import generate_recovery_code, normalize_typed_code

SHORT_ID_LENGTH = 8
"""Length of an invite's short id, which identifies it to administrators as its code isn't stored."""


class Invite(Entity):
    """An invite code, stored as an unsalted digest: it is too long to be guessed from that."""

    __tablename__ = "invites"

    code_hash: Mapped[str] = mapped_column(String(64), unique=True)
    expires_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    uses_left: Mapped[int | None]
    """Remaining uses; None for unlimited."""
    classroom_id: Mapped[str | None] = mapped_column(ForeignKey("classrooms.id", ondelete="CASCADE"), index=True)
    """The class that a teacher joins with it; None: it permits a registration."""

    @property
    def short_id(self) -> str:
        """The random end of the id."""
        return self.id[-SHORT_ID_LENGTH:]

    def is_valid(self) -> bool:
        """Return whether the invite is neither used up nor expired."""
        return self.uses_left != 0 and (self.expires_at is None or clock.now() < self.expires_at)


def _digest(code: str) -> str:
    return sha256_hex(normalize_typed_code(code))


def create(db: Session, *, uses: int | None, expires_at: datetime | None, classroom_id: str | None = None) -> str:
    """Create an invite and return its code, which can't be read again."""
    code = generate_recovery_code()
    db.add(Invite(code_hash=_digest(code), uses_left=uses, expires_at=expires_at, classroom_id=classroom_id))
    db.flush()
    return code


def find_valid(db: Session, code: str, classroom_id: str | None = None) -> Invite | None:
    """Find the valid invite with this code to the class, or without a class to register, and lock its row."""
    query = select(Invite).where(Invite.code_hash == _digest(code), Invite.classroom_id == classroom_id)
    invite = db.scalar(for_update(db, query, Invite))
    return invite if invite is not None and invite.is_valid() else None


def find_classroom_id(db: Session, code: str) -> str | None:
    """Return the id of the class that this code invites to, whether the invite is still valid or not."""
    return db.scalar(select(Invite.classroom_id).where(Invite.code_hash == _digest(code)))


def of_class(db: Session, classroom_id: str) -> Sequence[Invite]:
    """List the invites to a class, used up and expired ones too, oldest first."""
    return db.scalars(select(Invite).where(Invite.classroom_id == classroom_id).order_by(Invite.id)).all()


def consume(invite: Invite) -> None:
    """Consume one use of an invite, in the transaction that found it."""
    if invite.uses_left is not None:
        invite.uses_left -= 1


def list_all(db: Session) -> Sequence[Invite]:
    """List all invites to register, used up and expired ones too, oldest first."""
    return db.scalars(select(Invite).where(Invite.classroom_id.is_(None)).order_by(Invite.id)).all()


def find_by_id_or_code(db: Session, text: str) -> Invite | None:
    """Find an invite to register by its short id or its code."""
    names = {_digest(text), text.strip().casefold()}
    return next((invite for invite in list_all(db) if names & {invite.code_hash, invite.short_id}), None)
