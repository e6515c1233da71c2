"""Marker files in the data folder: whether the last run was stopped cleanly, and whether the database is suspect."""

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from sqlalchemy.exc import DatabaseError

from server.settings import Settings
from server.system.durable_files import sync_folder
from server.system.storage_errors import classify_storage_error

RUNNING_FILE = "running"
"""Present while a server uses the folder; if present at a start, the last run crashed."""
SUSPECT_FILE = "doubtful"
"""Present once damage of the database was reported; the next start then checks all of it. The name is part of the data
folder's format."""

log = logging.getLogger("goalbucks.database")


def was_stopped_uncleanly(settings: Settings) -> bool:
    """Return whether the last server of this folder crashed or left the database suspect."""
    return (settings.data_dir / RUNNING_FILE).exists() or is_suspect(settings)


def is_suspect(settings: Settings) -> bool:
    """Return whether damage was reported and the database hasn't been checked in full since."""
    return (settings.data_dir / SUSPECT_FILE).exists()


def mark_suspect(settings: Settings) -> None:
    """Make the next start check the whole database."""
    with suppress(OSError):
        (settings.data_dir / SUSPECT_FILE).touch(mode=0o600)


def mark_if_damaged(settings: Settings, error: BaseException) -> None:
    """Make the next start check the whole database if this error is SQLite's report of damage."""
    if (
        isinstance(error, (DatabaseError, sqlite3.Error))
        and classify_storage_error(error, settings.data_dir) == "damaged"
    ):
        mark_suspect(settings)


def clear_suspect(settings: Settings) -> None:
    """Remove the suspect marker: the database was checked, or replaced."""
    (settings.data_dir / SUSPECT_FILE).unlink(missing_ok=True)


def clear_markers(settings: Settings) -> None:
    """Remove both markers: the database was replaced while no server ran."""
    (settings.data_dir / RUNNING_FILE).unlink(missing_ok=True)
    clear_suspect(settings)


@contextmanager
def running_marker(settings: Settings) -> Iterator[None]:
    """Create the running marker, and remove it when the block ends without an error."""
    marker = settings.data_dir / RUNNING_FILE
    try:
        marker.touch(mode=0o600)
        sync_folder(marker.parent)
    except OSError:
        # Reads still work on a full disk.
        log.exception("the running marker could not be created; a crash of this run will not be detected")
    yield
    # Not in a `finally`: after an error the next start must check the database.
    marker.unlink(missing_ok=True)
