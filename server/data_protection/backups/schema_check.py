"""Schema verification of a backup's database before it is read, migrated or restored."""

import logging
import sqlite3
from pathlib import Path

from server.data_protection.backups.errors import AlteredBackupError, DamagedBackupError
from server.data_protection.backups.snapshot import is_damage
from server.database.schema_comparison import compare_schema

log = logging.getLogger("goalbucks.backups")


def require_known_schema(database: Path) -> None:
    """Raise AlteredBackupError unless the schema equals that of GoalBucks' migrations.

    Runs no trigger or view of the database. Raises DamagedBackupError when the file isn't a GoalBucks database.
    """
    try:
        found = compare_schema(database)
    except sqlite3.DatabaseError as error:
        if is_damage(error) or error.sqlite_errorcode == sqlite3.SQLITE_ERROR:
            raise DamagedBackupError from error
        raise
    if not found.revision:
        raise DamagedBackupError
    if found.differences:
        log.warning("the backup's schema differs from GoalBucks': %s", "; ".join(found.differences))
        raise AlteredBackupError
