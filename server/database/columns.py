"""Rows that are only read, as named tuples of their columns: they load three times as fast as objects.

Reasons: docs/decisions/0051-cost-of-a-read.md.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Connection, Row, Select, SQLColumnExpression
from sqlalchemy.orm import Session

from server.database.base import Base
from server.errors import NotFoundError

RowType = TypeVar("RowType", bound=tuple[Any, ...])


def columns_of(model: type[Base], names: Iterable[str]) -> Sequence[ColumnElement[Any]]:
    """Return the columns of the model's attributes with these names: the fields of a named tuple, in its order."""
    return [model.__mapper__.columns[name] for name in names]


def in_order(fields: Sequence[str], **columns: SQLColumnExpression[Any]) -> Sequence[SQLColumnExpression[Any]]:
    """Return the columns of a row that is made by position; `TypeError` unless they are its fields, in their order."""
    if list(columns) != list(fields):
        raise TypeError(f"the columns {list(columns)} aren't the fields {list(fields)}")
    return list(columns.values())


def connection_of(db: Session) -> Connection:
    """Return the connection of the session's transaction.

    A read's session is bound to it; `db.connection()` would begin a transaction of the session, too, which takes as
    long as the statement.
    """
    return db.bind if isinstance(db.bind, Connection) else db.connection()


def _flush_writes(db: Session) -> None:
    if db.autoflush:  # a session that writes; those of reads have nothing to flush
        db.flush()


def fetch_value(db: Session, query: Select[*tuple[Any, ...]], parameters: Mapping[str, Any]) -> Any:
    """Execute a query that was built once, and return the first column of its first row; None without a row."""
    _flush_writes(db)
    return connection_of(db).execute(query, parameters).scalar()


def fetch_columns(
    db: Session, query: Select[*tuple[Any, ...]], parameters: Mapping[str, Any]
) -> Sequence[Row[*tuple[Any, ...]]]:
    """Execute a query that was built once, and return its rows."""
    _flush_writes(db)
    # On the connection: the session's overhead takes longer than the query in SQLite.
    return connection_of(db).execute(query, parameters).all()


def fetch_rows(
    db: Session,
    make: Callable[[Iterable[Any]], RowType],
    query: Select[*tuple[Any, ...]],
    parameters: Mapping[str, Any],
) -> list[RowType]:
    """Execute a query that was built once, and make each row by `make`, the `_make` of a named tuple."""
    return [make(row) for row in fetch_columns(db, query, parameters)]


def fetch_row(
    db: Session,
    make: Callable[[Iterable[Any]], RowType],
    query: Select[*tuple[Any, ...]],
    parameters: Mapping[str, Any],
) -> RowType:
    """Return the first row of `fetch_rows`; `NotFoundError` if there is none."""
    rows = fetch_rows(db, make, query, parameters)
    if not rows:
        raise NotFoundError
    return rows[0]
