"""The table of substitute codes. Who used one: server/security/substitutions.py."""

from datetime import datetime

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from server import clock
from server.database.base import Entity, UtcDateTime


class SubstituteCode(Entity):
    """The standing code with which a substitute begins in a class, which has at most one; the code isn't stored."""

    __tablename__ = "substitute_codes"

    classroom_id: Mapped[str] = mapped_column(ForeignKey("classrooms.id", ondelete="CASCADE"), unique=True)
    code_hash: Mapped[str] = mapped_column(String(64), unique=True)
    """`CodeKey.hash_code`."""
    key_id: Mapped[str] = mapped_column(String(16))
    """`CodeKey.id` of the key that made the hash; the code isn't valid where there is another key."""
    last_used_at: Mapped[datetime | None] = mapped_column(UtcDateTime)

    def record_use(self) -> None:
        """Set the time of the last use, which never falls: the clock may be behind for a day."""
        self.last_used_at = max(clock.now(), self.last_used_at or self.created_at)
