"""Calls that are counted, because there may be only so many in a while."""

from sqlalchemy import Index, String
from sqlalchemy.orm import Mapped, mapped_column

from server.database.base import Row


class Use(Row):
    """One counted call: of what kind, and by whom or from where."""

    __tablename__ = "uses"
    __table_args__ = (Index("ix_uses_kind_key_created_at", "kind", "key", "created_at"),)

    kind: Mapped[str] = mapped_column(String(32))
    key: Mapped[str] = mapped_column(String(64))
