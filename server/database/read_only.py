"""Read-only connections to SQLite files that may be of unknown origin."""

import sqlite3
from pathlib import Path

BUSY_SECONDS = 5.0


def open_read_only(path: Path) -> sqlite3.Connection:
    """Open the file read-only and with an untrusted schema; other connections may write meanwhile."""
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=BUSY_SECONDS)
    connection.execute("PRAGMA trusted_schema=OFF")
    return connection


def read_revision(connection: sqlite3.Connection) -> str | None:
    """Return the schema revision of a SQLite file; None if it has none."""
    table = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone()
    row = table and connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return str(row[0]) if row else None
