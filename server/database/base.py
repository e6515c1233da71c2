"""What every table shares: string ids that grow with time, and times in UTC."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import DateTime, Dialect, MetaData, String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.types import TypeDecorator
from uuid_utils import uuid7

from server import clock


def new_id() -> str:
    """A new UUIDv7: several classrooms' databases can be merged, and ids sort by time (decisions.md, Ids)."""
    return str(uuid7())


class UtcTime(TypeDecorator[datetime]):
    """An aware datetime in UTC, on databases with and without time zones."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Only aware times go in."""
        del dialect
        if value is None:
            return None
        if value.tzinfo is None:
            message = "a time without a zone"
            raise ValueError(message)
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """In UTC, whatever zone the database speaks in."""
        del dialect
        return value if value is None else value.astimezone(UTC)

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], datetime | None] | None:
        """SQLite keeps a time as text without its zone; read in one step, since lists are full of times."""
        return _from_sqlite if dialect.name == "sqlite" else super().result_processor(dialect, coltype)


def _from_sqlite(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(f"{text}+00:00")


class Base(DeclarativeBase):
    """All tables; named constraints, so that migrations can change them on every database."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


class Row(Base):
    """A table whose rows have an id and a time of creation."""

    __abstract__ = True

    id: Mapped[str] = mapped_column(String(36), primary_key=True, default=new_id, sort_order=-2)
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=clock.now, sort_order=-1)
