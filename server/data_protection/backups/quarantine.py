"""Quarantine folders, to which a damaged database, or what is left of a missing one, is moved."""

import logging
import shutil
from pathlib import Path

from server import clock
from server.data_protection.backups.errors import DatabaseMissingError, DatabaseQuarantinedError
from server.data_protection.backups.snapshot import has_data, is_blank, with_sidecars
from server.settings import DATABASE_FILE
from server.system.durable_files import sync_folder

QUARANTINE_PREFIX = "damaged-"
"""Prefix of the names of quarantine folders."""

log = logging.getLogger("goalbucks.backups")


def quarantine_error(folder: Path) -> DatabaseQuarantinedError:
    """Return the error for a quarantine folder: DatabaseMissingError if it holds no database with data."""
    return DatabaseMissingError(folder) if is_blank(folder / DATABASE_FILE) else DatabaseQuarantinedError(folder)


def quarantine(database: Path) -> Path:
    """Move a damaged database and its sidecar files to a new quarantine folder; return the folder."""
    folder = database.parent / f"{QUARANTINE_PREFIX}{clock.local_time(clock.now()):%Y-%m-%d-%H%M%S}"
    folder.mkdir(mode=0o700, exist_ok=True)
    move_into_quarantine(database, folder)
    log.warning("the damaged database was moved to %s", folder)
    return folder


def move_into_quarantine(database: Path, folder: Path) -> None:
    """Move the database and its sidecar files to the folder, without overwriting files there."""
    # The database first: sidecar files without it can't be mistaken for a valid state.
    for path in with_sidecars(database):
        target = folder / path.name
        while target.exists():
            target = target.with_name(f"{target.name}-again")
        path.rename(target)
    sync_folder(folder)
    sync_folder(database.parent)


def newest_quarantine(data_dir: Path) -> Path | None:
    """Return the newest quarantine folder that holds data; None without one."""
    return max(filter(has_data, quarantine_folders(data_dir)), default=None)


def quarantine_folders(data_dir: Path) -> list[Path]:
    """Return the quarantine folders, oldest first."""
    return sorted(each for each in data_dir.glob(f"{QUARANTINE_PREFIX}*") if each.is_dir())


def remove_empty_quarantines(data_dir: Path) -> None:
    """Delete quarantine folders without data, which earlier starts created for a missing database."""
    for folder in quarantine_folders(data_dir):
        if not has_data(folder):
            shutil.rmtree(folder, ignore_errors=True)
