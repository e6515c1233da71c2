"""SQLite engine: durable commits, foreign keys on, explicit BEGIN."""

from sqlite3 import Connection as SqliteConnection
from typing import Any, cast

from sqlalchemy import Connection, Engine, PoolProxiedConnection, create_engine, event

BUSY_TIMEOUT_MS = 5000

_PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
    f"PRAGMA busy_timeout={BUSY_TIMEOUT_MS}",
)


class DanglingReferenceError(RuntimeError):
    """A migration deleted rows that others refer to."""


def open_sqlite_engine(url: str) -> Engine:
    """Create an engine whose connections may be used from the event loop and the writer thread. Connects lazily."""
    engine = create_engine(
        url,
        connect_args={"check_same_thread": False},
        pool_size=5,
        max_overflow=35,
        hide_parameters=True,  # error messages are logged, and parameters may be names
    )
    event.listen(engine, "connect", _set_pragmas)
    # With a listener of "begin" SQLAlchemy would dispatch events for each statement, a sixth of its time
    # (docs/decisions/0054-cost-around-a-query.md).
    engine.dialect.do_begin = _begin  # type: ignore[assignment, method-assign]
    return engine


def begin_immediately(engine: Engine) -> Engine:
    """Return an engine with the same pool whose transactions take SQLite's write lock when they begin.

    A deferred transaction that reads before it writes fails with "database is locked" if another one wrote in between.
    """
    immediate = engine.execution_options()
    event.listen(immediate, "begin", _begin_immediately)
    return immediate


def _set_pragmas(connection: SqliteConnection, _record: Any) -> None:
    connection.isolation_level = None  # the driver's own BEGIN would be deferred
    for pragma in _PRAGMAS:
        connection.execute(pragma)


def _begin(connection: PoolProxiedConnection) -> None:
    driver = cast("SqliteConnection", connection.driver_connection)
    if not driver.in_transaction:  # as it is after _begin_immediately
        driver.execute("BEGIN")


def _begin_immediately(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def disable_foreign_keys(connection: Connection) -> int:
    """Turn off foreign keys for this connection, and return the number of dangling references.

    Altering a column rebuilds the table and drops the old one, which would cascade to all rows that refer to it.
    Call it before the transaction begins; inside one the pragma is a no-op.
    """
    driver = cast("SqliteConnection", connection.connection.driver_connection)
    driver.execute("PRAGMA foreign_keys=OFF")
    return _count_dangling(driver)


def check_foreign_keys(connection: Connection, *, dangling_before: int) -> None:
    """Raise `DanglingReferenceError` if there are more dangling references than `dangling_before`."""
    if _count_dangling(cast("SqliteConnection", connection.connection.driver_connection)) > dangling_before:
        raise DanglingReferenceError


def _count_dangling(driver: SqliteConnection) -> int:
    return len(driver.execute("PRAGMA foreign_key_check").fetchall())
