"""Read-only connections to SQLite files that may come from elsewhere."""

import sqlite3
from pathlib import Path

BUSY_SECONDS = 5.0


def open_read_only(path: Path) -> sqlite3.Connection:
    """Connect without changing anything, while others may write; the file's schema isn't trusted."""
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=BUSY_SECONDS)
    connection.execute("PRAGMA trusted_schema=OFF")
    return connection
