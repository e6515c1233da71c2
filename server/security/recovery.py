"""The printed code of a teacher who forgot the password: used once, kept as a hash."""

from datetime import datetime

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from server import clock
from server.database.base import Base, UtcTime


class RecoveryCode(Base):
    """A teacher's one code that was not used yet."""

    __tablename__ = "recovery_codes"

    teacher_id: Mapped[str] = mapped_column(
        String(36), ForeignKey("teachers.id", ondelete="CASCADE"), primary_key=True
    )
    code_hash: Mapped[str]
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=clock.now)
