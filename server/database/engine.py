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
