"""Which classrooms' files have moved in."""

from datetime import datetime

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from server.database.base import Row, UtcTime


class Move(Row):
    """One data folder's; begun, and finished once everything was compared."""

    __tablename__ = "moves"

    source: Mapped[str] = mapped_column(String(64), unique=True)
    """The data folder's own name for itself."""
    finished_at: Mapped[datetime | None] = mapped_column(UtcTime)
