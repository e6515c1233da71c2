"""What every table shares: string ids that grow with time, and times in UTC."""

import re
import secrets
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import DateTime, Dialect, MetaData, String, func, select, union_all
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column
from sqlalchemy.types import TypeDecorator
from uuid_utils import uuid7

from server import clock

_UUID_7 = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
_STEP_BITS = 32


class _Ids:
    """UUIDv7s, each greater than the one before, also after the clock was set back: lists are in the order of ids."""

    def __init__(self) -> None:
        self._last = 0
        self._lock = threading.Lock()

    def new(self) -> str:
        """The next one."""
        with self._lock:
            self._last = max(uuid7().int, _after(self._last))
            return str(UUID(int=self._last))

    def go_on_from(self, newest: str) -> None:
        """From now on greater than this one, too; what is no UUIDv7 counts for nothing."""
        if _UUID_7.fullmatch(newest):
            with self._lock:
                self._last = max(self._last, UUID(newest).int)


def _after(last: int) -> int:
    """Some way behind `last`, with its version and variant; neither belongs to the number that goes up."""
    number = (last >> 80 << 74) | ((last >> 64 & 0xFFF) << 62) | (last & (1 << 62) - 1)
    number += 1 + secrets.randbits(_STEP_BITS)
    return (number >> 74 << 80) | (7 << 76) | ((number >> 62 & 0xFFF) << 64) | (2 << 62) | (number & (1 << 62) - 1)


_ids = _Ids()


def new_id() -> str:
    """A new UUIDv7: several classrooms' databases can be merged, and ids sort by time (specification 11.3)."""
    return _ids.new()


def go_on_from(newest: str) -> None:
    """New ids come after this one, whatever the clock says."""
    _ids.go_on_from(newest)


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


def newest_id(db: Session) -> str:
    """The greatest id of all tables; empty when there is none. The preferences' one row has a number."""
    tables = [table for table in Base.metadata.sorted_tables if "id" in table.c and isinstance(table.c.id.type, String)]
    greatest = union_all(*(select(func.max(table.c.id)) for table in tables))
    return max(each or "" for each in db.scalars(greatest))
