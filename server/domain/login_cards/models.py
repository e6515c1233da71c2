"""The login cards table."""

from datetime import datetime

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from server import clock
from server.database.base import Entity, UtcDateTime


class LoginCard(Entity):
    """The login card of a student, who has at most one. A new card replaces the row; the code isn't stored."""

    __tablename__ = "login_cards"

    student_id: Mapped[str] = mapped_column(ForeignKey("students.id", ondelete="CASCADE"), unique=True)
    code_hash: Mapped[str] = mapped_column(String(64), unique=True)
    """`CodeKey.hash_code`."""
    key_id: Mapped[str] = mapped_column(String(16))
    """`CodeKey.id` of the key that made the hash; the card isn't valid where there is another key."""
    address: Mapped[str | None] = mapped_column(String(300))
    """The URL that was printed, without path; None: the computer was in no network."""
    last_used_at: Mapped[datetime | None] = mapped_column(UtcDateTime)

    def record_use(self) -> None:
        """Set the time of the last use, which never falls: the clock may be behind for a day."""
        self.last_used_at = max(clock.now(), self.last_used_at or self.created_at)
