"""Read-only connections to SQLite files that may be of unknown origin."""

import sqlite3
from pathlib import Path

BUSY_SECONDS = 5.0


def open_read_only(path: Path) -> sqlite3.Connection:
    """Open the file read-only and with an untrusted schema; other connections may write meanwhile."""
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=BUSY_SECONDS)
    connection.execute("PRAGMA trusted_schema=OFF")
    return connection
