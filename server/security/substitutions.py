"""Substitutions: who stood in for the teacher of a class, until when. Their codes: server/domain/substitutes."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from server.database.base import Entity, UtcDateTime


class Substitution(Entity):
    """One substitute in one class. It outlives its session, so that logs and history keep the name.

    Its id is that of the actor (`Actor.id`), and so in `created_by`, `reviewed_by` and `fulfilled_by` of other tables.
    """

    __tablename__ = "substitutions"
    __table_args__ = (Index("ix_substitutions_classroom_id", "classroom_id"),)

    classroom_id: Mapped[str] = mapped_column(ForeignKey("classrooms.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(String(200))
    ends_at: Mapped[datetime] = mapped_column(UtcDateTime)
    """The local midnight after it began, at most 12 hours later."""
    ended_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When it ended earlier, with its session; None: it lasts until `ends_at`."""
