"""The engine, set up so that what was acknowledged is on the disk and a delete cascades."""

from sqlite3 import Connection as SqliteConnection
from typing import Any, cast

from sqlalchemy import Connection, Engine, create_engine, event

BUSY_TIMEOUT_MS = 5000
IMMEDIATE = "goalbucks_immediate"
"""Execution option: this transaction takes SQLite's write lock when it begins.

A deferred transaction that reads before it writes fails with "database is locked" when another one wrote in between.
"""

_PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
    f"PRAGMA busy_timeout={BUSY_TIMEOUT_MS}",
)


class DanglingReferenceError(RuntimeError):
    """A migration took away what rows refer to."""


def open_engine(url: str) -> Engine:
    """Connect lazily to `url`; connections may move between the event loop and the writer's thread."""
    engine = create_engine(
        url,
        connect_args={"check_same_thread": False},
        pool_size=5,
        max_overflow=35,
        hide_parameters=True,  # an error's text goes to the log, where no names may stand
    )
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: SqliteConnection, _record: Any) -> None:
    connection.isolation_level = None  # the driver's own BEGIN would be a deferred one
    for pragma in _PRAGMAS:
        connection.execute(pragma)


def _begin(connection: Connection) -> None:
    if connection.get_execution_options().get(IMMEDIATE, False):
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        return
    # Straight to the driver: SQLAlchemy's way there takes as long as a query, and a deferred BEGIN can't be refused.
    driver = cast("SqliteConnection", connection.connection.driver_connection)
    driver.execute("BEGIN")


def leave_references_alone(connection: Connection) -> int:
    """Until this connection ends, what is deleted takes nothing along; gives how many rows refer to nothing already.

    SQLite rebuilds a table to change a column, and drops the old one: that would take every row that refers to it.
    Before the transaction begins; inside one it does nothing.
    """
    driver = cast("SqliteConnection", connection.connection.driver_connection)
    driver.execute("PRAGMA foreign_keys=OFF")
    return _dangling(driver)


def require_sound_references(connection: Connection, *, dangling_before: int) -> None:
    """`DanglingReferenceError` when more rows refer to nothing than did before."""
    if _dangling(cast("SqliteConnection", connection.connection.driver_connection)) > dangling_before:
        raise DanglingReferenceError


def _dangling(driver: SqliteConnection) -> int:
    return len(driver.execute("PRAGMA foreign_key_check").fetchall())
