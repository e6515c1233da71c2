"""Read-only connections to SQLite files that may be of unknown origin."""

import sqlite3
from pathlib import Path
from typing import Any

BUSY_SECONDS = 5.0


class _Connection(sqlite3.Connection):
    """Reports a damaged schema as damage, also where SQLite's message quotes a name that isn't UTF-8."""

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        try:
            return super().execute(sql, parameters)
        except UnicodeDecodeError as error:
            damage = sqlite3.DatabaseError("the schema has a name that is not UTF-8")
            damage.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
            raise damage from error


def open_read_only(path: Path) -> sqlite3.Connection:
    """Open the file read-only and with an untrusted schema; other connections may write meanwhile."""
    uri = f"{path.absolute().as_uri()}?mode=ro"
    connection = sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS, factory=_Connection)
    connection.execute("PRAGMA trusted_schema=OFF")
    return connection


def read_revision(connection: sqlite3.Connection) -> str | None:
    """Return the schema revision of a SQLite file; None if it has none."""
    table = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone()
    row = table and connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return str(row[0]) if row else None
