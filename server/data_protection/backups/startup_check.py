"""Startup check of the database file: detects a missing or damaged database and quarantines it."""

import logging
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from server import clock
from server.data_protection.backups.archive import Archive
from server.data_protection.backups.errors import BackupCancelledError, DatabaseMissingError, DatabaseQuarantinedError
from server.data_protection.backups.manifest import Manifest
from server.data_protection.backups.retention import BackupFile, find_backups
from server.data_protection.backups.service import BACKUP_FOLDER, BackupService
from server.data_protection.backups.snapshot import inspect_database, is_damage, quick_check, with_sidecars
from server.database.damage_flag import clear_suspect, is_suspect, was_stopped_uncleanly
from server.database.migrations import HEAD
from server.database.read_only import open_read_only
from server.durable_files import sync_folder
from server.errors import DomainError
from server.settings import DATABASE_FILE, Settings, default_data_dir

QUARANTINE_PREFIX = "damaged-"
"""Prefix of the names of quarantine folders."""
FIRST_PAGE_BYTES = 4096
"""Size in bytes of a database in which nothing was committed since its creation."""

log = logging.getLogger("goalbucks.backups")


def require_intact_database(backups: BackupService) -> None:
    """Quarantine a damaged database, or the remains of a missing one, and raise DatabaseQuarantinedError.

    Reads the whole database when it is marked as suspect, checks its pages after an unclean stop, and else only opens
    it.
    """
    settings = backups.settings
    database = settings.database_path
    _remove_empty_quarantines(settings.data_dir)
    if is_blank(database):
        if not has_class_data(backups):
            return
        log.warning("the database is missing or empty, although the folder holds other data of a class")
        folder = newest_quarantine(settings.data_dir)
        if folder is None:
            folder = quarantine(database)
        else:
            _move(database, folder)  # left over by a crash
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


def is_blank(database: Path) -> bool:
    """Return whether the file is missing, empty, or has only the first page of an interrupted creation."""
    size = database.stat().st_size if database.exists() else 0
    return size == 0 or (size <= FIRST_PAGE_BYTES and _pages_before(database) == 0)


def has_class_data(backups: BackupService) -> bool:
    """Return whether this data folder belonged to a class before, though its database is blank."""
    database = backups.settings.database_path
    write_ahead_log = database.with_name(f"{database.name}-wal")
    return (
        _has_other_traces(backups)
        or (write_ahead_log.exists() and write_ahead_log.stat().st_size > 0)
        or bool(_pages_before(database))
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


def _pages_before(database: Path) -> int | None:
    """Return the size in pages to which SQLite's rollback journal would reset the database; None without a journal.

    It is 0 when the database was being created: SQLite writes the first page before it switches to a write-ahead log.
    """
    journal = database.with_name(f"{database.name}-journal")
    if not journal.exists():
        return None
    with journal.open("rb") as file:
        return int.from_bytes(file.read(20)[16:])  # https://www.sqlite.org/fileformat.html#the_rollback_journal


def quarantine_error(folder: Path) -> DatabaseQuarantinedError:
    """Return the error for a quarantine folder: DatabaseMissingError if it holds no database with data."""
    return DatabaseMissingError(folder) if is_blank(folder / DATABASE_FILE) else DatabaseQuarantinedError(folder)


def quarantine(database: Path) -> Path:
    """Move a damaged database and its sidecar files to a new quarantine folder; return the folder."""
    folder = database.parent / f"{QUARANTINE_PREFIX}{clock.now().astimezone():%Y-%m-%d-%H%M%S}"
    folder.mkdir(mode=0o700, exist_ok=True)
    _move(database, folder)
    log.warning("the damaged database was moved to %s", folder)
    return folder


def _move(database: Path, folder: Path) -> None:
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
    return max(
        (each for each in _quarantine_folders(data_dir) if DatabaseQuarantinedError(each).has_data), default=None
    )


def _quarantine_folders(data_dir: Path) -> list[Path]:
    return [each for each in data_dir.glob(f"{QUARANTINE_PREFIX}*") if each.is_dir()]


def _remove_empty_quarantines(data_dir: Path) -> None:
    """Delete quarantine folders without data, which earlier starts created for a missing database."""
    for folder in _quarantine_folders(data_dir):
        if not DatabaseQuarantinedError(folder).has_data:
            shutil.rmtree(folder, ignore_errors=True)


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


@dataclass(frozen=True, slots=True)
class VerifiedBackup:
    """A verified backup and its manifest."""

    file: BackupFile
    manifest: Manifest


def newest_verified_backup(backups: BackupService) -> VerifiedBackup | None:
    """Return the newest backup that can be restored without a passphrase; reads it and each newer one fully.

    Backups of states that a restore replaced come last.
    """
    for backup in sorted(find_backups(backups.folder), key=lambda each: each.kind == "before-restore"):
        try:
            with backups.work_folder() as work, Archive(backup.path) as archive:
                archive.verify(work / "check.db", backups.check_cancelled)
                if archive.manifest.revision <= HEAD:
                    return VerifiedBackup(backup, archive.manifest)
        except BackupCancelledError:
            raise
        except (DomainError, OSError, sqlite3.Error):
            log.warning("the backup %s can't be restored", backup.path.name, exc_info=True)
    return None


def recovery_hint(settings: Settings, error: DatabaseQuarantinedError, newest: VerifiedBackup | None) -> str:
    """Return the terminal's message about a quarantined or missing database, with the restore command."""
    message = f"{error.message} It was set aside in {error.folder}." if error.has_data else error.message
    if newest is None:
        return f"{message} There is no backup in {settings.data_dir / BACKUP_FOLDER} that could be restored."
    where = "" if settings.data_dir == default_data_dir() else f' --data-dir "{settings.data_dir}"'
    made_at = f"{newest.file.made_at:%d %B %Y, %H:%M}"
    return (
        f"{message} The newest good backup is of {made_at}. To restore it, stop GoalBucks and give the command "
        f'goalbucks restore "{newest.file.path}"{where}'
    )
