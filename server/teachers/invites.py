"""A school's invite codes: who knows one may register as a teacher."""

from datetime import datetime

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from server.database.base import Row, UtcTime


class Invite(Row):
    """One code, kept as a digest: it is long enough that nobody guesses it from that."""

    __tablename__ = "invites"

    code_hash: Mapped[str] = mapped_column(String(64), unique=True)
    expires_at: Mapped[datetime | None] = mapped_column(UtcTime)
    uses_left: Mapped[int | None]
    """So many more teachers; None: as many as want to."""
