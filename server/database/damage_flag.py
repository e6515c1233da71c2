"""Two marker files in the data folder: whether the last run ended in order, and whether the database is suspect."""

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from sqlalchemy.exc import DatabaseError

from server.disk import sync_folder, trouble_of
from server.settings import Settings

RUNNING = "running"
"""Present while a server uses the folder; whoever finds it at a start knows of a crash."""
SUSPECT_FILE = "doubtful"
"""Present once something has said that the database is damaged: the next start reads all of it. Data folders have it
under this name; it must stay."""

log = logging.getLogger("goalbucks.database")


def was_stopped_uncleanly(settings: Settings) -> bool:
    """Return whether the last server of this folder crashed, or left the database suspect."""
    return (settings.data_dir / RUNNING).exists() or is_suspect(settings)


def is_suspect(settings: Settings) -> bool:
    """Return whether the database was found damaged and not read in full since."""
    return (settings.data_dir / SUSPECT_FILE).exists()


def mark_suspect(settings: Settings) -> None:
    """Have the next start read the whole database."""
    with suppress(OSError):
        (settings.data_dir / SUSPECT_FILE).touch(mode=0o600)


def mark_if_damaged(settings: Settings, error: BaseException) -> None:
    """Have the next start read the whole database if SQLite reported damage by this error."""
    if isinstance(error, (DatabaseError, sqlite3.Error)) and trouble_of(error, settings.data_dir) == "damaged":
        mark_suspect(settings)


def clear_suspect(settings: Settings) -> None:
    """Remove the mark: the database was found sound, or another one was put in its place."""
    (settings.data_dir / SUSPECT_FILE).unlink(missing_ok=True)


def clear_markers(settings: Settings) -> None:
    """Remove both marks: another database was put in place while no server ran."""
    (settings.data_dir / RUNNING).unlink(missing_ok=True)
    clear_suspect(settings)


@contextmanager
def running_marker(settings: Settings) -> Iterator[None]:
    """Leave the running marker until the block ends without an error."""
    marker = settings.data_dir / RUNNING
    try:
        marker.touch(mode=0o600)
        sync_folder(marker.parent)
    except OSError:
        # On a full disk a class can still be looked at.
        log.exception("a crash of this run will not be noticed")
    yield
    # Not in a `finally`: the next start looks at the database after an error.
    marker.unlink(missing_ok=True)
