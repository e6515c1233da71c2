"""Startup check of the database file: detects a missing or damaged database and has it quarantined."""

import logging
import sqlite3
from contextlib import closing
from pathlib import Path

from server.data_protection.backups.quarantine import (
    move_into_quarantine,
    newest_quarantine,
    quarantine,
    quarantine_error,
    remove_empty_quarantines,
)
from server.data_protection.backups.retention import find_backups
from server.data_protection.backups.service import BackupService
from server.data_protection.backups.snapshot import inspect_database, is_blank, is_damage, quick_check, rollback_pages
from server.database.damage_flag import clear_suspect, is_suspect, was_stopped_uncleanly
from server.database.read_only import open_read_only

log = logging.getLogger("goalbucks.backups")


def require_intact_database(backups: BackupService) -> None:
    """Quarantine a damaged database, or the remains of a missing one, and raise DatabaseQuarantinedError.

    Reads the whole database when it is marked as suspect, checks its pages after an unclean stop, and else only opens
    it.
    """
    settings = backups.settings
    database = settings.database_path
    remove_empty_quarantines(settings.data_dir)
    if is_blank(database):
        if not has_class_data(backups):
            return
        log.warning("the database is missing or empty, although the folder holds other data of a class")
        folder = newest_quarantine(settings.data_dir)
        if folder is None:
            folder = quarantine(database)
        else:
            move_into_quarantine(database, folder)  # left over by a crash
        # The running marker stays: it may be the only trace of a class at the next start.
        raise quarantine_error(folder)
    damage = _find_damage(database, backups)
    if not damage:
        clear_suspect(settings)
        return
    log.warning("the database is damaged: %s", "; ".join(damage))
    folder = quarantine(database)
    clear_suspect(settings)
    raise quarantine_error(folder)


def has_class_data(backups: BackupService) -> bool:
    """Return whether this data folder belonged to a class before, though its database is blank."""
    database = backups.settings.database_path
    write_ahead_log = database.with_name(f"{database.name}-wal")
    return (
        _has_other_traces(backups)
        or (write_ahead_log.exists() and write_ahead_log.stat().st_size > 0)
        or bool(rollback_pages(database))
    )


def _has_other_traces(backups: BackupService) -> bool:
    """Return whether markers, quarantine, backups or images show that the data folder belonged to a class."""
    settings = backups.settings
    return (
        was_stopped_uncleanly(settings)
        or newest_quarantine(settings.data_dir) is not None
        or bool(find_backups(backups.folder))
        or any(settings.image_dir.rglob("*.jpg"))
    )


def _find_damage(database: Path, backups: BackupService) -> tuple[str, ...]:
    """Check the database as thoroughly as the markers of the last run require; return the messages."""
    settings = backups.settings
    if is_suspect(settings):
        damage = inspect_database(database).damage
    elif was_stopped_uncleanly(settings):
        damage = quick_check(database)
    else:
        damage = ()
    return damage or _find_missing_tables(database, backups)


def _find_missing_tables(database: Path, backups: BackupService) -> tuple[str, ...]:
    try:
        with closing(open_read_only(database)) as connection:
            (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.DatabaseError as error:
        if is_damage(error):
            return (str(error),)
        raise
    return ("it has no tables",) if tables == 0 and _has_other_traces(backups) else ()
