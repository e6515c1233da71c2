"""The printed code of a teacher who forgot the password: used once, kept as a hash."""

import secrets
from datetime import datetime

from sqlalchemy import ForeignKey, String, delete
from sqlalchemy.orm import Mapped, Session, mapped_column

from server import clock
from server.database.base import Base, UtcTime


class RecoveryCode(Base):
    """A teacher's one code that was not used yet."""

    __tablename__ = "recovery_codes"

    teacher_id: Mapped[str] = mapped_column(String(36), ForeignKey("teachers.id", ondelete="CASCADE"), primary_key=True)
    code_hash: Mapped[str]
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=clock.now)


ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""The class codes': without what looks like something else."""
GROUPS = 4
GROUP_LENGTH = 5
"""Twenty of 32 characters are 100 bits, as many as nobody can guess even from a stolen hash."""


def new_code() -> str:
    """Such as `7KQ2M-X4HTP-9WBRC-3DNYA`."""
    groups = ("".join(secrets.choice(ALPHABET) for _ in range(GROUP_LENGTH)) for _ in range(GROUPS))
    return "-".join(groups)


def normalise(typed: str) -> str:
    """A code as compared: without case, dashes and blanks."""
    return "".join(char for char in typed.upper() if char.isalnum())


def find(db: Session, teacher_id: str) -> RecoveryCode | None:
    """The teacher's code, if there is one that was not used yet."""
    return db.get(RecoveryCode, teacher_id)


def keep(db: Session, teacher_id: str, code_hash: str) -> RecoveryCode:
    """From now on this is the teacher's code; the one before counts no more."""
    forget(db, teacher_id)
    code = RecoveryCode(teacher_id=teacher_id, code_hash=code_hash)
    db.add(code)
    db.flush()
    return code


def forget(db: Session, teacher_id: str) -> None:
    """The teacher has no code any more."""
    db.execute(delete(RecoveryCode).where(RecoveryCode.teacher_id == teacher_id))
