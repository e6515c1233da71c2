"""Checks of the SQLite file in the data folder, with the same messages for every command."""

import os

from launcher.startup import data_dir
from server.data_protection.backups.errors import DatabaseMissingError
from server.data_protection.backups.quarantine import newest_quarantine, quarantine_error
from server.data_protection.backups.service import BackupService
from server.data_protection.backups.snapshot import is_blank, with_sidecars
from server.data_protection.backups.startup_check import has_class_data
from server.settings import Settings

MISSING = "The database is missing, although there are photos or backups."
QUARANTINED = "The database is damaged and was set aside in {folder}."
UNREADABLE = "{path} can't be read by this account."
RECOVERY_HINT = "Start GoalBucks: it offers to restore the newest backup."


def check_exists(settings: Settings) -> str:
    """Return the problem if the database is lost; empty if it exists, or if the data folder is new."""
    if not is_blank(settings.database_path):
        return ""
    quarantine = newest_quarantine(settings.data_dir)
    if quarantine is not None and not isinstance(quarantine_error(quarantine), DatabaseMissingError):
        return QUARANTINED.format(folder=quarantine)
    return MISSING if has_class_data(BackupService(settings, owner="command")) else ""


def check_readable(settings: Settings) -> str:
    """Return the problem if this account can't read the database and its `-wal` and `-shm` files; else empty."""
    try:
        for path in with_sidecars(settings.database_path):
            if not os.access(path, os.R_OK):
                return UNREADABLE.format(path=path)
    except PermissionError:
        return str(data_dir.not_readable_error(settings.data_dir))
    return ""
