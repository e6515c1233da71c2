"""Declarative base classes, time-ordered string ids (UUIDv7) and the UTC datetime type."""

import re
import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from functools import cache
from typing import Any
from uuid import UUID

from sqlalchemy import CompoundSelect, DateTime, Dialect, MetaData, String, func, select, union_all
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column
from sqlalchemy.types import TypeDecorator

from server import clock
from server.uuid7 import uuid7

_UUID7_PATTERN = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
_STEP_BITS = 32


class IdGenerator:
    """Thread-safe generator of strictly increasing UUIDv7s, also after the clock was set back: lists sort by id."""

    def __init__(self) -> None:
        self._last = 0
        self._lock = threading.Lock()

    def new(self) -> str:
        """Return the next id."""
        with self._lock:
            self._last = max(uuid7().int, _increment(self._last))
            return str(UUID(int=self._last))

    def advance_past(self, newest: str) -> None:
        """Make all further ids greater than `newest`; ignored unless it is a UUIDv7."""
        if _UUID7_PATTERN.fullmatch(newest):
            with self._lock:
                self._last = max(self._last, UUID(newest).int)


def _increment(last: int) -> int:
    """Return a UUIDv7 a random step above `last`, incrementing its 122 bits without the version and variant."""
    number = (last >> 80 << 74) | ((last >> 64 & 0xFFF) << 62) | (last & (1 << 62) - 1)
    number += 1 + secrets.randbits(_STEP_BITS)
    return (number >> 74 << 80) | (7 << 76) | ((number >> 62 & 0xFFF) << 64) | (2 << 62) | (number & (1 << 62) - 1)


ids = IdGenerator()
"""The generator of this process; tests with another clock replace it."""
_own_ids: ContextVar[IdGenerator | None] = ContextVar("own_ids", default=None)


@contextmanager
def own_ids() -> Iterator[None]:
    """Generate this context's ids apart from those of the process, so that they have the times of `clock.at`."""
    token = _own_ids.set(IdGenerator())
    try:
        yield
    finally:
        _own_ids.reset(token)


def new_id() -> str:
    """Return a new UUIDv7: unique across databases, which can thus be merged, and time-ordered (specification 11.3)."""
    return (_own_ids.get() or ids).new()


def advance_ids_past(newest: str) -> None:
    """Make all further ids greater than `newest`, even if the clock was set back."""
    (_own_ids.get() or ids).advance_past(newest)


class UtcDateTime(TypeDecorator[datetime]):
    """Column type for aware datetimes, stored in UTC also where the database has no time zones."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Convert to UTC; a naive datetime raises ValueError."""
        del dialect
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a datetime without a time zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Convert to UTC from the time zone of the connection."""
        del dialect
        return value if value is None else value.astimezone(UTC)

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], datetime | None] | None:
        """Parse SQLite's text without a zone in one step, which is faster than the base class's two."""
        return _from_sqlite if dialect.name == "sqlite" else super().result_processor(dialect, coltype)


class LanguageCode(TypeDecorator[str]):
    """Column type for one of the languages that the program has; a stored one that it no longer has is read as None."""

    impl = String(8)
    cache_ok = True

    def __init__(self, known: tuple[str, ...]) -> None:
        super().__init__()
        self.known = known

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:
        """Return the language if it is known."""
        del dialect
        return value if value in self.known else None


def _from_sqlite(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(f"{text}+00:00")


class Base(DeclarativeBase):
    """Declarative base; constraints get names, so that migrations can change them on every database."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


class Entity(Base):
    """Base of tables whose rows have an id and a creation time."""

    __abstract__ = True

    id: Mapped[str] = mapped_column(String(36), primary_key=True, default=new_id, sort_order=-2)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=clock.now, sort_order=-1)


def newest_id(db: Session) -> str:
    """Return the greatest id of all tables with string ids; empty when there is none."""
    return max(newest or "" for newest in db.scalars(_greatest_ids()))


@cache  # building the statement takes 3 ms
def _greatest_ids() -> CompoundSelect[str | None]:
    tables = [table for table in Base.metadata.sorted_tables if "id" in table.c and isinstance(table.c.id.type, String)]
    return union_all(*(select(func.max(table.c.id)) for table in tables))
