"""Recovery codes: printed, single-use codes for teachers who forgot the password. Only the hash is stored."""

import secrets
from datetime import datetime

from sqlalchemy import ForeignKey, String, delete
from sqlalchemy.orm import Mapped, Session, mapped_column

from server import clock
from server.database.base import Base, UtcDateTime


class RecoveryCode(Base):
    """A teacher's unused code; each teacher has at most one."""

    __tablename__ = "recovery_codes"

    teacher_id: Mapped[str] = mapped_column(String(36), ForeignKey("teachers.id", ondelete="CASCADE"), primary_key=True)
    code_hash: Mapped[str]
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=clock.now)


CODE_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Letters and digits without look-alikes; the codes of classes, login cards and substitutes use it, too."""
GROUPS = 4
GROUP_LENGTH = 5
"""Twenty characters of 32 are 100 bits: too many to guess even from a stolen hash."""


def random_code(length: int) -> str:
    """Generate a random code of so many characters of `CODE_ALPHABET`."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(length))


def generate_recovery_code() -> str:
    """Generate a random code such as `7KQ2M-X4HTP-9WBRC-3DNYA`."""
    return "-".join(random_code(GROUP_LENGTH) for _ in range(GROUPS))


def normalize_typed_code(text: str) -> str:
    """Return a typed code in the form that is hashed: upper case, only letters and digits."""
    return "".join(char for char in text.upper() if char.isalnum())


def find_code(db: Session, teacher_id: str) -> RecoveryCode | None:
    """Return the teacher's unused code, or None."""
    return db.get(RecoveryCode, teacher_id)


def replace_code(db: Session, teacher_id: str, code_hash: str) -> RecoveryCode:
    """Store the hash of a new code, which replaces the teacher's previous one."""
    delete_code(db, teacher_id)
    code = RecoveryCode(teacher_id=teacher_id, code_hash=code_hash)
    db.add(code)
    db.flush()
    return code


def delete_code(db: Session, teacher_id: str) -> None:
    """Delete the teacher's code, if any."""
    db.execute(delete(RecoveryCode).where(RecoveryCode.teacher_id == teacher_id))
